import { seeded } from '#domain/seeded.ts'

/** Seeded choices, so that the demo is the same every time. */
export function chance(seed: number) {
  const next = seeded(seed)
  return {
    /** 0 <= x < 1 */
    next,
    /** A whole number from `low` to `high`, both included. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!,
    /** True with this probability: 0.1 is one in ten. */
    often: (share: number) => next() < share,
  }
}
export type Chance = ReturnType<typeof chance>
