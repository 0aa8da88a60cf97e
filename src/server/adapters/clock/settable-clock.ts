import type { Clock } from '../../ports.ts'

export interface SettableClock extends Clock {
  set(at: Date | string): void
  /** Moves on by milliseconds. */
  pass(ms: number): void
}

/** A clock that stands still until it is moved: tests and the demo business live on it. */
export function settableClock(at: Date | string): SettableClock {
  let time = new Date(at).getTime()
  return {
    now: () => new Date(time),
    set: (next) => void (time = new Date(next).getTime()),
    pass: (ms) => void (time += ms),
  }
}
