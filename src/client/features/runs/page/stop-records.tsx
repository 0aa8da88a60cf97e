import { useState } from 'react'
import { Button } from '@mantine/core'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { eventWords, undoneBy, clockWords } from './event-words.ts'
import type { StopEvent, RunStop } from './run-types.ts'
import { useOfficeRecord } from './record-form.tsx'
import { StopEffect, useStopEffect } from './stop-effect.tsx'
import styles from './stop-drawer.module.css'

const CLOCK_TOLD_MS = 60_000
const OUTCOMES = ['done', 'bag-mt', 'not-collected']
const UNDOABLE = [...OUTCOMES, 'photo', 'note']

const undoOf = ({ eventID }: StopEvent) => ({ type: 'undo' as const, undoes: eventID })

export function StopRecords({ stop, mayRecord }: { stop: RunStop; mayRecord: boolean }) {
  const { t } = useTranslation('runPage')
  const { t: terms } = useTranslation('terms')
  const { busy, record } = useOfficeRecord(stop.runOrderID)
  const [undoing, setUndoing] = useState<StopEvent | null>(null)
  const undone = undoneBy(stop.events)
  const words = (event: StopEvent) => eventWords(t, terms, event, stop.events)
  const newest = [...stop.events].sort((a, b) =>
    a.receivedAt < b.receivedAt ? 1 : a.receivedAt > b.receivedAt ? -1 : b.seq - a.seq,
  )
  const effect = useStopEffect(stop, undoing === null || !OUTCOMES.includes(undoing.type) ? null : undoOf(undoing))
  const undo = async (event: StopEvent) => {
    await record(stop.assignmentID, undoOf(event), t('stop.undoneMessage'))
    setUndoing(null)
  }
  return (
    <section className={styles.part}>
      <h3>{t('stop.history')}</h3>
      {newest.length === 0 ? (
        <p className={styles.soft}>{t(stop.outcome === null ? 'stop.noHistory' : 'stop.historyMoved')}</p>
      ) : null}
      <ol className={styles.records}>
        {newest.map((event) => (
          <li key={event.eventID}>
            <div className={styles.recordHead}>
              <strong className={undone.has(event.eventID) ? styles.undone : undefined}>{words(event)}</strong>
              <RecordStatus event={event} undone={undone.has(event.eventID)} />
            </div>
            <Clocks event={event} />
            {mayRecord && event.result === 'applied' && UNDOABLE.includes(event.type) && !undone.has(event.eventID) ? (
              <Button variant="default" size="compact-sm" onClick={() => setUndoing(event)}>
                {t('stop.undo')}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
      <ConfirmAction
        opened={undoing !== null}
        question={undoing === null ? '' : t('stop.undoQuestion', { what: words(undoing) })}
        cancel={t('cancel')}
        confirm={t('stop.undo')}
        busy={busy || effect.isAsking}
        danger
        onCancel={() => setUndoing(null)}
        onConfirm={() => void (undoing && undo(undoing))}
      >
        <div className={styles.question}>
          <p>{t('stop.undoWhy')}</p>
          {undoing !== null && OUTCOMES.includes(undoing.type) ? <StopEffect effect={effect} /> : null}
        </div>
      </ConfirmAction>
    </section>
  )
}

function RecordStatus({ event: { result, decision }, undone }: { event: StopEvent; undone: boolean }) {
  const { t } = useTranslation('runPage')
  if (undone) return <StateBadge tone="rest">{t('stop.undone')}</StateBadge>
  if (result === 'applied' && decision === null) return <StateBadge tone="good">{t('stop.counts')}</StateBadge>
  if (decision === 'accept' || decision === 'dismiss')
    return <StateBadge tone="rest">{t(`stop.${decision}`)}</StateBadge>
  return <StateBadge tone="warn">{t('stop.review')}</StateBadge>
}

function Clocks({ event }: { event: StopEvent }) {
  const { actor, occurredAt, receivedAt, clockOffset, countedAt, deviceID, appBuild } = event
  const { t } = useTranslation('runPage')
  const off = Math.abs(clockOffset) >= CLOCK_TOLD_MS
  const facts = [
    [t('stop.happened'), occurredAt === null ? '–' : formatDayAndTime(occurredAt)],
    [t('stop.received'), formatDayAndTime(receivedAt)],
    [t('stop.offset'), off ? clockWords(t, clockOffset) : t('stop.offsetNone')],
    [
      t('stop.device'),
      deviceID.startsWith('office') ? t('stop.office') : t('stop.fromDevice', { id: deviceID.slice(0, 8) }),
    ],
    ...(appBuild === null ? [] : [[t('stop.build'), appBuild]]),
  ] as const
  return (
    <>
      <div>{actor}</div>
      {countedAt === null ? null : (
        <div className={styles.amber}>{t('stop.countedAt', { at: formatDayAndTime(countedAt) })}</div>
      )}
      <dl className={styles.clocks}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={off && label === t('stop.offset') ? styles.amber : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
