import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useInterruptedCaptures } from './pickups-data.ts'
import type { CaptureIntent } from '#client/photo/capture-intent.ts'
import type { Stop } from './stops.ts'
import styles from './pickups-page.module.css'

/** Shown when the phone ended the app while its camera was open: the photo can be taken again. */
export function InterruptedPhoto({ stops, onTake }: { stops: readonly Stop[]; onTake: (stop: Stop) => void }) {
  const { t } = useTranslation('pickups')
  const { captures, forget } = useInterruptedCaptures()
  // The photo may have been stored just before the end: then the notice is not shown.
  const isSaved = (stop: Stop, { openedAt }: CaptureIntent) =>
    stop.history.some(({ type, occurredAt }) => type === 'photo' && occurredAt >= openedAt)
  const lost = captures.flatMap((capture) => {
    const stop = stops.find(({ assignmentID }) => assignmentID === capture.assignmentID)
    return stop && !isSaved(stop, capture) ? [{ stop, capture }] : []
  })[0]
  if (!lost) return null
  const { stop, capture } = lost
  return (
    <section className={styles.warning} role="alert">
      <p>{t('photoLost', { street: stop.address })}</p>
      <div className={styles.tools}>
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            forget(capture)
            onTake(stop)
          }}
        >
          {t('takeAgain')}
        </button>
        <button type="button" className={styles.action} onClick={() => forget(capture)}>
          {t('forget')}
        </button>
      </div>
    </section>
  )
}
