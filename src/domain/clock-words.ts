import { type Day, dayOf, daysBetween, formatDay, timeOf, weekdayOf } from './dates.ts'
import { monthName } from './day-words.ts'
import type { UsualTime } from './usual-time.ts'

/** Days and times as customers read them, in the business time zone. */

const SHORT = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Further away, a day is easily taken for one of another year. */
const FAR_DAYS = 60

/** "Monday 14 December". @param today where the day may lie further away: "Monday 29 March 2027" then names its year */
export function showLongDay(day: Day, today: Day = day): string {
  const month = monthName(Number(day.slice(5, 7)))
  const year = daysBetween(today, day) > FAR_DAYS ? ` ${day.slice(0, 4)}` : ''
  return `${WEEKDAYS[weekdayOf(day) - 1]} ${Number(day.slice(8, 10))} ${month}${year}`
}

/** "9:40 am". @param time "HH:MM" */
export function showClock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const { time: shown, half } = halves(hours * 60 + minutes)
  return `${shown} ${half}`
}

/** "Wed 11/11/2026, 9:00 am" */
export function showDayAndTime(day: Day, time: string): string {
  return `${SHORT[weekdayOf(day) - 1]} ${formatDay(day)}, ${showClock(time)}`
}

/** The last minute before an instant, such as a cut-off: "Sun 08/11/2026, 11:59 pm". */
export function showLastMinute(end: string, timeZone: string): string {
  const last = new Date(Date.parse(end) - 60_000)
  return showDayAndTime(dayOf(last, timeZone), timeOf(last, timeZone))
}

/** "Tuesday, 9:40–10:20 am" */
export function showUsualTime({ weekday, from, to }: UsualTime): string {
  const [first, last] = [halves(from), halves(to)]
  const begin = first.half === last.half ? `${first.time}–` : `${first.time} ${first.half} – `
  return `${WEEKDAYS[weekday - 1]}, ${begin}${last.time} ${last.half}`
}

function halves(minutes: number): { time: string; half: 'am' | 'pm' } {
  const hours = Math.floor(minutes / 60) % 24
  return { time: `${hours % 12 || 12}:${String(minutes % 60).padStart(2, '0')}`, half: hours < 12 ? 'am' : 'pm' }
}
