import type { KeptPins } from './kept-pins.ts'
import type { LocalTimes } from './local-times.ts'
import type { Street } from './question.ts'
import { groupsOf, housesOf, turnsOf } from './street-links.ts'

/** What a search makes short: a closed tour's links, with pins and streets in them. */
export interface Links {
  size: number
  links: Float64Array
  /** By node: its street, or a number of its own. */
  groups: Int32Array
  /** A tour that is longer by this has broken a link that "first", "last" or the ends demand. */
  demanded: number
  /** The part of a tour's length that is time. */
  secondsOf: (length: number) => number
}

/** The times become whole numbers up to this, so that a search's sums are exact. */
const FINENESS = 2 ** 22

/**
 * Each fault of a link outweighs all lesser ones of a tour: seconds, then a change of side in a street, then leaving a
 * street, then a demanded link that is missing. So a shortest tour has as few of each as there can be.
 */
export function linksOf(
  { size, seconds, stops, start, end }: LocalTimes,
  pins: KeptPins,
  streets: readonly Street[],
): Links {
  const longest = seconds.reduce((longest, one) => Math.max(longest, one), 0)
  const unit = longest === 0 ? 1 : 2 ** Math.ceil(Math.log2(longest / FINENESS))
  const turning = FINENESS * size
  const leaving = 16 * turning
  const demanded = 2 * size * leaving
  const groups = groupsOf(size, stops, streets)
  const houses = housesOf(stops, streets, groups)

  const isDemanded = (a: number, b: number) =>
    (a === end && b === start) || (a === start && b === pins.first) || (a === end && b === pins.last)
  function faultOf(a: number, b: number): number {
    if (groups[a] !== groups[b]) return streets.length > 0 ? leaving : 0
    const [one, other] = [houses.get(a), houses.get(b)]
    return one && other ? turning * turnsOf(one, other) : 0
  }
  const links = new Float64Array(size * size)
  for (let a = 0; a < size; a += 1) {
    for (let b = 0; b < a; b += 1) {
      const link = Math.round(seconds[a * size + b]! / unit) + (isDemanded(a, b) ? -demanded : faultOf(a, b))
      links[a * size + b] = link
      links[b * size + a] = link
    }
  }
  // All faults are multiples of the least one, which is more than a tour's time.
  const secondsOf = (length: number) => ((length % turning) + turning) % turning
  return { size, links, groups, demanded, secondsOf }
}
