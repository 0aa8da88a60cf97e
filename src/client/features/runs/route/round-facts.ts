import type { OutputOf } from '#contract/endpoint.ts'
import type { getRoundRules } from '#contract/v1/round-rules.ts'
import { dayOf, timeOf } from '#domain/dates.ts'
import { placeOf } from '#domain/known-place.ts'
import { endsOf, type RoundEnds } from '#domain/round-ends.ts'
import type { RoundRules, RoundStop } from '#domain/round-question.ts'
import { secondsOfDay } from '#domain/round-rules.ts'
import { askedStop } from '#client/shells/route/asked-stop.ts'
import type { RunStop } from '../page/run-types.ts'

export type Known = OutputOf<typeof getRoundRules>
export type KnownDriver = Known['drivers'][number]

/** Where a round starts and when, and what the dialog says about it. */
export interface RoundFacts {
  rules: RoundRules
  /** The driver whose start and end count; null: no driver has a stop yet. */
  driver: KnownDriver | null
  hasSeveralDrivers: boolean
  missing: RoundEnds['missing']
  /** The last stop recorded today, where a round that has begun goes on; null: it has not. */
  after: RunStop | null
}

/** @param round every stop on the run with this number, in order */
export function factsOf(round: readonly RunStop[], known: Known, now: { day: string; timeZone: string }): RoundFacts {
  const open = round.filter(({ outcome }) => outcome === null)
  const driverID = mostFrequent(open.flatMap((stop) => stop.driverID ?? []))
  const driver = known.drivers.find((one) => one.driverID === driverID) ?? null
  const ends = driver === null ? { start: null, end: null, missing: [] } : endsOf(driver, known)
  const after = latestOf(round, now)
  const begun = after === null ? null : { start: placeOf(after), startTime: timeThere(after.doneAt!, now.timeZone) }
  return {
    driver,
    hasSeveralDrivers: new Set(open.map((stop) => stop.driverID)).size > 1,
    missing: ends.missing,
    after,
    rules: {
      start: ends.start,
      end: ends.end,
      startTime: secondsOfDay(known.startTime),
      streets: known.streets,
      ...begun,
    },
  }
}

export const stopAsked = (stop: RunStop, { customers }: Known): RoundStop =>
  askedStop(
    stop,
    customers.find(({ customerID }) => customerID === stop.customerID),
  )

function latestOf(round: readonly RunStop[], { day, timeZone }: { day: string; timeZone: string }): RunStop | null {
  const today = round.filter(
    ({ outcome, doneAt }) => outcome !== null && doneAt !== null && dayOf(new Date(doneAt), timeZone) === day,
  )
  return today.toSorted((a, b) => (a.doneAt! < b.doneAt! ? -1 : 1)).at(-1) ?? null
}

const timeThere = (instant: string, timeZone: string) => secondsOfDay(timeOf(new Date(instant), timeZone))

/** The most frequent ID; of several as frequent ones it is the first. */
function mostFrequent(ids: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}
