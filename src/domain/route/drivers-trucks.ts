import { knownEnd, type LocalTimes, secondsBetween } from './local-times.ts'
import type { RoundEnd, Times } from './question.ts'
import type { TrucksQuestion } from './trucks.ts'

export interface DriverOfRound {
  start: RoundEnd
  end: RoundEnd
  /** Bags; any number unless said. */
  capacity?: number
  /** Seconds from start to end; any unless said. */
  longestDay?: number
  /** Stops that only this driver may have. */
  tied?: readonly number[]
}

/** What a second of a day costs beside a second driven, where days are to be equal. */
const EVENNESS = 5

export interface Division {
  times: Times
  bags: ArrayLike<number>
  drivers: readonly DriverOfRound[]
  hours: 'equal' | 'any'
}

/** The question as its search needs it: stops first, then each driver's start and end. */
export function trucksQuestion({ stops, seconds, service, size: localSize }: LocalTimes, division: Division) {
  const { times, drivers, hours } = division
  const ends = drivers.flatMap(({ start, end }) => [knownEnd(times, start), knownEnd(times, end)])
  const size = stops.length + ends.length
  const all = new Float64Array(size * size)
  const longest = seconds.reduce((most, one) => Math.max(most, one), 0)
  for (let a = 0; a < stops.length; a += 1) {
    for (let b = 0; b < stops.length; b += 1) all[a * size + b] = seconds[a * localSize + b]!
    for (const [at, end] of ends.entries()) {
      const taken = secondsBetween(times, end, stops[a]!)
      const node = stops.length + at
      all[a * size + node] = all[node * size + a] = Number.isNaN(taken) ? longest : taken
    }
  }

  const tied = new Int32Array(stops.length).fill(-1)
  const nodes = new Map(stops.map((stop, node) => [stop, node]))
  const tiedTwice: number[] = []
  for (const [driver, { tied: own = [] }] of drivers.entries()) {
    for (const stop of own) {
      const node = nodes.get(stop)
      if (node === undefined || tied[node] === driver) continue
      if (tied[node] === -1) tied[node] = driver
      else tiedTwice.push(stop)
    }
  }
  const same = (a: DriverOfRound, b: DriverOfRound) =>
    a.start === b.start && a.end === b.end && a.capacity === b.capacity && a.longestDay === b.longestDay
  const kinds = Int32Array.from(drivers, (driver) => drivers.findIndex((other) => same(driver, other)))
  const trucks: TrucksQuestion & { tied: Int32Array; kinds: Int32Array } = {
    stops: stops.length,
    seconds: all,
    service: service.slice(0, stops.length),
    bags: Float64Array.from(stops, (stop) => Math.max(0, division.bags[stop] ?? 0) || 0),
    trucks: drivers.map(({ capacity = Infinity, longestDay = Infinity }) => ({ capacity, longestDay })),
    evenness: hours === 'equal' ? EVENNESS : 0,
    tied,
    kinds,
  }
  return { trucks, tiedTwice }
}
