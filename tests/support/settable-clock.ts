import type { Clock } from '#server/ports.ts'

export interface SettableClock extends Clock {
  set(at: Date | string): void
  /** Advances the clock by milliseconds. */
  pass(ms: number): void
  /** All requested waits in milliseconds; each resolves at once. */
  readonly waited: number[]
}

/** A clock that only changes when it is set. */
export function settableClock(at: Date | string): SettableClock {
  let time = new Date(at).getTime()
  const waited: number[] = []
  return {
    now: () => new Date(time),
    wait: async (ms) => void waited.push(ms),
    waited,
    set: (next) => void (time = new Date(next).getTime()),
    pass: (ms) => void (time += ms),
  }
}
