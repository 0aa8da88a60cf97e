import { dayRange, weekTitle } from './day-words.ts'
import type { Day } from './dates.ts'

/** The week of a run, which names it. */
export interface RunWeek {
  readonly monthNumber: number
  readonly weekNumber: number
  readonly fromDate: Day
  readonly toDate: Day
}

export interface NamedRun extends RunWeek {
  /** `2026-11-W3-1`, which ends in which run of the week it is. */
  readonly readableID: string
}

/** "Week 3, November · 16-22 Nov", and for the second run of that week "· 2" after it. */
export function runInWords(run: NamedRun, today: Day): string {
  return `${weekTitle(run, run.fromDate, run.toDate)} · ${runDays(run, today)}`
}

/** "16-22 Nov", and for the second run of that week "16-22 Nov · 2". */
export function runDays({ readableID, fromDate, toDate }: NamedRun, today: Day): string {
  const sequence = /-(\d+)$/.exec(readableID)?.[1] ?? '1'
  const days = dayRange(fromDate, toDate, today)
  return sequence === '1' ? days : `${days} · ${sequence}`
}

/** What answers carry beside a run's code; null for what belongs to no run. */
export const weekOfRun = (run: RunWeek): RunWeek => ({
  monthNumber: run.monthNumber,
  weekNumber: run.weekNumber,
  fromDate: run.fromDate,
  toDate: run.toDate,
})

/** The run of an answer in words. Answers of earlier servers have its code only. */
export const runOfAnswer = (
  { runOrder, runWeek }: { runOrder: string | null; runWeek?: RunWeek | null | undefined },
  today: Day,
): string | null => (runOrder === null || !runWeek ? runOrder : runInWords({ ...runWeek, readableID: runOrder }, today))

/** The same for a file, which is read in other years too: always with the year. */
export const runInFile = (answer: Parameters<typeof runOfAnswer>[0]): string | null => runOfAnswer(answer, '')
