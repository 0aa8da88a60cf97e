import type { Tour } from './tour.ts'

export interface Search {
  tour: Tour
  /** size × size, whole numbers, so that sums are exact and the search ends. */
  links: Float64Array
  /** The nearest others of each node, `reach` for each. */
  nearest: Int32Array
  reach: number
  /** Whether the tour stays as it is now; null: always. */
  stays: (() => boolean) | null
}

const LONGEST_PIECE = 3

/**
 * Shortens a tour by 2-opt and Or-opt: two links are replaced by two others, or a piece of up to three nodes moves.
 * Nodes are looked at again only when one of their links has changed.
 */
export function localSearch({ tour, links, nearest, reach, stays }: Search) {
  const { size, after, before } = tour
  const waiting = new Int32Array(size)
  const isWaiting = new Uint8Array(size)
  let count = 0

  function lookAt(node: number): void {
    if (isWaiting[node] === 1) return
    isWaiting[node] = 1
    waiting[count++] = node
  }

  function changed(changes: number): boolean {
    if (stays === null || stays()) return true
    tour.takeBack(changes)
    return false
  }

  /** Replaces the link from a node to the one after or before it. @returns by how much the tour became shorter */
  function replaceLink(a: number, forward: boolean): number {
    const b = forward ? after(a) : before(a)
    const ab = links[a * size + b]!
    for (let k = a * reach; k < a * reach + reach; k += 1) {
      const c = nearest[k]!
      const gain = ab - links[a * size + c]!
      if (gain <= 0) return 0
      const d = forward ? after(c) : before(c)
      const exchanged = gain + links[c * size + d]! - links[b * size + d]!
      if (exchanged > 0 && d !== a) {
        const changes = tour.changes()
        tour.exchange(a, b, c, d)
        if (changed(changes)) {
          lookAt(a)
          lookAt(b)
          lookAt(c)
          lookAt(d)
          return exchanged
        }
      }
      const moved = movePiece(a, b, c, gain, forward)
      if (moved > 0) return moved
    }
    return 0
  }

  /** Moves a piece that begins at `a` and leads away from `b` beside `c`, with `a` next to it. */
  function movePiece(a: number, b: number, c: number, gain: number, forward: boolean): number {
    let z = a
    for (let length = 1; length <= LONGEST_PIECE; length += 1) {
      const beyond = forward ? before(z) : after(z)
      if (z === c || beyond === b) return 0
      const closed = gain + links[z * size + beyond]! - links[b * size + beyond]!
      if (closed > 0) {
        for (let side = 0; side < 2; side += 1) {
          const e = side === 0 ? after(c) : before(c)
          if (e === z) continue
          const won = closed + links[c * size + e]! - links[z * size + e]!
          if (won <= 0) continue
          const changes = tour.changes()
          // The piece is read from `a` to `z`: the tour is read against `forward`.
          const eFollows = (side === 0) !== forward
          if (eFollows) tour.move(b, a, z, beyond, c, e, false)
          else tour.move(b, a, z, beyond, e, c, true)
          if (!changed(changes)) continue
          lookAt(a)
          lookAt(b)
          lookAt(c)
          lookAt(e)
          lookAt(z)
          lookAt(beyond)
          return won
        }
      }
      z = beyond
    }
    return 0
  }

  return {
    lookAt,
    /** Shortens the tour until nothing waits. @returns by how much the tour became shorter */
    shorten(): number {
      let won = 0
      while (count > 0) {
        const node = waiting[--count]!
        isWaiting[node] = 0
        let gain = replaceLink(node, true)
        if (gain === 0) gain = replaceLink(node, false)
        if (gain > 0) lookAt(node)
        won += gain
      }
      return won
    },
  }
}
