/** A small seeded random generator (mulberry32), so that the demo is the same every time. */
export function chance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
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
