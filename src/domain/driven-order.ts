import { byKey } from './by-key.ts'

/** What a past run says of the order its stops were really driven in. */
export interface PastStop {
  customerID: string
  runNumber: number
  /** The planned place. */
  stopOrder: number
  /** When the outcome that counts was recorded, by the corrected clock, ms; null where there is none. */
  doneAt: number | null
}

/** The past run's customers round by round as they were met; one without an outcome follows the stop he was planned behind. */
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
  // sort() keeps the planned order of two records of one instant.
  const met = planned.filter(({ doneAt }) => doneAt !== null).sort((a, b) => a.doneAt! - b.doneAt!)
  return [
    ...(followed.get(null) ?? []),
    ...met.flatMap(({ customerID }) => [customerID, ...(followed.get(customerID) ?? [])]),
  ]
}

/**
 * customerID -> his place in the order of the past run. Each round takes over that past round in which most of its own customers were
 * met; who was in another one then has no place: he is put beside his neighbours.
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
    const his = new Set(round.map(({ customerID }) => customerID))
    const order = driven.get(most[0])!.filter((customerID) => his.has(customerID))
    for (const [at, customerID] of order.entries()) places.set(customerID, at + 1)
  }
  return places
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
