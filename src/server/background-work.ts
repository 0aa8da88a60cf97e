import { connectionLost } from './db/errors.ts'
import type { Dependencies } from './ports.ts'
import { kindAndPlace } from './http/failures.ts'

interface BackgroundWork {
  everyMs: number
  /** The log's message, such as "the outbox could not be read". */
  failed: string
  /** Each is separate: one that is busy is not started again and does not hold up the others. */
  works: readonly ((goOn: () => boolean) => Promise<unknown>)[]
}

export interface Stoppable {
  stop(): Promise<void>
}

/**
 * Does the works at once and then at each interval, each at most once at a time in this process. `stop` asks the
 * running ones to end (`goOn` answers false) and waits for them; a connection lost meanwhile is no failure.
 */
export function startBackgroundWork(
  { log }: Pick<Dependencies, 'log'>,
  { everyMs, failed, works }: BackgroundWork,
): Stoppable {
  let stopped = false
  const lanes = works.map((work) => ({ work, busy: false, running: Promise.resolve() as Promise<unknown> }))
  const look = () => {
    for (const lane of lanes.filter(({ busy }) => !busy)) {
      lane.busy = true
      lane.running = lane
        .work(() => !stopped)
        .catch((error: unknown) => {
          if (stopped && connectionLost(error)) return
          log.error(kindAndPlace(error), failed)
        })
        .finally(() => (lane.busy = false))
    }
  }
  const timer = setInterval(look, everyMs)
  look()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await Promise.all(lanes.map(({ running }) => running))
    },
  }
}

/** The time of a step, so that requests never wait long for its locks or for the embedded database. */
const STEP_MS = 120
export const FIRST_STEP = 10
const LARGEST_STEP = 100

/** Items of the next step. @param size of the step before @param ms it took */
export const nextStep = (size: number, ms: number): number =>
  Math.max(1, Math.min(LARGEST_STEP, Math.floor((size * STEP_MS) / Math.max(1, ms))))
