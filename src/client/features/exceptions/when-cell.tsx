import type { Exception } from '#contract/v1/exceptions.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './exceptions.module.css'

/** Times closer than this are shown as one. */
const SAME_MS = 60_000

/** When it was recorded, by the office's clock; null where the record has no time. */
export function officeTime({ occurredAt, clockOffset }: Exception): string | null {
  return occurredAt === null ? null : new Date(new Date(occurredAt).getTime() + clockOffset).toISOString()
}

/**
 * The time by the office's clock, the time by the phone's where that one is off, and the time of arrival. A time in the
 * future is shown, but marked as wrong.
 */
export function WhenCell({ event }: { event: Exception }) {
  const { t } = useTranslation('exceptions')
  const { occurredAt, receivedAt, clockOffset } = event
  const at = officeTime(event)
  return (
    <div>
      <span className={at === null ? undefined : styles.whole}>{at === null ? t('noTime') : formatDayAndTime(at)}</span>
      {occurredAt !== null && Math.abs(clockOffset) >= SAME_MS ? (
        <div className={styles.soft}>{t('phoneClock', { time: formatDayAndTime(occurredAt) })}</div>
      ) : null}
      {at !== null && at > receivedAt && new Date(at).getTime() - new Date(receivedAt).getTime() >= SAME_MS ? (
        <div className={styles.soft}>{t('inFuture')}</div>
      ) : null}
      <div className={styles.soft}>{t('arrived', { time: formatDayAndTime(receivedAt) })}</div>
    </div>
  )
}
