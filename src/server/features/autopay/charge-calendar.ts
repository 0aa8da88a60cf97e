import { addDays, type Day, dayOf, instantAt } from '#domain/dates.ts'
import type { ChargeCalendar } from '#domain/autopay.ts'
import { holidaysFrom } from '../calendar/public.ts'
import type { SettingsInForce } from '../settings/public.ts'

/** What could not be charged by then waits for the next working day. */
const LAST_TIME = '20:00'

export interface ChargeDay extends Omit<ChargeCalendar, 'used'> {
  /** Whether charges of today are made now. */
  readonly isOpen: boolean
}

/** Today's calendar of charges: its time comes once a working day. */
export async function chargeDay(settings: SettingsInForce, now: Date): Promise<ChargeDay> {
  const timeZone = settings['business.timeZone']
  const today: Day = dayOf(now, timeZone)
  const time = settings['autopay.time']
  const holidays = await holidaysFrom(settings, today)
  const begins = instantAt(today, time, timeZone)
  const ends = instantAt(today, LAST_TIME > time ? LAST_TIME : '23:59', timeZone)
  return {
    today,
    from: now < begins ? today : addDays(today, 1),
    fromPlanned: now < ends ? today : addDays(today, 1),
    holidays,
    isOpen: now >= begins && now < ends,
  }
}
