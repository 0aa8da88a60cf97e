import { dayOf, startOfDay, timeOf } from '#domain/dates.ts'
import { secondsOfDay } from '#domain/round-rules.ts'

export interface TimeOfDay {
  /** After midnight. */
  readonly seconds: number
  /** Epoch ms. */
  readonly dayBegan: number
}

export interface TimeAsked {
  /** Epoch ms. */
  readonly now: number
  readonly timeZone: string
}

/** Wishes and the days of records are in the business's time zone, in which the phone may not be. */
export function timeOfDay({ now, timeZone }: TimeAsked): TimeOfDay {
  const at = new Date(now)
  return {
    seconds: secondsOfDay(timeOf(at, timeZone)),
    dayBegan: startOfDay(dayOf(at, timeZone), timeZone).getTime(),
  }
}
