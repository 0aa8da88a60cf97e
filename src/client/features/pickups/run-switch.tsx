import { useTranslation } from '#client/ui/core/use-translation.ts'
import { formatDay } from '#domain/dates.ts'
import type { StoredRun } from '#client/offline/stored.ts'
import { runName } from './run-name.ts'
import styles from './pickups-page.module.css'

interface RunSwitchProps {
  runs: readonly StoredRun[]
  runOrderID: string
  onChoose: (runOrderID: string) => void
}

/** Last week's run may still be open when this week's has begun. */
export function RunSwitch({ runs, runOrderID, onChoose }: RunSwitchProps) {
  const { t } = useTranslation('pickups')
  return (
    <div role="group" aria-label={t('runs')} className={`${styles.tabs} ${styles.runs}`}>
      {runs.map((run) => (
        <button
          key={run.runOrderID}
          type="button"
          className={styles.tab}
          aria-pressed={run.runOrderID === runOrderID}
          onClick={() => onChoose(run.runOrderID)}
        >
          {runName(t, run)} · {formatDay(run.fromDate).slice(0, 5)}
        </button>
      ))}
    </div>
  )
}
