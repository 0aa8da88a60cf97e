import { useTranslation } from '#client/ui/use-translation.ts'
import { useInterruptedCapture } from './pickups-data.ts'
import type { Stop } from './stops.ts'
import styles from './pickups-page.module.css'

/** The phone ended the app while its camera was open: say so, and take the photo again. */
export function InterruptedPhoto({ stops, onTake }: { stops: readonly Stop[]; onTake: (stop: Stop) => void }) {
  const { t } = useTranslation('pickups')
  const { assignmentID, forget } = useInterruptedCapture()
  const stop = stops.find((one) => one.assignmentID === assignmentID)
  if (!stop) return null
  return (
    <section className={styles.warning} role="alert">
      <p>{t('photoLost', { street: stop.address })}</p>
      <div className={styles.tools}>
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            forget()
            onTake(stop)
          }}
        >
          {t('takeAgain')}
        </button>
        <button type="button" className={styles.action} onClick={forget}>
          {t('forget')}
        </button>
      </div>
    </section>
  )
}
