import { connectionLost } from './db/errors.ts'
import type { Dependencies } from './ports.ts'
import { kindAndPlace } from './http/failures.ts'

interface BackgroundWork {
  everyMs: number
  /** The log's message, such as "the outbox could not be read". */
  failed: string
  /** By the name of its lane. Each is separate: one that is busy is not started again and does not hold up the others. */
  works: Readonly<Record<string, (goOn: () => boolean) => Promise<unknown>>>
  /** How long a work may run without asking `goOn`; 2 minutes by default, changed by tests. */
  stuckMs?: number
}

export interface Lane {
  readonly lane: string
  /** Milliseconds since a step of it last succeeded; before the first, since it was started. */
  readonly quietMs: number
  /** How often it made no progress and was begun anew. */
  readonly restarts: number
}

export interface BackgroundRun {
  stop(): Promise<void>
  lanes(): readonly Lane[]
}

/** This is longer than any statement or mail may take; a step has one or few of them. */
const STUCK_MS = 120_000

/**
 * Does the works at once and then at each interval, each at most once at a time in this process. One that makes no
 * progress is left to itself and begun anew: its steps are transactions that any number of servers may take at once.
 * `stop` asks the running ones to end (`goOn` answers false) and waits for them; a connection lost meanwhile is no
 * failure.
 */
export function startBackgroundWork(
  { log }: Pick<Dependencies, 'log'>,
  { everyMs, failed, works, stuckMs = STUCK_MS }: BackgroundWork,
): BackgroundRun {
  let stopped = false
  /** Those that made no progress too, because they may still use the database. */
  const underWay = new Set<Promise<unknown>>()
  const lanes = Object.entries(works).map(([name, work]) => ({
    name,
    work,
    succeededAt: performance.now(),
    restarts: 0,
    run: null as { movedAt: number; done: Promise<unknown> } | null,
  }))
  const begin = (lane: (typeof lanes)[number]) => {
    const run = { movedAt: performance.now(), done: Promise.resolve() as Promise<unknown> }
    let asked = 0
    const goOn = () => {
      run.movedAt = performance.now()
      // It asks before each step, so the one before has succeeded; an act of thousands takes longer than any pause.
      if (asked > 0) lane.succeededAt = run.movedAt
      asked += 1
      return !stopped && lane.run === run
    }
    lane.run = run
    run.done = lane
      .work(goOn)
      .then(() => void (lane.succeededAt = performance.now()))
      .catch((error: unknown) => {
        if (stopped && connectionLost(error)) return
        log.error(kindAndPlace(error), failed)
      })
      .finally(() => {
        underWay.delete(run.done)
        if (lane.run === run) lane.run = null
      })
    underWay.add(run.done)
  }
  const look = () => lanes.filter(({ run }) => run === null).forEach(begin)
  const watch = () => {
    for (const lane of lanes) {
      const stillMs = lane.run === null ? 0 : performance.now() - lane.run.movedAt
      if (stillMs < stuckMs) continue
      log.error({ name: 'Stuck', seconds: Math.round(stillMs / 1_000) }, `${failed}: it is begun anew`)
      lane.restarts += 1
      begin(lane)
    }
  }
  const timers = [setInterval(look, everyMs), setInterval(watch, stuckMs / 4)]
  look()
  return {
    stop: async () => {
      stopped = true
      timers.forEach(clearInterval)
      await Promise.all(underWay)
    },
    lanes: () =>
      lanes.map(({ name, succeededAt, restarts }) => ({
        lane: name,
        quietMs: performance.now() - succeededAt,
        restarts,
      })),
  }
}

/** The time of a step, so that requests never wait long for its locks or for the embedded database. */
const STEP_MS = 120
export const FIRST_STEP = 10
const LARGEST_STEP = 100

/** Items of the next step. @param size of the step before @param ms it took */
export const nextStep = (size: number, ms: number): number =>
  Math.max(1, Math.min(LARGEST_STEP, Math.floor((size * STEP_MS) / Math.max(1, ms))))
