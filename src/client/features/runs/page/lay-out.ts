import { totalBags } from '#domain/bags.ts'
import type { RunMoney } from '#domain/charges.ts'
import { nearestCents, type Cents } from '#domain/money.ts'
import { figuresOfStops, type RunFigures } from '#domain/run-figures.ts'
import type { Run } from '#contract/v1/runs.ts'
import { moneyOfStops } from '../stop-money.ts'
import { inOrder, isOnTheRun, type RunStop } from './run-types.ts'
import { passes, type StopFilter } from './stop-filter.ts'

export interface Round {
  readonly runNumber: number
  /** Its drivers, by name; stops without a driver count as an empty name. */
  readonly drivers: readonly string[]
  /** Stops on the run of the whole round, regardless of the filter. */
  readonly stops: number
  readonly figures: RunFigures
  readonly bags: number
  readonly shown: readonly string[]
}

export interface Totals {
  readonly stops: number
  readonly bags: number
  readonly money: RunMoney
  /** Extra amounts, included in the recorded amount. */
  readonly extra: Cents
}

export type Item =
  | { readonly kind: 'round'; readonly key: string; readonly round: Round }
  | { readonly kind: 'stop'; readonly key: string; readonly stop: RunStop; readonly place: number }
  | { readonly kind: 'gone-head'; readonly key: string; readonly count: number }
  | { readonly kind: 'gone'; readonly key: string; readonly stop: RunStop }

export interface LaidOut {
  readonly items: readonly Item[]
  readonly shown: readonly RunStop[]
  readonly totals: Totals
  /** Some round has several drivers; only then each row shows its driver. */
  readonly mixed: boolean
}

/** The lines of the table: each round under its heading, and at the end the stops that are no longer on the run. */
export function layOut(
  { jobs: stops, attemptFee }: Pick<Run, 'jobs' | 'attemptFee'>,
  filter: StopFilter,
  goneOpened: boolean,
): LaidOut {
  const ordered = inOrder(stops)
  const isShown = passes(filter)
  const rounds = new Map<number, RunStop[]>()
  for (const stop of ordered.filter(isOnTheRun)) {
    const round = rounds.get(stop.runNumber)
    if (round === undefined) rounds.set(stop.runNumber, [stop])
    else round.push(stop)
  }
  const shown: RunStop[] = []
  const items: Item[] = []
  let mixed = false
  for (const [runNumber, stops] of rounds) {
    const rows = stops
      .map((stop, at) => ({ kind: 'stop', key: stop.assignmentID, stop, place: at + 1 }) as const)
      .filter(({ stop }) => isShown(stop))
    if (rows.length === 0) continue
    const round = roundSum(
      runNumber,
      stops,
      figuresOfStops(ordered.filter((stop) => stop.runNumber === runNumber)),
      rows.map(({ key }) => key),
    )
    mixed ||= round.drivers.length > 1
    items.push({ kind: 'round', key: `round ${runNumber}`, round }, ...rows)
    shown.push(...rows.map(({ stop }) => stop))
  }
  const gone = ordered.filter((stop) => !isOnTheRun(stop) && isShown(stop))
  if (gone.length > 0) items.push({ kind: 'gone-head', key: 'gone', count: gone.length })
  if (goneOpened) items.push(...gone.map((stop) => ({ kind: 'gone', key: stop.assignmentID, stop }) as const))
  return { items, shown, mixed, totals: totalsOf(shown, attemptFee) }
}

function roundSum(runNumber: number, stops: readonly RunStop[], figures: RunFigures, shown: readonly string[]): Round {
  return {
    runNumber,
    drivers: [...new Set(stops.map(({ driver }) => driver ?? ''))],
    stops: stops.length,
    figures,
    bags: totalBags(stops),
    shown,
  }
}

function totalsOf(stops: readonly RunStop[], attemptFee: Run['attemptFee']): Totals {
  const sum = (valueOf: (stop: RunStop) => number) => stops.reduce((all, stop) => all + valueOf(stop), 0)
  return {
    stops: stops.length,
    bags: totalBags(stops),
    money: moneyOfStops(stops, attemptFee),
    extra: sum(({ extraAmount }) => nearestCents(extraAmount)),
  }
}
