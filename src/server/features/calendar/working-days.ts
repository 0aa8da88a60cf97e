import { isWorkingDay, workingDayFrom } from '#domain/chasing.ts'
import { addDays, type Day, dayOf, instantAt } from '#domain/dates.ts'
import { publicHolidays } from './public-holidays.ts'
import type { SettingsInForce } from '../settings/public.ts'

/** When the server chases: from 9:00 on working days; what could not be done by 17:00 waits for the next one. */
const FROM = '09:00'
const TO = '17:00'
/** A reminder that has not left by then is not sent: the next working day decides anew. */
const LAST_MAIL = '20:00'

export interface WorkingDay {
  readonly day: Day
  readonly from: Date
  readonly to: Date
  readonly lastMail: Date
}

/** The public holidays of the firm's state, of the year of that day, the one before, whose notices stand, and the next. */
export async function holidaysFrom(settings: SettingsInForce, day: Day): Promise<ReadonlySet<Day>> {
  const year = Number(day.slice(0, 4))
  const years = [year - 1, year, year + 1]
  const found = await Promise.all(years.map((each) => publicHolidays(settings['business.state'], each)))
  // A holiday that begins in the evening leaves the working day.
  return new Set(found.flat().flatMap(({ day: off, name }) => (name.includes('(from ') ? [] : [off])))
}

function hoursOf(settings: SettingsInForce, day: Day): WorkingDay {
  const at = (time: string) => instantAt(day, time, settings['business.timeZone'])
  return { day, from: at(FROM), to: at(TO), lastMail: at(LAST_MAIL) }
}

/** The hours of today. Null: it is no working day, or before 9:00 or after 17:00. */
export async function workingNow(settings: SettingsInForce, now: Date): Promise<WorkingDay | null> {
  const hours = hoursOf(settings, dayOf(now, settings['business.timeZone']))
  if (now < hours.from || now >= hours.to) return null
  return isWorkingDay(hours.day, await holidaysFrom(settings, hours.day)) ? hours : null
}

/** The next time at which the server begins to chase, after this moment. */
export async function nextWorking(settings: SettingsInForce, now: Date): Promise<WorkingDay> {
  const today = dayOf(now, settings['business.timeZone'])
  const first = now < hoursOf(settings, today).from ? today : addDays(today, 1)
  return hoursOf(settings, workingDayFrom(first, await holidaysFrom(settings, first)))
}
