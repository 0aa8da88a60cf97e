import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { TakenOff } from './stops.ts'
import styles from './pickups-page.module.css'

interface TakenOffLineProps {
  off: TakenOff
  /** Whether the list shows these stops. */
  shown: boolean
  onShow: (show: boolean) => void
}

/**
 * Why the count decreased: how many stops the office removed from the run, where they went, and what happens to their
 * records.
 */
export function TakenOffLine({ off, shown, onShow }: TakenOffLineProps) {
  const { t } = useTranslation('pickups')
  if (off.count === 0) return null
  const reasons = [
    off.toAnotherWeek > 0 ? t('offWeek', { count: off.toAnotherWeek }) : '',
    off.byOffice > 0 ? t('offOffice', { count: off.byOffice }) : '',
    off.cancelled > 0 ? t('offCancelled', { count: off.cancelled }) : '',
  ]
  return (
    <button type="button" className={styles.off} aria-pressed={shown} onClick={() => onShow(!shown)}>
      <strong>{t('off', { count: off.count })}</strong>
      <span>{reasons.filter((reason) => reason !== '').join(', ')}</span>
      {off.recorded > 0 ? <span>{t('offRecorded', { count: off.recorded })}</span> : null}
    </button>
  )
}
