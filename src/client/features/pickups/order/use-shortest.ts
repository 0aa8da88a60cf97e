import { useMemo } from 'react'
import { placeOf } from '#domain/known-place.ts'
import type { Point } from '#domain/place.ts'
import type { RoundRules } from '#domain/round-question.ts'
import { DEFAULT_TRAVEL, secondsOfDay } from '#domain/round-rules.ts'
import { askedStop } from '#client/shells/route/asked-stop.ts'
import { type Found, useOrderSearch } from '#client/shells/route/use-order-search.ts'
import { isCancelledByCustomer, isToDo, isTold, type Stop } from '../stops.ts'
import type { OwnRules } from './own-rules.ts'
import type { TimeOfDay } from './time-of-day.ts'

/** How long to look, ms, on a phone. */
const LOOK_MS = 1_500
/** Where the office has not said it yet. */
const NO_RULES = { start: null, end: null, streets: [], customers: [], travel: DEFAULT_TRAVEL }

export type From = 'here' | 'last' | 'start' | 'anywhere'

export interface Asked {
  /** To do, in today's order. */
  readonly stops: readonly Stop[]
  readonly rules: RoundRules
  readonly from: From
}

interface AskedOf {
  /** They are in the driver's order. */
  stops: readonly Stop[]
  rules: OwnRules | null
  /** Null: not known. */
  here: Point | null
  now: TimeOfDay
}

/** The search starts where the driver is, else at the last stop told today, else at the start of the round. */
export function askedOf({ stops, rules, here, now }: AskedOf): Asked {
  const known = rules ?? NO_RULES
  const today = stops.filter((stop) => isTold(stop) && Date.parse(stop.doneAt ?? '') >= now.dayBegan)
  const last = today.toSorted((a, b) => (a.doneAt! < b.doneAt! ? -1 : 1)).at(-1)
  const lastPlace = last ? placeOf(last) : null
  const starts: readonly (readonly [From, Point | null])[] = [
    ['here', here],
    ['last', lastPlace],
    ['start', last === undefined ? known.start : null],
  ]
  const [from, start] = starts.find(([, point]) => point !== null) ?? ['anywhere' as const, null]
  return {
    stops: stops.filter((stop) => isToDo(stop) && !isCancelledByCustomer(stop)),
    from,
    rules: {
      start,
      end: known.end,
      startTime:
        last === undefined && rules !== null ? Math.max(now.seconds, secondsOfDay(rules.startTime)) : now.seconds,
      streets: known.streets,
    },
  }
}

/** The best order found until now. @param asked null: not asked */
export function useShortest(asked: Asked | null, rules: OwnRules | null): Found {
  const question = useMemo(() => {
    if (asked === null) return null
    const { travel, customers } = rules ?? NO_RULES
    const known = new Map(customers.map((one) => [one.customerID, one]))
    return {
      stops: asked.stops.map((stop, at) =>
        askedStop({ ...stop, runNumber: 1, stopOrder: at + 1 }, known.get(stop.customerID)),
      ),
      travel: { ...travel, driven: rules?.driven },
      rules: asked.rules,
      ms: LOOK_MS,
    }
  }, [asked, rules])
  return useOrderSearch(question)
}
