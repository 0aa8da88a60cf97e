/**
 * For each node its nearest others, nearest first, in a flat list of `reach` for each: half of them of its own group
 * and half of other groups, because a street's houses would hide where the street could be left to.
 */
export function nearestOf(links: Float64Array, size: number, groups: Int32Array, reach: number): Int32Array {
  const nearest = new Int32Array(size * reach)
  for (let node = 0; node < size; node += 1) {
    const [own, others]: [number[], number[]] = [[], []]
    for (let other = 0; other < size; other += 1)
      if (other !== node) (groups[other] === groups[node] ? own : others).push(other)
    const byLink = (a: number, b: number) => links[node * size + a]! - links[node * size + b]! || a - b
    own.sort(byLink)
    others.sort(byLink)
    const fromOthers = Math.min(others.length, Math.max(reach - own.length, reach >> 1))
    nearest.set([...own.slice(0, reach - fromOthers), ...others.slice(0, fromOthers)].sort(byLink), node * reach)
  }
  return nearest
}
