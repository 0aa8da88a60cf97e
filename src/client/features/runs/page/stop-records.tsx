import { useState } from 'react'
import { Button, Card, Flex, Group, Stack, Text, Title } from '@mantine/core'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { LinedList } from '#client/ui/office/lined-list.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { isUndecided } from './stop-parts.tsx'
import { eventWords, undoneBy, clockWords } from './event-words.ts'
import type { StopEvent, RunStop } from './run-types.ts'
import { useOfficeRecord } from './record-form.tsx'
import { StopEffect, useStopEffect } from './stop-effect.tsx'

const DECISION_WORDS = sentences({
  accept: 'accepted',
  dismiss: 'dismissed',
})

const CLOCK_TOLD_MS = 60_000
const OUTCOMES = ['done', 'bag-mt', 'not-collected']
const UNDOABLE = [...OUTCOMES, 'photo', 'note']

const undoOf = ({ eventID }: StopEvent) => ({ type: 'undo' as const, undoes: eventID })

export function StopRecords({ stop, mayRecord }: { stop: RunStop; mayRecord: boolean }) {
  const { busy, record } = useOfficeRecord(stop.runOrderID)
  const [undoing, setUndoing] = useState<StopEvent | null>(null)
  const undone = undoneBy(stop.events)
  const words = (event: StopEvent) => eventWords(event, stop)
  const newest = [...stop.events].sort((a, b) =>
    a.receivedAt < b.receivedAt ? 1 : a.receivedAt > b.receivedAt ? -1 : b.seq - a.seq,
  )
  const effect = useStopEffect(stop, undoing === null || !OUTCOMES.includes(undoing.type) ? null : undoOf(undoing))
  const undo = async (event: StopEvent) => {
    await record(stop.assignmentID, undoOf(event), t('Undone'))
    setUndoing(null)
  }
  return (
    <Card component="section">
      <Title order={3} size="h4">
        {t('Records')}
      </Title>
      {newest.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {t(
            stop.outcome === null
              ? 'Nothing recorded yet.'
              : 'The records of this stop were moved to files. On the server, npm run archive-events can read them back.',
          )}
        </Text>
      ) : null}
      <LinedList as="ol">
        {newest.map((event) => (
          <li key={event.eventID}>
            <Group justify="space-between" gap="4px 12px" w="100%">
              <Text component="strong" {...(undone.has(event.eventID) && { td: 'line-through' })}>
                {words(event)}
              </Text>
              <RecordStatus event={event} stop={stop} undone={undone.has(event.eventID)} />
            </Group>
            <Clocks event={event} />
            {mayRecord &&
            event.result === 'applied' &&
            event.decision !== 'dismiss' &&
            UNDOABLE.includes(event.type) &&
            !undone.has(event.eventID) ? (
              <Button variant="default" size="compact-sm" onClick={() => setUndoing(event)}>
                {t('Undo')}
              </Button>
            ) : null}
          </li>
        ))}
      </LinedList>
      <ConfirmAction
        opened={undoing !== null}
        question={undoing === null ? '' : t('Undo “{{what}}”?', { what: words(undoing) })}
        confirm={t('Undo')}
        busy={busy || effect.isAsking}
        danger
        onCancel={() => setUndoing(null)}
        onConfirm={() => void (undoing && undo(undoing))}
      >
        <Stack gap="xs">
          <p>{t('It stays in the history but no longer counts.')}</p>
          {undoing !== null && OUTCOMES.includes(undoing.type) ? <StopEffect effect={effect} /> : null}
        </Stack>
      </ConfirmAction>
    </Card>
  )
}

function RecordStatus({ event, stop, undone }: { event: StopEvent; stop: RunStop; undone: boolean }) {
  const { result, decision } = event
  if (undone) return <StateBadge tone="rest">{t('undone')}</StateBadge>
  if (decision === 'accept' || decision === 'dismiss')
    return <StateBadge tone="rest">{t(DECISION_WORDS[decision])}</StateBadge>
  if (result !== 'applied' || decision === 'open') return <StateBadge tone="warn">{t('to decide')}</StateBadge>
  const { outcomeEventID = null } = stop
  if (!OUTCOMES.includes(event.type) || outcomeEventID === null || event.eventID === outcomeEventID)
    return <StateBadge tone="good">{t('counts')}</StateBadge>
  // Of two phones that disagree neither counts yet, though one of them is shown.
  return isUndecided(stop) && isLastOfItsDevice(event, stop) ? (
    <StateBadge tone="warn">{t('to decide')}</StateBadge>
  ) : (
    <StateBadge tone="rest">{t('replaced')}</StateBadge>
  )
}

function isLastOfItsDevice({ deviceID, seq }: StopEvent, { events }: RunStop): boolean {
  const undone = undoneBy(events)
  return !events.some(
    (other) =>
      other.deviceID === deviceID &&
      other.seq > seq &&
      OUTCOMES.includes(other.type) &&
      other.result === 'applied' &&
      !undone.has(other.eventID),
  )
}

function Clocks({ event }: { event: StopEvent }) {
  const { actor, occurredAt, receivedAt, clockOffset, countedAt, deviceID, appBuild } = event
  const off = Math.abs(clockOffset) >= CLOCK_TOLD_MS
  const facts = [
    [t('Phone’s clock'), occurredAt === null ? '–' : formatDayAndTime(occurredAt)],
    [t('Received'), formatDayAndTime(receivedAt)],
    [t('Clock'), off ? clockWords(clockOffset) : t(countedAt === null ? 'correct' : 'correct when it was sent')],
    [t('From'), deviceID.startsWith('office') ? t('the office') : t('phone {{id}}', { id: deviceID.slice(0, 8) })],
    ...(appBuild === null ? [] : [[t('Build'), appBuild]]),
  ] as const
  return (
    <>
      <div>{actor}</div>
      {countedAt === null ? null : (
        <Note tone="warn">
          {t('The phone’s time can’t be right. Counted at {{at}}, the closest that can be known.', {
            at: formatDayAndTime(countedAt),
          })}
        </Note>
      )}
      <Flex component="dl" wrap="wrap" gap="2px 18px" c="dimmed" fz="sm">
        {facts.map(([label, value]) => (
          <Flex key={label} gap={6}>
            <dt>{label}</dt>
            <Text component="dd" c="bright">
              {off && label === t('Clock') ? <StateBadge tone="warn">{value}</StateBadge> : value}
            </Text>
          </Flex>
        ))}
      </Flex>
    </>
  )
}
