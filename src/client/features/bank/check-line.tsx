import { useEffect, useRef, type ReactNode } from 'react'
import { Button, Card, Flex, Group, Kbd, Text } from '@mantine/core'
import type { BankLineShown } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { Money } from '#client/ui/core/money.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Choice } from './choices.ts'
import { effectWords } from './effect-words.ts'
import styles from './bank.module.css'

interface CheckLineProps {
  line: BankLineShown
  choices: readonly Choice[]
  busy: boolean
  onChoose: (choice: Choice) => void
  onAsk: (what: 'other' | 'split' | 'dismiss') => void
}

/** The current line with its proposals, each with its key. It takes the focus when it becomes the current one. */
export function CheckLine({ line, choices, busy, onChoose, onAsk }: CheckLineProps) {
  const place = useRef<HTMLDivElement>(null)
  const { day, amount, text, file, closed, perhapsKnown } = line
  // A card payout is marked, and nothing is booked.
  const books = choices.length === 0 || choices.some(({ kind }) => kind !== 'payout')
  useEffect(() => {
    // The focus must not leave a field that the user types in.
    if (document.activeElement?.closest('input, textarea, select, dialog, [role=dialog]')) return
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  const isIncome = amount > 0
  const shown = showDollars(amount)
  return (
    <Card
      ref={place}
      my={6}
      bd="2px solid var(--br-go)"
      style={{ outline: 'none' }}
      role="group"
      tabIndex={-1}
      aria-label={t('{{day}}, {{amount}}, {{text}}', {
        day: formatDay(day),
        amount: shown,
        text: text || t('No description'),
      })}
    >
      <div className={styles.currentHead}>
        <span className={styles.rowDay}>{formatDay(day)}</span>
        <Text component="strong" fz="lg" className={styles.currentText}>
          {text || t('No description')}
        </Text>
        <Text component="strong" fz="lg" className={styles.rowAmount}>
          <Money dollars={amount} />
        </Text>
      </div>
      <Text c="dimmed">{t('Line {{line}} of {{file}}', { line: line.line, file })}</Text>
      {perhapsKnown ? <Note tone="warn">{t('Perhaps imported before, from another file.')}</Note> : null}
      {closed && books ? (
        <Note tone="warn">{t('The books are closed for this date. The payment will be dated today.')}</Note>
      ) : null}
      {choices.length === 0 ? (
        <p>{t(isIncome ? 'No customer matches.' : 'No payment of this amount matches.')}</p>
      ) : (
        <Flex component="ol" direction="column" gap={6}>
          {choices.map((choice, at) => (
            <li key={keyOf(choice)}>
              <Proposal place={at} busy={busy} onChoose={() => onChoose(choice)}>
                <ChoiceWords line={line} choice={choice} />
              </Proposal>
            </li>
          ))}
        </Flex>
      )}
      <Group>
        {isIncome ? (
          <>
            <Keyed letter="A" busy={busy} onClick={() => onAsk('other')}>
              {t('Another customer')}
            </Keyed>
            <Keyed letter="S" busy={busy} onClick={() => onAsk('split')}>
              {t('Split')}
            </Keyed>
          </>
        ) : null}
        <Keyed letter="D" busy={busy} onClick={() => onAsk('dismiss')}>
          {t('Dismiss')}
        </Keyed>
      </Group>
    </Card>
  )
}

const keyOf = (choice: Choice): string =>
  choice.kind === 'accept'
    ? choice.input.customerID
    : choice.kind === 'reverse'
      ? choice.transactionID
      : choice.kind === 'payout'
        ? choice.payoutID
        : 'split'

interface KeyedProps {
  letter: string
  busy: boolean
  onClick: () => void
  children: string
}

function Keyed({ letter, busy, onClick, children }: KeyedProps) {
  return (
    <Button
      variant="default"
      disabled={busy}
      onClick={onClick}
      aria-keyshortcuts={letter}
      rightSection={<Key>{letter}</Key>}
    >
      {children}
    </Button>
  )
}

const Key = ({ children }: { children: ReactNode }) => (
  <Kbd visibleFrom="md" aria-hidden="true">
    {children}
  </Kbd>
)

interface ProposalProps {
  place: number
  busy: boolean
  onChoose: () => void
  children: ReactNode
}

function Proposal({ place, busy, onChoose, children }: ProposalProps) {
  return (
    <button
      type="button"
      className={styles.proposal}
      data-first={place === 0}
      disabled={busy}
      aria-keyshortcuts={place === 0 ? 'Enter 1' : String(place + 1)}
      onClick={onChoose}
    >
      <Key>{place === 0 ? '↵' : place + 1}</Key>
      <span>{children}</span>
    </button>
  )
}

function ChoiceWords({ line, choice }: { line: BankLineShown; choice: Choice }) {
  if (choice.kind === 'split') {
    const parts = line.split ?? []
    return (
      <>
        <strong>{plural(parts.length, 'Split over {{count}} customer', 'Split over {{count}} customers')}</strong>
        <Text span display="block" c="dimmed">
          {parts.map(({ name, refId, amount, effect }, at) => (
            <Text key={at} span display="block">
              {`${name} (${refId}) ${showDollars(amount)}. ${effectWords(effect)}`}
            </Text>
          ))}
        </Text>
      </>
    )
  }
  if (choice.kind === 'payout')
    return (
      <>
        <strong>{t('Card payout')}</strong>
        <Text span display="block" c="dimmed">
          {line.payouts.find(({ payoutID }) => payoutID === choice.payoutID)?.reason}
        </Text>
      </>
    )
  if (choice.kind === 'reverse') {
    const payment = line.reversals.find(({ transactionID }) => transactionID === choice.transactionID)
    if (payment === undefined) return null
    const { name, refId, datePaid, reason } = payment
    return (
      <>
        <strong>
          {t('Reverse the payment of {{name}} ({{refId}}), {{day}}', { name, refId, day: formatDay(datePaid) })}
        </strong>
        <Text span display="block" c="dimmed">
          {reason}
        </Text>
      </>
    )
  }
  const proposal = line.proposals.find(({ customerID }) => customerID === choice.input.customerID)
  if (proposal === undefined) return null
  const { name, refId, invoice, reason, effect } = proposal
  return (
    <>
      <strong>{t('Book for {{name}} ({{refId}})', { name, refId })}</strong>
      {invoice === null ? null : <span> · {t('{{invoice}}', { invoice })}</span>}
      <Text span display="block">
        {effectWords(effect)}
      </Text>
      <Text span display="block" c="dimmed">
        {reason}
      </Text>
    </>
  )
}
