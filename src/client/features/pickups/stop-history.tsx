import type { ShownEvent } from '#client/offline/overlay.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Line, Lines, Section, Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { doneText, extrasText } from '#client/shells/done-text.ts'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { photosRecorded, photoWords } from '#client/shells/photo-words.ts'
import { outcomeText } from './stop-words.ts'
import type { Stop } from './stops.ts'
import styles from './stop-page.module.css'

/** One record in words: "Done, 2 bags, extra $10.00". An undo names the record it undoes. */
function eventText(event: ShownEvent, stop: Stop): string {
  const { serviceType, history } = stop
  const payload = payloadOf(event)
  switch (event.type) {
    case 'done':
      return [doneText({ serviceType, pu: payload.pu ?? 1 }), ...extrasText(payload)].join(', ')
    case 'bag-mt':
      return [outcomeWords('EMPTY', serviceType), ...extrasText(payload)].join(', ')
    case 'not-collected':
      return [outcomeWords(payload.outcome ?? 'OTHER', serviceType), ...extrasText(payload)].join(', ')
    case 'note':
      return t('Note: {{note}}', { note: payload.notes ?? '' })
    case 'photo':
      return photoWords(payload.photoID, photosRecorded(history))
    case 'undo': {
      const undone = history.find(({ eventID }) => eventID === payload.undoes)
      return undone && undone.type !== 'undo' ? t('Undone: {{what}}', { what: eventText(undone, stop) }) : t('Undone')
    }
    default:
      return t('A record of a newer version of the app')
  }
}

function deliveryWords(delivery: ShownEvent['delivery']): string {
  switch (delivery) {
    case 'none':
    case 'saved-here':
      return t('Saved on this phone, not sent yet')
    case 'sent':
      return t('The office has it')
    case 'with-office':
      return t('With the office to decide')
    case 'needs-attention':
      return t('Needs attention')
    case 'discarded':
      return t('Discarded')
  }
}

interface PayloadFields {
  pu?: number
  outcome?: 'NOT_OUT' | 'NO_ACCESS' | 'OVERWEIGHT' | 'CONTAMINATED' | 'UNSAFE' | 'CUSTOMER_CANCELLED' | 'OTHER'
  extraAmount?: number
  notes?: string | null
  undoes?: string
  photoID?: string
}

function payloadOf({ payload }: ShownEvent): PayloadFields {
  return payload as PayloadFields
}

interface StopHistoryProps {
  stop: Stop
  mayUndo: boolean
  onUndo: (eventID: string) => void
}

export function StopHistory({ stop, mayUndo, onUndo }: StopHistoryProps) {
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
    <Section title={t('History')}>
      {newestFirst.length === 0 && outcomeShown === null ? <Soft>{t('Nothing recorded yet.')}</Soft> : null}
      <Lines as="ol">
        {outcomeShown === null ? null : (
          <Line>
            <div className={styles.what}>
              <p>{outcomeText(outcomeShown, stop)}</p>
              <Soft>
                {stop.doneAt === null ? '' : `${formatDayAndTime(stop.doneAt)} · `}
                {t('Recorded elsewhere; the office has it')}
              </Soft>
            </div>
            {mayUndo && outcomeEventID !== null ? (
              <Button variant="plain" onClick={() => onUndo(outcomeEventID)}>
                {t('Undo')}
              </Button>
            ) : null}
          </Line>
        )}
        {newestFirst.map((event) => (
          <Line key={event.eventID}>
            <div className={styles.what}>
              <p className={event.undone ? styles.undone : undefined}>{eventText(event, stop)}</p>
              <Soft>
                {formatDayAndTime(event.recordedAt)} · {deliveryWords(event.delivery)}
                {event.undone ? ` · ${t('Undone')}` : ''}
              </Soft>
            </div>
            {canUndo(event) ? (
              <Button variant="plain" onClick={() => onUndo(event.eventID)}>
                {t('Undo')}
              </Button>
            ) : null}
          </Line>
        ))}
      </Lines>
    </Section>
  )
}

function isOutcomeInEffect({ type, undone, delivery }: ShownEvent): boolean {
  return (type === 'done' || type === 'bag-mt' || type === 'not-collected') && !undone && delivery !== 'discarded'
}
