import { useEffect, useMemo, useState } from 'react'
import { placeOf } from '#domain/known-place.ts'
import type { Point } from '#domain/place.ts'
import type { RoundRules, RoundStop } from '#domain/round-question.ts'
import { secondsOfDay } from '#domain/round-rules.ts'
import { askOrder, type OrderFound } from '#client/shells/route/ask-order.ts'
import { isCancelledByCustomer, isTold, type Stop } from '../stops.ts'
import type { OwnRules } from './own-rules.ts'

/** How long to look, ms, on a phone. */
const LOOK_MS = 1_500
/** Where the office has not said it yet. */
const NO_RULES = { start: null, end: null, streets: [], customers: [], travel: { speed: 30, atStop: 2 } }

export type From = 'here' | 'last' | 'start' | 'anywhere'

export interface Asked {
  /** To do, in today's order. */
  readonly stops: readonly Stop[]
  readonly rules: RoundRules
  readonly from: From
}

interface AskedOf {
  /** In the driver's order. */
  stops: readonly Stop[]
  toDo: readonly Stop[]
  rules: OwnRules | null
  /** Null: not known. */
  here: Point | null
  /** Seconds after midnight, and the day's beginning, ms since 1970. */
  now: { seconds: number; dayBegan: number }
}

/** From where the driver is, else from the last stop told today, else from the start of the round. */
export function askedOf({ stops, toDo, rules, here, now }: AskedOf): Asked {
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
    stops: toDo.filter((stop) => !isCancelledByCustomer(stop)),
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

export type Found = OrderFound | 'failed' | null

/** The best order found until now; null: none yet. @param asked null: not asked */
export function useShortest(asked: Asked | null, rules: OwnRules | null): Found {
  const [found, setFound] = useState<{ asked: unknown; answer: Found } | null>(null)
  const question = useMemo(() => {
    if (asked === null) return null
    const { travel, customers } = rules ?? NO_RULES
    const wishes = new Map(customers.map((one) => [one.customerID, one]))
    return {
      stops: asked.stops.map((stop, at): RoundStop => {
        const customer = wishes.get(stop.customerID)
        return {
          assignmentID: stop.assignmentID,
          runNumber: 1,
          stopOrder: at + 1,
          suburb: stop.suburb,
          address: stop.address,
          refId: stop.customerID,
          latitude: stop.latitude,
          longitude: stop.longitude,
          orderWish: customer?.orderWish ?? null,
          ...(customer && { suburbID: customer.suburbID }),
        }
      }),
      travel: { ...travel, driven: rules?.driven },
      rules: asked.rules,
      ms: LOOK_MS,
    }
  }, [asked, rules])
  useEffect(() => {
    if (question === null) return undefined
    const tell = (answer: Found) => setFound({ asked: question, answer })
    return askOrder(question, tell, () => tell('failed'))
  }, [question])
  return question !== null && found?.asked === question ? found.answer : null
}
