/**
 * A closed tour of all nodes: the shortest links first, as long as no node gets a third and no ring closes early. Where
 * links within a group are shorter than all others, each group becomes one piece of the tour.
 * @param links size × size
 */
export function greedyTour(links: Float64Array, size: number): number[] {
  const pairs = new Int32Array((size * (size - 1)) / 2)
  let count = 0
  for (let a = 0; a < size; a += 1) for (let b = a + 1; b < size; b += 1) pairs[count++] = a * size + b
  pairs.sort((a, b) => links[a]! - links[b]! || a - b)

  /** At an end of a piece: its other end. */
  const otherEnd = Int32Array.from({ length: size }, (_, node) => node)
  const beside: number[][] = Array.from({ length: size }, () => [])
  let joined = 0
  for (let at = 0; at < pairs.length && joined < size - 1; at += 1) {
    const a = Math.floor(pairs[at]! / size)
    const b = pairs[at]! % size
    if (beside[a]!.length > 1 || beside[b]!.length > 1 || otherEnd[a] === b) continue
    beside[a]!.push(b)
    beside[b]!.push(a)
    const [endOfA, endOfB] = [otherEnd[a]!, otherEnd[b]!]
    otherEnd[endOfA] = endOfB
    otherEnd[endOfB] = endOfA
    joined += 1
  }

  const tour: number[] = []
  let before = -1
  let node = beside.findIndex(({ length }) => length < 2)
  while (node !== -1) {
    tour.push(node)
    const next = beside[node]!.find((other) => other !== before) ?? -1
    before = node
    node = next
  }
  return tour
}
