import { type Day, isDay } from './dates.ts'

/** The first day whose records stay in the database (`keep.years`): the same day that many years before. */
export function keptFrom(today: Day, years: number): Day {
  const year = String(Number(today.slice(0, 4)) - years).padStart(4, '0')
  const sameDay = `${year}${today.slice(4)}`
  // Only 29 February does not exist in every year.
  return isDay(sameDay) ? sameDay : `${year}-03-01`
}
