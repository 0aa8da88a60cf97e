import type { Times } from '#domain/route/question.ts'
import { seeded } from '#domain/seeded.ts'

/** Points of a town with houses along its streets, in seconds from each other. */
export function townOf(stops: number, seed: number): Times {
  const random = seeded(seed)
  const points = [[2500, 2500]]
  while (points.length <= stops) {
    const [x, y, along] = [random() * 5000, random() * 5000, random() < 0.5]
    const houses = Math.min(2 + Math.floor(random() * 8), stops + 1 - points.length)
    for (let house = 0; house < houses; house += 1)
      points.push(along ? [x + random() * 400, y + random() * 15] : [x + random() * 15, y + random() * 400])
  }
  const seconds = points.flatMap(([x, y]) => points.map(([x2, y2]) => (Math.hypot(x! - x2!, y! - y2!) * 1.3) / 8))
  return { size: points.length, seconds: Float64Array.from(seconds) }
}
