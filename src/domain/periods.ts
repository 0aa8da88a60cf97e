import { addDays, type Day } from './dates.ts'

/** The Australian financial year, July to June, and the quarters of its BAS. */

export interface Period {
  readonly from: Day
  readonly to: Day
}

/** 1 is July to September. */
export const QUARTERS = [1, 2, 3, 4] as const
export type Quarter = (typeof QUARTERS)[number]

/** The year in which it begins: 2026 is July 2026 to June 2027. */
export const financialYearOf = (day: Day): number => Number(day.slice(0, 4)) - (day.slice(5, 7) < '07' ? 1 : 0)

export const quarterOf = (day: Day): Quarter =>
  (((Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 2) % 4) + 1) as Quarter

export const financialYear = (year: number): Period => ({ from: `${year}-07-01`, to: `${year + 1}-06-30` })

export function quarter(year: number, of: Quarter): Period {
  const first = of <= 2 ? `${year}-${of === 1 ? '07' : '10'}` : `${year + 1}-${of === 3 ? '01' : '04'}`
  return { from: `${first}-01`, to: addDays(nextMonth(nextMonth(nextMonth(`${first}-01`))), -1) }
}

/** The first day of the month after the one that begins on this day. */
function nextMonth(first: Day): Day {
  const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))]
  return month === 12 ? `${year + 1}-01-01` : `${first.slice(0, 4)}-${String(month + 1).padStart(2, '0')}-01`
}

/** "2026-11" -> its first and last day. */
export const monthPeriod = (month: string): Period => ({
  from: `${month}-01`,
  to: addDays(nextMonth(`${month}-01`), -1),
})

/** The months from the first day's to the last day's: "2026-07", "2026-08", ... */
export function monthsIn({ from, to }: Period): string[] {
  const months: string[] = []
  for (let first: Day = `${from.slice(0, 7)}-01`; first <= to; first = nextMonth(first)) months.push(first.slice(0, 7))
  return months
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** "Nov 2026" */
export const monthWords = (month: string): string => `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`

/** "2026–27" */
export const financialYearWords = (year: number): string => `${year}–${String((year + 1) % 100).padStart(2, '0')}`

/** "Jul–Sep 2026" */
export function quarterWords(year: number, of: Quarter): string {
  const { from, to } = quarter(year, of)
  return `${MONTHS[Number(from.slice(5, 7)) - 1]}–${MONTHS[Number(to.slice(5, 7)) - 1]} ${to.slice(0, 4)}`
}
