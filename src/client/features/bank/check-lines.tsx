import { useState } from 'react'
import { Card, Flex, Group, Progress, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  acceptBankLine,
  type BankLineShown,
  dishonourBankLine,
  listBankLines,
  markBankLineAsPayout,
  splitBankLine,
} from '#contract/v1/bank.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useToday } from '#client/shells/today.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { bankPaths } from './bank-paths.ts'
import { CheckLine } from './check-line.tsx'
import { choicesOf, type Choice } from './choices.ts'
import { DishonourDialog } from './dishonour-dialog.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'
import { doneWords } from './effect-words.ts'
import { OtherDialog } from './other-dialog.tsx'
import { SplitDialog } from './split-dialog.tsx'
import { useCheckKeys } from './use-check-keys.ts'
import { useDecide } from './use-decide.ts'
import styles from './bank.module.css'
import { formatDay } from '#domain/dates.ts'
import { Money } from '#client/ui/core/money.tsx'

/** A reversal is final, so it is asked first, whichever key chooses it. */
type Asking = 'other' | 'split' | 'dismiss' | { readonly reversal: string }

export function CheckLines() {
  const today = useToday()
  const list = useQuery(ask(listBankLines, { state: 'waiting', perPage: PAGE_MAX }))
  const { decide, busy, decided } = useDecide()
  const [chosenID, setChosenID] = useState<string | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const lines = list.data?.items.filter(({ bankLineID }) => !decided.has(bankLineID)) ?? []
  const at = Math.max(
    0,
    lines.findIndex(({ bankLineID }) => bankLineID === chosenID),
  )
  const line = lines[at]
  const close = () => setAsking(null)

  const follow = (isDone: boolean, { bankLineID }: BankLineShown) => {
    // The next line, or the one before if this was the last.
    const rest = lines.filter((one) => one.bankLineID !== bankLineID)
    if (isDone) setChosenID(rest[Math.min(at, rest.length - 1)]?.bankLineID ?? null)
    if (isDone) close()
  }
  const choose = async (choice: Choice | undefined) => {
    if (line === undefined || choice === undefined || busy) return
    const dated = line.closed ? { datePaid: today } : {}
    const done =
      choice.kind === 'accept'
        ? await decide(
            acceptBankLine,
            line,
            { ...choice.input, ...dated },
            doneWords(t('Booked for {{name}}', { name: choice.name }), [choice.effect]),
          )
        : choice.kind === 'split'
          ? await decide(
              splitBankLine,
              line,
              { parts: choice.parts, ...dated },
              doneWords(t('Payment split'), choice.effects),
            )
          : choice.kind === 'payout'
            ? await decide(markBankLineAsPayout, line, { payoutID: choice.payoutID }, t('Marked as card payout'))
            : await decide(dishonourBankLine, line, { transactionID: choice.transactionID }, t('Payment reversed'))
    follow(done, line)
  }
  const offer = (choice: Choice | undefined) => {
    if (choice?.kind === 'reverse') setAsking({ reversal: choice.transactionID })
    else void choose(choice)
  }
  const choices = line === undefined ? [] : choicesOf(line)
  const isIncome = line !== undefined && line.amount > 0
  useCheckKeys(
    line === undefined || asking !== null
      ? null
      : {
          choose: (place) => offer(choices[place]),
          other: () => isIncome && setAsking('other'),
          split: () => isIncome && setAsking('split'),
          dismiss: () => setAsking('dismiss'),
          move: (by) => setChosenID(lines[Math.min(Math.max(at + by, 0), lines.length - 1)]?.bankLineID ?? null),
        },
  )
  if (list.data === undefined)
    return list.error === null ? <Skeleton height={480} /> : <StaleNotice error={list.error} onRetry={list.refetch} />
  // Decided lines stay in the count until the list is refetched.
  const stillListed = list.data.items.length - lines.length
  const left = list.data.unmatched - stillListed
  return (
    <Flex aria-labelledby="to-check" component="section" direction="column">
      <Group justify="space-between" align="baseline">
        <Title id="to-check" order={2}>
          {left > 0
            ? plural(left, '{{count, number}} bank line to check', '{{count, number}} bank lines to check')
            : t('To check')}
        </Title>
        {decided.size === 0 ? null : (
          <Text role="status" c="dimmed">
            {t('{{done, number}} done, {{left, number}} to go', { done: decided.size, left })}
          </Text>
        )}
        {lines.length > 1 ? <Link to={bankPaths.linesToCheck()}>{t('Dismiss several')}</Link> : null}
      </Group>
      {decided.size === 0 ? null : <Progress value={(100 * decided.size) / (decided.size + left)} aria-hidden="true" />}
      {line === undefined ? (
        <Card p="xl" ta="center">
          <strong>{t('No bank lines to check.')}</strong>
          <Text c="dimmed">{t('Import a file when your bank has new payments.')}</Text>
        </Card>
      ) : (
        <>
          <Text c="dimmed" fz="sm" visibleFrom="md">
            {t('Keys: 1–9 choose, Enter accepts the first, A another customer, S split, D dismiss, ↑ ↓ move')}
          </Text>
          <Flex component="ol" direction="column" gap={2}>
            {lines.map((one, place) => (
              <li key={one.bankLineID}>
                {place === at ? (
                  <CheckLine line={one} choices={choices} busy={busy} onChoose={offer} onAsk={setAsking} />
                ) : (
                  <LineRow line={one} onOpen={() => setChosenID(one.bankLineID)} />
                )}
              </li>
            ))}
          </Flex>
        </>
      )}
      {line === undefined || asking === null ? null : asking === 'other' ? (
        <OtherDialog
          line={line}
          busy={busy}
          onBook={(customerID, { name, effect }) =>
            void choose({ kind: 'accept', name, effect, input: { customerID } })
          }
          onClose={close}
        />
      ) : asking === 'split' ? (
        <SplitDialog
          line={line}
          busy={busy}
          onSplit={(parts, effects) => void choose({ kind: 'split', parts, effects })}
          onClose={close}
        />
      ) : typeof asking === 'object' ? (
        <DishonourDialog
          line={line}
          transactionID={asking.reversal}
          busy={busy}
          onReverse={() => void choose({ kind: 'reverse', transactionID: asking.reversal })}
          onClose={close}
        />
      ) : (
        <DismissDialog line={line} decide={decide} busy={busy} onDone={() => follow(true, line)} onClose={close} />
      )}
    </Flex>
  )
}

function LineRow({ line, onOpen }: { line: BankLineShown; onOpen: () => void }) {
  const { day, text, amount, proposals, reversals, payouts } = line
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={styles.rowDay}>{formatDay(day)}</span>
      <Text span truncate className={styles.rowText}>
        {text || t('No description')}
      </Text>
      <Text span truncate c="dimmed" className={styles.rowWho}>
        {(proposals[0] ?? reversals[0])?.name ?? (payouts.length > 0 ? t('Card payout') : null)}
      </Text>
      <span className={styles.rowAmount}>
        <Money dollars={amount} />
      </span>
    </button>
  )
}
