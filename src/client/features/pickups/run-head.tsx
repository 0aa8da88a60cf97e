import type { StoredRun } from '#client/offline/store/schema.ts'
import type { ShownRun } from '#client/offline/overlay.ts'
import { formatDay } from '#domain/dates.ts'
import { dayRange, weekTitle } from '#domain/day-words.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Row } from '#client/ui/core/parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import styles from './pickups-page.module.css'

/** The office's name for the run, else its week; for the second run of that week "· 2" after it. */
export function runName(run: StoredRun): string {
  const { description, sequenceNumber, fromDate, toDate } = run
  const week = weekTitle(run, fromDate, toDate)
  return description?.trim() || (sequenceNumber === 1 ? week : `${week} · ${sequenceNumber}`)
}

/** While the run is active, of the stops that are still on it; afterwards of all that were planned, as the office says. */
export function RunSum({ shown }: { shown: ShownRun }) {
  const { figures, bags, run } = shown
  const { done, notDone } = figures
  const isOver = run.status !== 'active'
  const total = isOver ? figures.planned : shown.total
  const recorded = isOver ? done : shown.recorded
  return (
    <>
      <div className={styles.sum}>
        <span>{dayRange(run.fromDate, run.toDate, run.toDate)}</span>
        <span>
          <strong>{done}</strong> {t('of {{total}} done', { total })}
          {notDone === 0 ? null : ` · ${t('{{count}} not done', { count: notDone })}`}
        </span>
        <span>
          <strong>{bags}</strong> {plural(bags, 'bag', 'bags')}
        </span>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={
          notDone === 0
            ? t('{{done}} of {{total}} done', { done, total })
            : t('{{done}} done and {{notDone}} not done of {{total}}', { done, notDone, total })
        }
        aria-valuemin={0}
        aria-valuemax={Math.max(total, 1)}
        aria-valuenow={recorded}
      >
        <i style={{ transform: `scaleX(${total === 0 ? 0 : recorded / total})` }} />
      </div>
    </>
  )
}

interface RunSwitchProps {
  runs: readonly StoredRun[]
  runOrderID: string
  onChoose: (runOrderID: string) => void
}

/** Last week's run may still be open when this week's has begun. */
export function RunSwitch({ runs, runOrderID, onChoose }: RunSwitchProps) {
  return (
    <Row role="group" aria-label={t('Runs')} className={styles.runs}>
      {runs.map((run) => (
        <Button
          key={run.runOrderID}
          variant="plain"
          aria-pressed={run.runOrderID === runOrderID}
          onClick={() => onChoose(run.runOrderID)}
        >
          {runName(run)} · {formatDay(run.fromDate).slice(0, 5)}
        </Button>
      ))}
    </Row>
  )
}
