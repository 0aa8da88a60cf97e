import { useState } from 'react'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { Exception } from '#contract/v1/exceptions.ts'
import { payWords } from '#client/shells/pay-words.ts'
import { recordText } from '#client/shells/record-text.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { showDollars } from '#domain/money.ts'
import { t } from '#client/ui/core/texts.ts'
import { type ExceptionRow, recordsOf, type Deciding } from './decide.tsx'

const AND = new Intl.ListFormat('en-AU')

interface DecisionCellProps {
  row: ExceptionRow
  deciding: Deciding
  onDismiss: (events: readonly Exception[]) => void
}

export function DecisionCell({ row, deciding, onDismiss }: DecisionCellProps) {
  const [apart, setApart] = useState(false)
  const records = recordsOf(row)
  if (row.decision !== 'open') return <Decided event={row} />
  return (
    <Stack gap={6} miw="11.25rem" py={6} ta="start" style={{ whiteSpace: 'normal' }}>
      {apart ? null : <Accepting row={row} />}
      {apart && records.length > 1 ? (
        records.map((record) => (
          <Choices key={record.eventID} events={[record]} deciding={deciding} onDismiss={onDismiss} named />
        ))
      ) : (
        <Choices events={records} deciding={deciding} onDismiss={onDismiss} />
      )}
      {records.length > 1 ? (
        <Anchor
          type="button"
          component="button"
          fz="sm"
          style={{ alignSelf: 'start' }}
          onClick={() => setApart(!apart)}
        >
          {t(apart ? 'Decide together' : 'Decide one by one')}
        </Anchor>
      ) : null}
    </Stack>
  )
}

interface ChoicesProps {
  events: readonly Exception[]
  deciding: Deciding
  onDismiss: (events: readonly Exception[]) => void
  named?: boolean
}

function Choices({ events, deciding: { ask, busy }, onDismiss, named = false }: ChoicesProps) {
  const what = {
    record: events.map((event) => recordText(event, event.serviceType)).join(', '),
    name: events[0]!.customer ?? t('Unknown stop'),
  }
  const [first] = events
  // Where two phones contradict each other, the office chooses one record instead of accepting it.
  const between =
    first!.against.length > 0 && events.length === 1
      ? first!.against.map((event) => recordText(event, first!.serviceType)).join(', ')
      : null
  const isBusy = events.some(({ eventID }) => busy.has(eventID))
  return (
    <Group>
      {named ? (
        <Text component="strong" flex="1 0 100%" fw={600}>
          {what.record}
        </Text>
      ) : null}
      <Button
        loading={isBusy}
        aria-label={t(between === null ? 'Accept: {{record}}, {{name}}' : 'Use {{record}}, {{name}}', what)}
        onClick={() => ask({ events, done: () => undefined })}
      >
        {between === null ? t('Accept') : t('Use {{record}}', what)}
      </Button>
      <Button
        variant="default"
        disabled={isBusy}
        aria-label={
          between === null
            ? t('Dismiss: {{record}}, {{name}}', what)
            : t('Use {{record}}, {{name}}', { ...what, record: between })
        }
        onClick={() => onDismiss(events)}
      >
        {between === null ? t('Dismiss') : t('Use {{record}}', { record: between })}
      </Button>
    </Group>
  )
}

function Decided({ event: { decision, reason, decidedBy, decidedAt } }: { event: Exception }) {
  return (
    <div>
      <StateBadge tone={decision === 'accept' ? 'good' : 'rest'}>
        {t(decision === 'accept' ? 'Accepted' : 'Dismissed')}
      </StateBadge>
      {reason === null ? null : <div>{reason}</div>}
      {decidedBy === null || decidedAt === null ? null : (
        <Text component="div" c="dimmed" fz="sm" fw={400}>
          {t('{{name}}, {{time}}', { name: decidedBy, time: formatDayAndTime(decidedAt) })}
        </Text>
      )}
    </div>
  )
}

/**
 * The effect of accepting, in money: "Accept: bill $25.00 and pay Sione Tupou $4.00." A record that counts already is
 * billed and paid without a decision, so that only dismissing it, or using the other one, changes anything.
 */
function Accepting({ row }: { row: ExceptionRow }) {
  const { accepting, against, result } = row
  if (against.length > 0)
    return (
      <p>
        {t('Until you decide, {{record}} is shown, and the run can’t be completed.', {
          record: recordText(row, row.serviceType),
        })}
      </p>
    )
  if (accepting === null) return null
  const { bills, pays } = accepting
  if (result !== 'review' && bills === 0 && pays.length === 0)
    return <p>{t('It is billed and paid as recorded, unless you dismiss it.')}</p>
  const money = (dollars: number) => showDollars(Math.abs(dollars))
  const parts = [
    ...(bills === 0 ? [] : [t(bills < 0 ? 'bill {{amount}} less' : 'bill {{amount}}', { amount: money(bills) })]),
    ...pays.map(({ driver, amount, gst }) =>
      t(amount < 0 ? 'pay {{driver}} {{amount}} less' : 'pay {{driver}} {{amount}}', {
        driver,
        amount: payWords(amount, gst),
      }),
    ),
  ]
  return (
    <p>{t('Accept: {{what}}.', { what: parts.length === 0 ? t('no bill and no pay changes') : AND.format(parts) })}</p>
  )
}
