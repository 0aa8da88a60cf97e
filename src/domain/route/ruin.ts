import type { Trucks } from './trucks.ts'

const REMOVED = 10
const LONGEST_STRING = 10
const SPLIT = 0.5
const KEPT_LONGER = 0.99

/**
 * Takes strings of neighbouring stops out of a few rounds that meet in one place, as in Christiaens and Vanden Berghe,
 * "Slack Induction by String Removals" (2020). @returns the stops taken out
 */
export function ruinOf(trucks: Trucks, stops: number, nearest: Int32Array, reach: number, random: () => number) {
  const { next, before, truckOf, counts } = trucks
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const window: number[] = []
  const touched: number[] = []

  /** The stops of a string of a round with this stop in it. */
  function readWindow(stop: number, length: number): void {
    window.length = 0
    let first = stop
    for (let back = Math.floor(random() * length); back > 0 && before[first]! < stops; back -= 1) first = before[first]!
    let last = first
    window.push(first)
    while (window.length < length && next[last]! < stops) window.push((last = next[last]!))
    while (window.length < length && before[first]! < stops) window.push((first = before[first]!))
  }

  return function ruin(): number[] {
    const removed: number[] = []
    let used = 0
    for (const count of counts) if (count > 0) used += 1
    const longest = Math.max(1, Math.min(LONGEST_STRING, Math.floor(stops / used)))
    const strings = Math.floor(1 + random() * ((4 * REMOVED) / (1 + longest) - 1))
    touched.length = 0
    const seed = Math.floor(random() * stops)
    for (let k = -1; k < reach && touched.length < strings; k += 1) {
      const stop = k === -1 ? seed : nearest[seed * reach + k]!
      const truck = stop < stops ? truckOf[stop]! : -1
      if (truck === -1 || touched.includes(truck)) continue
      touched.push(truck)
      const most = Math.min(longest, counts[truck]!)
      const length = upTo(most)
      let kept = 0
      if (length > 1 && length < counts[truck]! && random() < SPLIT) {
        kept = 1
        while (length + kept < counts[truck]! && random() > KEPT_LONGER) kept += 1
      }
      readWindow(stop, length + kept)
      const keptFrom = kept === 0 ? 0 : upTo(length - 1)
      for (const [at, one] of window.entries()) {
        if (kept > 0 && at >= keptFrom && at < keptFrom + kept) continue
        trucks.remove(one)
        removed.push(one)
      }
    }
    return removed
  }
}
