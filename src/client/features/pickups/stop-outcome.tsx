import { useTranslation } from '#client/ui/core/use-translation.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { outcomeText } from './outcome-words.ts'
import { cancelledText, deliveryText } from './row-words.ts'
import { isCancelledByCustomer, isMissed, isOff, type Stop } from './stops.ts'
import styles from './stop-page.module.css'

/** The outcome of a stop, its time, and whether the office has it. */
export function StopOutcome({ stop }: { stop: Stop }) {
  const { t } = useTranslation('pickups')
  const details = [
    stop.doneAt === null ? '' : formatDayAndTime(stop.doneAt),
    stop.extraAmount === 0 ? '' : t('historyExtra', { amount: showMoney(nearestCents(stop.extraAmount)) }),
    deliveryText(t, stop.delivery),
  ].filter((text) => text !== '')
  return (
    <>
      <p className={stop.outcome === null ? styles.untold : isMissed(stop) ? styles.missed : styles.outcome}>
        {stop.outcome === null ? (isOff(stop) ? t('noStop') : t('nothingYet')) : outcomeText(t, stop.outcome, stop.pu)}
      </p>
      {details.length === 0 ? null : <p className={styles.hint}>{details.join(' · ')}</p>}
      {stop.movedByOffice ? <p className={styles.alert}>{t('movedByOfficeWhy')}</p> : null}
      {stop.shownState === 'shifted' ? <p className={styles.alert}>{withReason(t('shifted'), stop.reason)}</p> : null}
      {stop.shownState === 'cancelled' && !isCancelledByCustomer(stop) ? (
        <p className={styles.alert}>{withReason(t('removed'), stop.reason)}</p>
      ) : null}
      {stop.shownState === 'completed' ? <p className={styles.hint}>{t('completed')}</p> : null}
      {isCancelledByCustomer(stop) ? <p className={styles.alert}>{cancelledText(t, stop)}</p> : null}
    </>
  )
}

function withReason(what: string, reason: string | null): string {
  return reason ? `${what}: ${reason}` : what
}
