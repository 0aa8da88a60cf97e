import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { ShownEvent } from '#client/offline/overlay.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { deliveryWords, eventText } from './history-words.ts'
import { outcomeText } from './outcome-words.ts'
import type { Stop } from './stops.ts'
import styles from './stop-page.module.css'

interface StopHistoryProps {
  stop: Stop
  mayUndo: boolean
  onUndo: (eventID: string) => void
}

/** Every event this phone recorded at the stop: what, when, and whether the office has it. */
export function StopHistory({ stop, mayUndo, onUndo }: StopHistoryProps) {
  const { t } = useTranslation('pickups')
  const newestFirst = [...stop.history].reverse()
  const canUndo = (event: ShownEvent): boolean =>
    mayUndo && event.type !== 'undo' && !event.undone && event.delivery !== 'discarded'
  // Recorded on another phone, or before this one was set up again: only the office's copy contains it.
  const isOwn = stop.history.some((event) =>
    stop.outcomeEventID === null ? isStanding(event) : event.eventID === stop.outcomeEventID,
  )
  const told = isOwn ? null : stop.outcome
  const { outcomeEventID } = stop
  return (
    <section className={styles.part} aria-labelledby="history">
      <h2 id="history">{t('history')}</h2>
      {newestFirst.length === 0 && told === null ? <p className={styles.hint}>{t('nothingYet')}</p> : null}
      <ol className={styles.history}>
        {told === null ? null : (
          <li className={styles.event}>
            <div className={styles.what}>
              <p>{outcomeText(t, told, stop.pu)}</p>
              <p className={styles.hint}>
                {stop.doneAt === null ? '' : `${formatDayAndTime(stop.doneAt)} · `}
                {t('fromOffice')}
              </p>
            </div>
            {mayUndo && outcomeEventID !== null ? (
              <button type="button" className={styles.action} onClick={() => onUndo(outcomeEventID)}>
                {t('undoThis')}
              </button>
            ) : null}
          </li>
        )}
        {newestFirst.map((event) => (
          <li key={event.eventID} className={styles.event}>
            <div className={styles.what}>
              <p className={event.undone ? styles.undone : undefined}>{eventText(t, event, stop.history)}</p>
              <p className={styles.hint}>
                {formatDayAndTime(event.occurredAt)} · {deliveryWords(t, event.delivery)}
                {event.undone ? ` · ${t('historyUndone')}` : ''}
              </p>
            </div>
            {canUndo(event) ? (
              <button type="button" className={styles.action} onClick={() => onUndo(event.eventID)}>
                {t('undoThis')}
              </button>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}

function isStanding({ type, undone, delivery }: ShownEvent): boolean {
  return (type === 'done' || type === 'bag-mt' || type === 'not-collected') && !undone && delivery !== 'discarded'
}
