import type { Links } from './links.ts'
import { localSearch } from './local-search.ts'
import { nearestOf } from './nearest.ts'
import { type Tour, tourOf } from './tour.ts'

const REACH = 10
const LONGEST_PIECE = 50
/** So many links of mean length a tour may be longer than the best one while the search goes on from it. */
const SLACK = 3

export interface Improver {
  best(): Tour
  /** Changes the tour at a random place and shortens it there, so many times, and keeps what is little worse. */
  improve(kicks: number): void
}

/**
 * Iterated local search: the best of the given tours, each shortened, is improved by swapping two neighbouring pieces
 * at random, local search around them, and going back where that made it much worse than the best.
 * @param late by how much stops are too late in a tour, which matters before its length; null: never
 */
export function improver(
  { size, links, groups, demanded, secondsOf }: Links,
  tours: readonly number[][],
  late: ((tour: Tour) => number) | null,
  random: () => number,
): Improver {
  const tour = tourOf(size)
  const reach = Math.min(REACH, size - 1)
  const nearest = nearestOf(links, size, groups, reach)
  let lateNow = 0
  const noLater = (): boolean => {
    const after = late!(tour)
    if (after > lateNow) return false
    lateNow = after
    return true
  }
  const search = localSearch({ tour, links, nearest, reach, stays: late === null ? null : noLater })
  const { nodes } = tour
  const lengthOf = () => nodes.reduce((sum, node) => sum + links[node * size + tour.after(node)]!, 0)
  const lateOf = () => (late === null ? 0 : late(tour))

  let best: { order: Int32Array; late: number; length: number } | null = null
  for (const order of tours) {
    tour.set(order)
    lateNow = lateOf()
    for (const node of order) search.lookAt(node)
    search.shorten()
    const length = lengthOf()
    if (best === null || lateNow < best.late || (lateNow === best.late && length < best.length))
      best = { order: nodes.slice(), late: lateNow, length }
  }
  const { order } = best!
  tour.set(order)
  let lateBest = best!.late
  /** How much longer the tour is than the best one. */
  let above = 0
  const slack = (SLACK * secondsOf(best!.length)) / size

  const hasStreets = new Set(groups).size < size
  const most = Math.min(LONGEST_PIECE, size - 2)
  const at = (place: number): number => nodes[place % size]!
  /** Up to how many nodes later the next street begins. */
  function atStreetEnd(place: number): number {
    let end = place
    while (end < place + size && groups[at(end)] === groups[at(end + 1)]) end += 1
    return end
  }

  function kick(): void {
    const byStreet = hasStreets && random() < 0.5
    const cut = (place: number) => (byStreet ? atStreetEnd(place) : place)
    const from = cut(Math.floor(random() * size))
    const middle = cut(from + 1 + Math.floor(random() * most))
    const to = cut(middle + 1 + Math.floor(random() * most))
    if (to - from >= size) return
    const [b, a, z, c, x, y] = [at(from), at(from + 1), at(middle), at(middle + 1), at(to), at(to + 1)]
    const added =
      links[b * size + c]! +
      links[x * size + a]! +
      links[z * size + y]! -
      links[b * size + a]! -
      links[z * size + c]! -
      links[x * size + y]!
    tour.keep()
    tour.move(b, a, z, c, x, y, false)
    lateNow = lateOf()
    search.lookAt(b)
    search.lookAt(a)
    search.lookAt(z)
    search.lookAt(c)
    search.lookAt(x)
    search.lookAt(y)
    const longer = added - search.shorten()
    const isWorse = lateNow > lateBest || (lateNow === lateBest && above + longer > slack * random())
    if (isWorse || above + longer > demanded / 2) {
      tour.takeBack(0)
      return
    }
    above += longer
    if (lateNow < lateBest || above < 0) {
      above = 0
      lateBest = lateNow
      order.set(nodes)
    }
  }

  return {
    best() {
      const found = tourOf(size)
      found.set(order)
      return found
    },
    improve(kicks) {
      if (size < 5) return
      for (let done = 0; done < kicks; done += 1) kick()
    },
  }
}
