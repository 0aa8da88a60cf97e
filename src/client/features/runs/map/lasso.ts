import type { XY } from '#client/ui/map/map-content.ts'

/** A line drawn freely around dots. Pure. */

/** Whether a point lies inside a closed line, by counting the sides that a ray to the right crosses. */
export function isInside({ x, y }: XY, line: readonly XY[]): boolean {
  let inside = false
  for (const [at, from] of line.entries()) {
    const to = line[(at + 1) % line.length]!
    if (from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) inside = !inside
  }
  return inside
}

/** Px; shorter lines are clicks. */
const CLICK = 5

/** Whether the pointer hardly moved. */
export const isClick = (line: readonly XY[]): boolean =>
  line.every(({ x, y }) => Math.hypot(x - line[0]!.x, y - line[0]!.y) <= CLICK)
