/** How large a made world is. The working week is the same in each: runs of so many stops, so many of them a driver's. */
export interface Size {
  readonly customers: number
  /** Collection weeks, the one being driven included: four in each month. */
  readonly weeks: number
  readonly drivers: number
  /** Of one driver in a week. */
  readonly stopsOfDriver: number
  readonly driversOfRun: number
}

/** The sizes of the bench. Stops and events follow from the customers and weeks; what came of it is counted and printed. */
export const SIZES = {
  s: { customers: 4_000, weeks: 52, drivers: 8, stopsOfDriver: 125, driversOfRun: 8 },
  m: { customers: 40_000, weeks: 104, drivers: 40, stopsOfDriver: 125, driversOfRun: 8 },
  l: { customers: 100_000, weeks: 250, drivers: 100, stopsOfDriver: 125, driversOfRun: 8 },
} as const satisfies Record<string, Size>

/**
 * Customers of each hundred. A young firm's customers are collected every month; an old one's are half of them gone or
 * collected every second month, so that it has 25 customers for each stop of a driver where the young one has four.
 */
interface Mix {
  /** Twice a month, in their week and the one two weeks off. */
  readonly fortnightly: number
  readonly cancelled: number
  readonly blocked: number
  /** Came after the first week. */
  readonly joined: number
  readonly secondMonthly: number
}

const YOUNG: Mix = { fortnightly: 4, cancelled: 3, blocked: 1, joined: 3, secondMonthly: 0 }
const OLD: Mix = { fortnightly: 2, cancelled: 30, blocked: 2, joined: 20, secondMonthly: 40 }

export const stopsOfWeek = ({ drivers, stopsOfDriver }: Size) => drivers * stopsOfDriver
export const stopsOfRun = ({ driversOfRun, stopsOfDriver }: Size) => driversOfRun * stopsOfDriver

/** @throws where the customers don't come to exactly the drivers' stops in the week being driven */
export function mixOf(size: Size): Mix {
  const young = size.customers === 4 * stopsOfWeek(size)
  if (!young && size.customers !== 8 * stopsOfWeek(size))
    throw new Error('A world has four or eight customers for each stop of a week.')
  if (size.customers % (young ? 400 : 800) !== 0) throw new Error('The customers are not whole hundreds of each week.')
  return young ? YOUNG : OLD
}
