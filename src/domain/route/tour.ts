/** A closed tour of nodes, changed by exchanges of links, which can be taken back. */
export type Tour = ReturnType<typeof tourOf>

export function tourOf(size: number) {
  const nodes = new Int32Array(size)
  const places = new Int32Array(size)
  const log: number[] = []

  const after = (node: number): number => {
    const place = places[node]! + 1
    return nodes[place === size ? 0 : place]!
  }
  const before = (node: number): number => {
    const place = places[node]!
    return nodes[place === 0 ? size - 1 : place - 1]!
  }

  /** Reverses `length` nodes from a place on; the array is a ring. */
  function flip(from: number, length: number): void {
    let low = from
    let high = from + length - 1
    if (high >= size) high -= size
    for (let swaps = length >> 1; swaps > 0; swaps -= 1) {
      const a = nodes[low]!
      const b = nodes[high]!
      nodes[low] = b
      places[b] = low
      nodes[high] = a
      places[a] = high
      low = low + 1 === size ? 0 : low + 1
      high = high === 0 ? size - 1 : high - 1
    }
  }

  /** Reverses the path from one node forward to another or, if that is shorter, the rest: the same tour. */
  function reverse(from: number, to: number): void {
    let place = places[from]!
    let length = places[to]! - place + 1
    if (length <= 0) length += size
    if (length * 2 > size) {
      place += length
      if (place >= size) place -= size
      length = size - length
    }
    flip(place, length)
    log.push(place, length)
  }

  /** The links a-b and c-d become a-c and b-d; in one direction of the tour b follows a, and d follows c. */
  function exchange(a: number, b: number, c: number, d: number): void {
    if (after(a) === b) reverse(b, c)
    else reverse(a, d)
  }

  return {
    size,
    nodes,
    places,
    after,
    before,
    exchange,
    /**
     * Moves the piece from a to z between x and y. In one direction of the tour the nodes are: b, a ... z, c ... x, y.
     * @param turned whether the piece is reversed, so that z follows x
     */
    move(b: number, a: number, z: number, c: number, x: number, y: number, turned: boolean): void {
      if (y === b) {
        // Read the other way round, the piece goes over this one node.
        exchange(c, z, b, x)
        if (!turned) exchange(b, a, z, x)
        return
      }
      exchange(b, a, x, y)
      if (x !== c) exchange(b, x, c, z)
      if (!turned) exchange(x, z, a, y)
    },
    changes: () => log.length,
    keep() {
      log.length = 0
    },
    /** Takes the newest changes back, until there are as many as there were. */
    takeBack(changes: number) {
      while (log.length > changes) {
        const length = log.pop()!
        flip(log.pop()!, length)
      }
    },
    set(order: ArrayLike<number>) {
      nodes.set(order)
      for (let place = 0; place < size; place += 1) places[nodes[place]!] = place
      log.length = 0
    },
  }
}
