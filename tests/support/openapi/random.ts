import { seeded } from '#domain/seeded.ts'

/** A random generator with the same sequence for the same seed. */
export interface Dice {
  /** 0 <= n < below. */
  below(below: number): number
  chance(of: number): boolean
  pick<T>(from: readonly T[]): T
  uuid(): string
  hex(length: number): string
}

export function diceOf(seed: number): Dice {
  const next = seeded(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('')
  return {
    below,
    chance: (of) => next() < of,
    pick: (from) => {
      if (from.length === 0) throw new Error('There is nothing to pick from')
      return from[below(from.length)]!
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    hex,
  }
}
