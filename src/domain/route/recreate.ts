import type { Trucks } from './trucks.ts'

const BLINK = 0.01
/** A stop is put beside one of so many nearest stops, or first or last in a round. */
const NEAR = 40

export interface Recreated {
  trucks: Trucks
  stops: number
  size: number
  seconds: Float64Array
  bags: Float64Array
  /** By stop: the truck it is tied to, or -1. */
  tied: Int32Array
  /** By truck: trucks alike have the same number, and only one empty one of them is tried. */
  kinds: Int32Array
  /** The nearest others of each node, `reach` for each. */
  nearest: Int32Array
  reach: number
  random: () => number
}

/** Puts stops in where they cost least, one by one in an order of chance, and overlooks one place in a hundred. */
export function recreateOf({ trucks, stops, size, seconds, bags, tied, kinds, nearest, reach, random }: Recreated) {
  const { next, before, truckOf, counts, startOf } = trucks
  const least = new Float64Array(kinds.length)
  const places = new Int32Array(kinds.length)
  const keys = new Float64Array(stops)
  const far = Float64Array.from({ length: stops }, (_, stop) => seconds[startOf(0) * size + stop]!)
  const emptySeen = new Int32Array(kinds.length)
  let insertions = 0
  const gap = () => Math.floor(Math.log(1 - random()) / Math.log(1 - BLINK))
  let untilBlink = gap()

  function sort(removed: number[]): void {
    const by = random()
    for (const stop of removed)
      keys[stop] = by < 0.36 ? random() : by < 0.73 ? -bags[stop]! : by < 0.91 ? -far[stop]! : far[stop]!
    removed.sort((a, b) => keys[a]! - keys[b]!)
  }

  /** Remembers, for its truck, the place after `from` if it is the least detour. */
  function consider(stop: number, truck: number, from: number): void {
    if (untilBlink-- === 0) {
      untilBlink = gap()
      return
    }
    const to = next[from]!
    const detour = seconds[from * size + stop]! + seconds[stop * size + to]! - seconds[from * size + to]!
    if (detour >= least[truck]!) return
    least[truck] = detour
    places[truck] = from
  }

  function insert(stop: number): void {
    least.fill(Infinity)
    const only = tied[stop]!
    for (let k = stop * reach; k < stop * reach + Math.min(reach, NEAR); k += 1) {
      const other = nearest[k]!
      const truck = other < stops ? truckOf[other]! : -1
      if (truck === -1 || (only !== -1 && truck !== only)) continue
      consider(stop, truck, other)
      consider(stop, truck, before[other]!)
    }
    insertions += 1
    let bestCost = Infinity
    let best = -1
    for (let truck = 0; truck < kinds.length; truck += 1) {
      if (only !== -1 && truck !== only) continue
      if (counts[truck] === 0 && only === -1) {
        if (emptySeen[kinds[truck]!] === insertions) continue
        emptySeen[kinds[truck]!] = insertions
      }
      consider(stop, truck, startOf(truck))
      if (counts[truck]! > 0) consider(stop, truck, before[startOf(truck) + 1]!)
      if (least[truck] === Infinity) continue
      const cost = trucks.costOfStop(stop, truck, least[truck]!)
      if (cost >= bestCost) continue
      bestCost = cost
      best = truck
    }
    if (best === -1) insert(stop)
    else trucks.insert(stop, best, places[best]!)
  }

  return function recreate(removed: number[]): void {
    sort(removed)
    for (const stop of removed) insert(stop)
  }
}
