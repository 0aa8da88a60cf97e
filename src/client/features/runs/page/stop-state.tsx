import { formatDayAndTime, formatTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { periodName } from '#client/shells/weeks.ts'
import type { RunStop } from './run-types.ts'
import { stateOf } from './stop-filter.ts'
import styles from './stop-parts.module.css'

const TONES = { COLLECTED: styles.good, EMPTY: styles.empty } as Readonly<Record<string, string | undefined>>

/** A stop's state in a word, with its time. */
export function StopState({ stop, draft }: { stop: RunStop; draft: boolean }) {
  const { t } = useTranslation('runPage')
  const { t: terms } = useTranslation('terms')
  const { state, outcome, doneAt, noPickup, customerCancelledAt, shiftedTo, reason } = stop
  if (state === 'shifted' || state === 'cancelled') {
    const what =
      state === 'cancelled'
        ? t('cancelled')
        : shiftedTo === null
          ? t('shifted')
          : t('shiftedTo', { week: periodName(shiftedTo) })
    return (
      <span>
        {what}
        {reason === null ? '' : `: ${reason}`}
      </span>
    )
  }
  if (outcome !== null) {
    return (
      <span className={`${styles.outcome} ${TONES[outcome] ?? styles.bad}`}>
        {terms(`outcome${outcome}`)}{' '}
        {doneAt === null ? null : (
          <time dateTime={doneAt} title={formatDayAndTime(doneAt)}>
            {formatTime(doneAt)}
          </time>
        )}
      </span>
    )
  }
  if (customerCancelledAt !== null) {
    return (
      <span className={styles.bad} title={t('cancelledAtWhole', { at: formatDayAndTime(customerCancelledAt) })}>
        {t('cancelledAt', { at: formatTime(customerCancelledAt) })}
      </span>
    )
  }
  if (stateOf(stop) === 'no-pickup')
    return <span>{noPickup?.reason ? t('noPickupWhy', { reason: noPickup.reason }) : t('noPickup')}</span>
  return <span>{draft ? t('planned') : t('toDo')}</span>
}
