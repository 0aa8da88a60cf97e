import type { Translate } from '#client/ui/core/i18n.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import type { ShownEvent } from '#client/offline/overlay.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { outcomeText } from './stop-words.ts'
import type { Stop } from './stops.ts'
import styles from './stop-page.module.css'

type T = Translate<'pickups'>

/** One record in words: "Done, 2 bags, extra $10.00". An undo names the record it undoes. */
function eventText(t: T, event: ShownEvent, history: readonly ShownEvent[]): string {
  const payload = payloadOf(event)
  switch (event.type) {
    case 'done':
      return [outcomeText(t, 'COLLECTED', payload.pu ?? 1), ...extras(t, payload)].join(', ')
    case 'bag-mt':
      return [outcomeText(t, 'EMPTY', 0), ...extras(t, payload)].join(', ')
    case 'not-collected':
      return [outcomeText(t, payload.outcome ?? 'OTHER', 0), ...extras(t, payload)].join(', ')
    case 'note':
      return t('historyNote', { note: payload.notes ?? '' })
    case 'photo':
      return t('historyPhoto')
    case 'undo': {
      const undone = history.find(({ eventID }) => eventID === payload.undoes)
      return undone && undone.type !== 'undo'
        ? t('historyUndo', { what: eventText(t, undone, history) })
        : t('historyUndoBare')
    }
    default:
      return t('historyNewer')
  }
}

function deliveryWords(t: T, delivery: ShownEvent['delivery']): string {
  switch (delivery) {
    case 'none':
    case 'saved-here':
      return t('onThisDevice')
    case 'sent':
      return t('onServer')
    case 'with-office':
      return t('onServerReview')
    case 'needs-attention':
      return t('needsAttention')
    case 'discarded':
      return t('discarded')
  }
}

interface PayloadFields {
  pu?: number
  outcome?: 'NOT_OUT' | 'NO_ACCESS' | 'OVERWEIGHT' | 'CONTAMINATED' | 'UNSAFE' | 'CUSTOMER_CANCELLED' | 'OTHER'
  extraAmount?: number
  notes?: string | null
  undoes?: string
}

function payloadOf({ payload }: ShownEvent): PayloadFields {
  return payload as PayloadFields
}

function extras(t: T, { extraAmount, notes }: PayloadFields): string[] {
  return [
    ...(extraAmount ? [t('historyExtra', { amount: showMoney(nearestCents(extraAmount)) })] : []),
    ...(notes ? [`“${notes}”`] : []),
  ]
}

interface StopHistoryProps {
  stop: Stop
  mayUndo: boolean
  onUndo: (eventID: string) => void
}

export function StopHistory({ stop, mayUndo, onUndo }: StopHistoryProps) {
  const { t } = useTranslation('pickups')
  const newestFirst = [...stop.history].reverse()
  const canUndo = (event: ShownEvent): boolean =>
    mayUndo && event.type !== 'undo' && !event.undone && event.delivery !== 'discarded'
  // An outcome of another phone, or of this one before it was set up again, is in the office's row only.
  const isOwn = stop.history.some((event) =>
    stop.outcomeEventID === null ? isOutcomeInEffect(event) : event.eventID === stop.outcomeEventID,
  )
  const outcomeShown = isOwn ? null : stop.outcome
  const { outcomeEventID } = stop
  return (
    <section className={styles.part} aria-labelledby="history">
      <h2 id="history">{t('history')}</h2>
      {newestFirst.length === 0 && outcomeShown === null ? <p className={styles.hint}>{t('nothingYet')}</p> : null}
      <ol className={styles.history}>
        {outcomeShown === null ? null : (
          <li className={styles.event}>
            <div className={styles.what}>
              <p>{outcomeText(t, outcomeShown, stop.pu)}</p>
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

function isOutcomeInEffect({ type, undone, delivery }: ShownEvent): boolean {
  return (type === 'done' || type === 'bag-mt' || type === 'not-collected') && !undone && delivery !== 'discarded'
}
