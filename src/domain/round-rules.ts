import type { Street } from './route/question.ts'

/** What the office wishes for the order of stops: where drivers start and end, what comes first, which street whole. */

export const ROUND_STARTS = ['anywhere', 'depot', 'home'] as const
export type RoundStartAt = (typeof ROUND_STARTS)[number]
export const ROUND_ENDS = ['anywhere', 'depot', 'home', 'tip'] as const
export type RoundEndAt = (typeof ROUND_ENDS)[number]

export const STREET_WAYS = ['both-sides', 'one-side-and-back'] as const satisfies readonly Street['way'][]
export type StreetWay = (typeof STREET_WAYS)[number]

/** Streets of one suburb. */
export const STREETS_MAX = 200

/** Bags that a truck carries at most. */
export const TRUCK_BAGS_MAX = 10_000
/** Hours of a longest day. */
export const DAY_HOURS = { min: 1, max: 24 } as const

export const DEFAULT_START_TIME = '07:00'
/** Kilometres an hour, and minutes at a stop. */
export const DEFAULT_TRAVEL = { speed: 30, atStop: 2 } as const

/** "07:00". */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Seconds after midnight. @param time "HH:MM" */
export function secondsOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60
}

/** A customer's wish: "first", "last", or the time before which the stop is reached, "HH:MM". */
export const isOrderWish = (text: string): boolean => text === 'first' || text === 'last' || isTimeOfDay(text)

const TIME = /^(?:(?:before|by)\s+)?(\d{1,2})(?:[:.](\d{2})(?::00)?)?\s*(?:([ap])\.?m?\.?)?$/

/** A wish as a file of customers has it: "First", "before 9:00", "9 am", "9:00:00 AM". Null: it is none. */
export function readOrderWish(text: string): string | null {
  const plain = text.trim().toLowerCase()
  const [, hour, minutes = '00', half] = TIME.exec(plain) ?? []
  // A lone number may be a position in the order.
  if (hour === undefined || (plain === hour && half === undefined)) return isOrderWish(plain) ? plain : null
  const isTwelve = Number(hour) === 12
  if (half !== undefined && (Number(hour) === 0 || Number(hour) > 12)) return null
  const inDay = half === undefined ? Number(hour) : (isTwelve ? 0 : Number(hour)) + (half === 'p' ? 12 : 0)
  const time = `${String(inDay).padStart(2, '0')}:${minutes}`
  return isTimeOfDay(time) ? time : null
}
