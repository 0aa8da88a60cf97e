import type { Clock } from '../../ports.ts'

export interface SettableClock extends Clock {
  set(at: Date | string): void
  /** Moves on by milliseconds. */
  pass(ms: number): void
  /** Every wait that was asked for, in milliseconds; none takes any time. */
  readonly waited: number[]
}

/** A clock that stands still until it is moved: tests and the demo business live on it. */
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
