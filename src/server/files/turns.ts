import { setImmediate as breathe } from 'node:timers/promises'
import type { Steps } from '#domain/steps.ts'

/** Longest time that a computation keeps other requests waiting, ms. */
const TURN_MS = 10

/**
 * For a long computation in this process, which calls the result between its steps: it lets other requests in once its
 * turn is over.
 */
export function takeTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await breathe()
    began = performance.now()
  }
}

/** The result of a computation that yields between its steps, with other requests in between. */
export async function inTurns<T>(computation: Steps<T>): Promise<T> {
  const pause = takeTurns()
  for (;;) {
    const step = computation.next()
    if (step.done) return step.value
    await pause()
  }
}
