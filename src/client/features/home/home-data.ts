import type { Home } from '#contract/v1/home.ts'
import { compareWeeks } from '#domain/calendar.ts'

/** Refetch interval while Home is visible, ms. */
export const LIVE_MS = 30_000

export type HomeRun = Home['runs'][number]

/** Whether any run is of one depot. Else Home need not ask which depots there are. */
export const isOfDepots = (runs: readonly HomeRun[]): boolean => runs.some(({ depotID }) => Boolean(depotID))

/** Whether next week has no run yet, so that each depot may need one. */
export const lacksNextWeek = ({ runs, nextWeek }: Pick<Home, 'runs' | 'nextWeek'>): boolean =>
  nextWeek !== null && !runs.some((run) => compareWeeks(run, nextWeek) === 0)
