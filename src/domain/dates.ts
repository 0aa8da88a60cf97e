/**
 * Days are text `YYYY-MM-DD` and are never converted through an instant (domain.md 1). Where a day must become an
 * instant, Intl applies the business time zone; the time zone of the process is never read.
 */
export type Day = string

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function lengthOfMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Whether the date exists, between years 0001 and 9999. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, date] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  // It makes no Date, because files of tens of thousands of lines are read with it.
  return year > 0 && month >= 1 && month <= 12 && date >= 1 && date <= lengthOfMonth(year, month)
}

/** The latest of at least one day. */
export const latestDay = (...days: readonly Day[]): Day => days.reduce((a, b) => (a > b ? a : b))

/** Throws RangeError when the text is not a day, or the result is outside years 0001-9999. */
export function addDays(day: Day, days: number): Day {
  return dayFromNumber(dayNumber(day) + days)
}

/** Days from a to b: positive when b is later. */
export function daysBetween(a: Day, b: Day): number {
  return dayNumber(b) - dayNumber(a)
}

/** 1 = Monday ... 7 = Sunday. */
export function weekdayOf(day: Day): number {
  // 01/01/1970 was a Thursday (4).
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1
}

/** The Monday of the day's week (a week is Monday-Sunday). */
export function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day))
}

/** The day in that time zone at that instant. */
export function dayOf(instant: Date, timeZone: string): Day {
  return dayFromNumber(Math.floor(wallClock(instant.getTime(), timeZone) / DAY_MS))
}

/** The day at that instant by this device's own clock and time zone, as the times on its screens. */
export const localDay = (instant: Date): Day => dayOf(instant, Intl.DateTimeFormat().resolvedOptions().timeZone)

/** The time of day in that time zone at that instant, "HH:MM". */
export function timeOf(instant: Date, timeZone: string): string {
  return new Date(wallClock(instant.getTime(), timeZone)).toISOString().slice(11, 16)
}

/**
 * The instant at which local time there is `time` ("HH:MM"). If the time occurs twice, it is the earlier one; if a
 * clock change skips it, the instant it would have been without the change (a skipped midnight: the first instant of
 * that day).
 */
export function instantAt(day: Day, time: string, timeZone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wall = dayNumber(day) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS
  // The offset one day before or after is right, so two tries cover every clock change.
  const before = wall - offsetAt(wall - DAY_MS, timeZone)
  const after = wall - offsetAt(wall + DAY_MS, timeZone)
  const fits = [before, after].filter((instant) => wallClock(instant, timeZone) === wall)
  return new Date(fits.length > 0 ? Math.min(...fits) : before)
}

export function startOfDay(day: Day, timeZone: string): Date {
  return instantAt(day, '00:00', timeZone)
}

/** The first instant after the day (23, 24 or 25 hours after its start). */
export function endOfDayExclusive(day: Day, timeZone: string): Date {
  return startOfDay(addDays(day, 1), timeZone)
}

/** "09/11/2026" */
export function formatDay(day: Day): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** "week of Mon 09/11/2026" (domain.md 10). */
export function showWeekOf(from: Day): string {
  return `week of ${WEEKDAYS[weekdayOf(from) - 1]} ${formatDay(from)}`
}

/** The same where a line begins with it: "Week of Mon 09/11/2026". */
export function titleWeekOf(from: Day): string {
  return showWeekOf(from).replace(/^w/, 'W')
}

/** Whether Intl accepts the name as a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    formatterOf(name)
    return true
  } catch {
    return false
  }
}

function dayNumber(day: Day): number {
  if (!isDay(day)) throw new RangeError(`"${day}" isn’t a date.`)
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS
}

function dayFromNumber(number: number): Day {
  const time = number * DAY_MS
  const day = Math.abs(time) <= 8.64e15 ? new Date(time).toISOString().slice(0, 10) : ''
  if (!isDay(day)) throw new RangeError('This date is outside the calendar.')
  return day
}

function offsetAt(time: number, timeZone: string): number {
  return wallClock(time, timeZone) - Math.floor(time / 1000) * 1000
}

/** The local time there, encoded as if it were UTC milliseconds (whole seconds). */
function wallClock(time: number, timeZone: string): number {
  const shown: Record<string, number> = {}
  for (const part of formatterOf(timeZone).formatToParts(time)) {
    if (part.type !== 'literal') shown[part.type] = Number(part.value)
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  const wall = new Date(Date.UTC(2000, month - 1, day, hour, minute, second))
  // Date.UTC reads years 0-99 as 1900-1999.
  wall.setUTCFullYear(year, month - 1, day)
  return wall.getTime()
}

// Creating a formatter costs about a hundred times as much as using one.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, made)
  return made
}
