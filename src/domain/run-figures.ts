import { isOnTheRun } from './stop-actions.ts'
import type { Outcome, StopState } from './words.ts'

/** What became of the stops of a run (domain.md 4, Figures): every stop is in exactly one figure. */

export const STOP_FIGURES = ['done', 'notDone', 'moved', 'removed', 'open'] as const
export type StopFigure = (typeof STOP_FIGURES)[number]

/** `planned` is the sum of the others. */
export type RunFigures = Readonly<Record<StopFigure | 'planned', number>>

/** The reason of a stop that is moved because its run was completed before the driver reached the customer. */
export const NOT_REACHED = 'Not reached'

/** Stops of the same state and outcome, counted. */
export interface CountedStops {
  readonly state: StopState
  readonly outcome: Outcome | null
  readonly stops: number
}

export function isServed(outcome: Outcome | null): boolean {
  return outcome === 'COLLECTED' || outcome === 'EMPTY'
}

export function stopFigure({ state, outcome }: { state: StopState; outcome: Outcome | null }): StopFigure {
  if (!isOnTheRun({ state })) return state === 'shifted' ? 'moved' : 'removed'
  if (outcome === null) return 'open'
  return isServed(outcome) ? 'done' : 'notDone'
}

export function runFigures(counted: Iterable<CountedStops>): RunFigures {
  const figures: Record<StopFigure | 'planned', number> = {
    planned: 0,
    done: 0,
    notDone: 0,
    moved: 0,
    removed: 0,
    open: 0,
  }
  for (const { stops, ...kind } of counted) {
    figures[stopFigure(kind)] += stops
    figures.planned += stops
  }
  return figures
}

export const NO_FIGURES: RunFigures = runFigures([])

/** The figures of single stops. */
export const figuresOfStops = (stops: Iterable<{ state: StopState; outcome: Outcome | null }>): RunFigures =>
  runFigures([...stops].map(({ state, outcome }) => ({ state, outcome, stops: 1 })))

/** Adds figures of parts that have no stop in common. */
export function sumFigures(parts: Iterable<RunFigures>): RunFigures {
  const sum = { ...NO_FIGURES }
  for (const part of parts) for (const figure of [...STOP_FIGURES, 'planned'] as const) sum[figure] += part[figure]
  return sum
}

/** The stops that are still on the run, moved and removed ones left out. */
export const onRun = ({ done, notDone, open }: RunFigures): number => done + notDone + open
