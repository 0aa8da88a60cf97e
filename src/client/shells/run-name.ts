import { dayRange, weekTitle } from '#domain/day-words.ts'

export interface NamedRun {
  readonly readableID: string
  readonly monthNumber: number
  readonly weekNumber: number
  /** `YYYY-MM-DD` */
  readonly fromDate: string
  readonly toDate: string
}

/** "Week 3, November · 16-22 Nov", and for the second run of that week "· 2" after it. */
export function runInWords(run: NamedRun, today: string): string {
  return `${weekTitle(run, run.fromDate, run.toDate)} · ${runDays(run, today)}`
}

/** "16-22 Nov", and for the second run of that week "16-22 Nov · 2". */
export function runDays({ readableID, fromDate, toDate }: NamedRun, today: string): string {
  const sequence = /-(\d+)$/.exec(readableID)?.[1] ?? '1'
  const days = dayRange(fromDate, toDate, today)
  return sequence === '1' ? days : `${days} · ${sequence}`
}
