import { useState } from 'react'
import { Card, Flex, Group, Progress, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  acceptBankLine,
  type BankLineShown,
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

type Asked = 'other' | 'split' | 'dismiss' | { readonly reversal: string }

interface DialogProps {
  line: BankLineShown
  onDone: () => void
  onClose: () => void
}

export function CheckLines() {
  const today = useToday()
  const list = useQuery(ask(listBankLines, { state: 'waiting', perPage: PAGE_MAX }))
  const { decide, busy, decided, noteDecided } = useDecide()
  const [chosenID, setChosenID] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ what: Asked; line: BankLineShown } | null>(null)
  const lines = list.data?.items.filter(({ bankLineID }) => !decided.has(bankLineID)) ?? []
  const at = Math.max(
    0,
    lines.findIndex(({ bankLineID }) => bankLineID === chosenID),
  )
  const line = lines[at]
  // The dialog keeps its line when the list without it arrives.
  const open = (what: Asked) => line !== undefined && setAsking({ what, line })
  const close = () => setAsking(null)

  const datedAs = ({ closed }: BankLineShown) => (closed ? { datePaid: today } : {})
  /** Goes to the next line, or to the one before if this was the last. */
  const follow = ({ bankLineID }: BankLineShown) => {
    const rest = lines.filter((one) => one.bankLineID !== bankLineID)
    setChosenID(rest[Math.min(at, rest.length - 1)]?.bankLineID ?? null)
    close()
  }
  const offer = async (choice: Choice | undefined) => {
    if (line === undefined || choice === undefined || busy) return
    // A reversal is final, so it is asked first, whichever key chooses it.
    if (choice.kind === 'reverse') return void open({ reversal: choice.transactionID })
    const done =
      choice.kind === 'accept'
        ? await decide(
            acceptBankLine,
            line,
            { ...choice.input, ...datedAs(line) },
            doneWords(t('Booked for {{name}}', { name: choice.name }), [choice.effect]),
          )
        : choice.kind === 'split'
          ? await decide(
              splitBankLine,
              line,
              { parts: choice.parts, ...datedAs(line) },
              doneWords(t('Payment split'), choice.effects),
            )
          : await decide(markBankLineAsPayout, line, { payoutID: choice.payoutID }, t('Marked as card payout'))
    if (done) follow(line)
  }
  const choices = line === undefined ? [] : choicesOf(line)
  const isIncome = line !== undefined && line.amount > 0
  useCheckKeys(
    line === undefined || asking !== null
      ? null
      : {
          choose: (place) => void offer(choices[place]),
          other: () => isIncome && open('other'),
          split: () => isIncome && open('split'),
          dismiss: () => open('dismiss'),
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
                  <CheckLine
                    line={one}
                    choices={choices}
                    busy={busy}
                    onChoose={(choice) => void offer(choice)}
                    onAsk={open}
                  />
                ) : (
                  <LineRow line={one} onOpen={() => setChosenID(one.bankLineID)} />
                )}
              </li>
            ))}
          </Flex>
        </>
      )}
      {asking === null ? null : (
        <AskedDialog
          {...asking}
          dated={datedAs(asking.line)}
          onDone={() => {
            noteDecided(asking.line)
            follow(asking.line)
          }}
          onClose={close}
        />
      )}
    </Flex>
  )
}

function AskedDialog({ what, dated, ...dialog }: DialogProps & { what: Asked; dated: { datePaid?: string } }) {
  if (typeof what === 'object') return <DishonourDialog {...dialog} transactionID={what.reversal} />
  if (what === 'dismiss') return <DismissDialog {...dialog} />
  return what === 'other' ? <OtherDialog {...dialog} dated={dated} /> : <SplitDialog {...dialog} dated={dated} />
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
