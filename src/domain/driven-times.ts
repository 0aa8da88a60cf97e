import { median } from './middle.ts'
import { metresBetween, type Point } from './place.ts'
import { compareText, orderKey } from './stop-order.ts'

/**
 * How long drivers took from stop to stop, learnt from the times of their records (domain.md 18). What is kept names
 * streets and suburbs, and neither a driver nor a day.
 */

/** A stop that a driver has recorded. */
export interface DrivenStop {
  driverID: string
  /** Epoch ms. */
  at: number
  suburb: string
  address: string
  /** Null: its place is not known. */
  point: Point | null
}

/**
 * What a gap between two records leads over: from street to street; within or between suburbs; or stops side by side,
 * where nearly all of it is the work at the stop.
 */
export const GAP_KINDS = ['street', 'suburb', 'stop'] as const
export type GapKind = (typeof GAP_KINDS)[number]

/** Two streets or suburbs, in the order of their names, because both directions count alike. Of stops both are empty. */
export interface GapBetween {
  kind: GapKind
  first: string
  second: string
}

/** Seconds, and metres in a straight line, which are null where a place is not known. */
export type Gap = readonly [seconds: number, metres: number | null]

/** Seconds; a longer gap is a break. */
export const BREAK = 20 * 60
/** Seconds; a shorter gap is of stops told one after the other, without driving between them. */
const TOGETHER = 15
/** Metres in a straight line; a shorter way says more about the work at the stop than about driving. */
const APART = 200
const SIDE_BY_SIDE = 60
/** The newest gaps that are kept of a pair. */
export const GAPS_KEPT = 30
/** Fewer gaps say nothing. */
export const GAPS_NEEDED = 3

/** The street of a stop, as gaps name it. */
export function streetNameOf(stop: { suburb: string; address: string }): { suburb: string; street: string } {
  const { suburb, street } = orderKey({ ...stop, runNumber: 1, stopOrder: null, refId: '' })
  return { suburb, street: `${suburb}|${street}` }
}

export const betweenKey = ({ kind, first, second }: GapBetween): string => JSON.stringify([kind, first, second])

const between = (kind: GapKind, one: string, other: string): GapBetween =>
  compareText(one, other) <= 0 ? { kind, first: one, second: other } : { kind, first: other, second: one }

/** Whether a gap between two records says how long driving and work took. */
export const isDrivenGap = (seconds: number): boolean => seconds >= TOGETHER && seconds <= BREAK

/** The gaps of a run by what they are between, each oldest first. Breaks, and stops told together, are left out. */
export function gapsOf(stops: readonly DrivenStop[]): Map<string, GapBetween & { gaps: Gap[] }> {
  const found = new Map<string, GapBetween & { gaps: Gap[] }>()
  const add = (pair: GapBetween, gap: Gap) => {
    const key = betweenKey(pair)
    const of = found.get(key) ?? { ...pair, gaps: [] }
    of.gaps.push(gap)
    found.set(key, of)
  }
  const driven = stops
    .map((stop) => ({ ...stop, ...streetNameOf(stop) }))
    .sort((a, b) => compareText(a.driverID, b.driverID) || a.at - b.at)
  for (const [at, to] of driven.entries()) {
    const from = driven[at - 1]
    if (from === undefined || from.driverID !== to.driverID) continue
    const seconds = Math.round((to.at - from.at) / 1000)
    if (!isDrivenGap(seconds)) continue
    const metres = from.point && to.point ? Math.round(metresBetween(from.point, to.point)) : null
    if (from.street !== to.street) add(between('street', from.street, to.street), [seconds, metres])
    if (metres === null) continue
    if (metres >= APART) add(between('suburb', from.suburb, to.suburb), [seconds, metres])
    if (metres <= SIDE_BY_SIDE) add(between('stop', '', ''), [seconds, metres])
  }
  return found
}

/** The gaps that are kept once newer ones have come. */
export const newestGaps = (kept: readonly Gap[], newer: readonly Gap[]): Gap[] => [...kept, ...newer].slice(-GAPS_KEPT)

/** What enough gaps say; a pair without enough of them is missing. */
export interface DrivenTimes {
  /** Seconds at a stop; null: not known. */
  atStop: number | null
  /** From record to record, so with the time at one stop. Metres in a straight line; null: not known. */
  streets: { first: string; second: string; seconds: number; metres: number | null }[]
  /** Pairs of seconds and metres, of which each is one way from record to record. */
  suburbs: { first: string; second: string; ways: [seconds: number, metres: number][] }[]
}

export const NOTHING_DRIVEN: DrivenTimes = { atStop: null, streets: [], suburbs: [] }

export function drivenTimes(rows: readonly (GapBetween & { gaps: readonly Gap[] })[]): DrivenTimes {
  const enough = rows.filter(({ gaps }) => gaps.length >= GAPS_NEEDED)
  const of = (kind: GapKind) => enough.filter((row) => row.kind === kind)
  const [stops] = of('stop')
  return {
    atStop: stops ? median(stops.gaps.map(([seconds]) => seconds)) : null,
    streets: of('street').map(({ first, second, gaps }) => {
      const metres = gaps.flatMap(([, each]) => each ?? [])
      return {
        first,
        second,
        seconds: median(gaps.map(([seconds]) => seconds)),
        metres: metres.length < GAPS_NEEDED ? null : median(metres),
      }
    }),
    suburbs: of('suburb').map(({ first, second, gaps }) => ({
      first,
      second,
      ways: gaps.map(([seconds, metres]): [number, number] => [seconds, metres ?? APART]),
    })),
  }
}
