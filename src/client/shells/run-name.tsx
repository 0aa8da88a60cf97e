import { dayRange, weekTitle } from '#domain/day-words.ts'
import { useToday } from './today.ts'
import styles from './run-name.module.css'

export interface NamedRun {
  readonly readableID: string
  readonly monthNumber: number
  readonly weekNumber: number
  /** `YYYY-MM-DD` */
  readonly fromDate: string
  readonly toDate: string
}

/** "Week 3, November · 16-22 Nov", for titles and sentences. */
export const runInWords = (run: NamedRun, today: string): string =>
  `${weekTitle(run, run.fromDate, run.toDate)} · ${dayRange(run.fromDate, run.toDate, today)}`

/** The run's week, followed by its code in small type, which distinguishes two runs of one week. */
export function RunName({ run }: { run: NamedRun }) {
  const today = useToday()
  return (
    <>
      {runInWords(run, today)} <small className={styles.code}>{run.readableID}</small>
    </>
  )
}
