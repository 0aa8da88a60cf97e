import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { ShownRun } from '#client/offline/overlay.ts'
import styles from './pickups-page.module.css'

/** The run's progress: "17 of 42 done", the bags so far, a bar. */
export function RunSum({ shown }: { shown: ShownRun }) {
  const { t } = useTranslation('pickups')
  const { done, total, bags, run } = shown
  return (
    <>
      <div className={styles.sum}>
        <span>{t('runWeek', { week: run.weekNumber })}</span>
        <span>
          <strong>{done}</strong> {t('ofTotalDone', { total })}
        </span>
        <span>
          <strong>{bags}</strong> {t('bagsUnit', { count: bags })}
        </span>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('progress', { done, total })}
        aria-valuemin={0}
        aria-valuemax={Math.max(total, 1)}
        aria-valuenow={done}
      >
        <i style={{ transform: `scaleX(${total === 0 ? 0 : done / total})` }} />
      </div>
    </>
  )
}
