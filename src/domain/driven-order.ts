import { byKey } from './by-key.ts'

/** A stop of a past run, with the data that gives the order in which the stops were actually driven. */
export interface PastStop {
  customerID: string
  runNumber: number
  stopOrder: number
  /** When the outcome in force was recorded, by the corrected clock, ms; null: none. */
  doneAt: number | null
}

/**
 * The past run's customers round by round, in the order in which their outcomes were recorded; a customer without an
 * outcome follows the stop planned before them.
 */
export function drivenOrder(stops: readonly PastStop[]): Map<number, string[]> {
  const rounds = byKey(stops, ({ runNumber }) => runNumber)
  return new Map([...rounds].map(([runNumber, round]) => [runNumber, asMet(round)]))
}

function asMet(round: readonly PastStop[]): string[] {
  const planned = [...round].sort((a, b) => a.stopOrder - b.stopOrder || compare(a.customerID, b.customerID))
  const followed = new Map<string | null, string[]>()
  let behind: string | null = null
  for (const { customerID, doneAt } of planned) {
    if (doneAt === null) followed.set(behind, [...(followed.get(behind) ?? []), customerID])
    else behind = customerID
  }
  // sort() is stable, so two records of the same instant stay in planned order.
  const met = planned.filter(({ doneAt }) => doneAt !== null).sort((a, b) => a.doneAt! - b.doneAt!)
  return [
    ...(followed.get(null) ?? []),
    ...met.flatMap(({ customerID }) => [customerID, ...(followed.get(customerID) ?? [])]),
  ]
}

/**
 * customerID -> position in the order of the past run. Each round copies the past round with most of its own customers;
 * a customer from another past round gets no position and is placed beside their neighbours.
 */
export function placesFrom(
  past: readonly PastStop[],
  stops: readonly { customerID: string; runNumber: number }[],
): Map<string, number> {
  const driven = drivenOrder(past)
  const pastRound = new Map(past.map(({ customerID, runNumber }) => [customerID, runNumber]))
  const places = new Map<string, number>()
  for (const [runNumber, round] of byKey(stops, (stop) => stop.runNumber)) {
    const shared = byKey(
      round.filter(({ customerID }) => pastRound.has(customerID)),
      ({ customerID }) => pastRound.get(customerID)!,
    )
    const sharedWith = [...shared].sort(
      ([a, inA], [b, inB]) => inB.length - inA.length || Number(b === runNumber) - Number(a === runNumber) || a - b,
    )
    const [most] = sharedWith
    if (!most) continue
    const customerIDs = new Set(round.map(({ customerID }) => customerID))
    const order = driven.get(most[0])!.filter((customerID) => customerIDs.has(customerID))
    for (const [at, customerID] of order.entries()) places.set(customerID, at + 1)
  }
  return places
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
