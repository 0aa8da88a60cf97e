import type { Day } from '#domain/dates.ts'
import { monthName } from '#domain/day-words.ts'
import { nearestCents, type Cents } from '#domain/money.ts'
import type { RunFigures } from '#domain/run-figures.ts'
import type { StoredIncome, StoredRun } from '#client/offline/store/schema.ts'

export interface RunIncomes {
  /** The run's or payment's key; empty: lines entered by hand. */
  key: string
  /** The run's readable ID, or the day of the payment. */
  name: string
  /** Null: not a payment. */
  paidOn: Day | null
  week: WeekName | null
  /** The office's name for the run, while the phone has it. */
  description: string | null
  /** The Monday, while the phone has the run. */
  fromDate: Day | null
  isThisWeek: boolean
  /**
   * What became of the driver's stops, while the phone has the run. Null while the run is active: its figures are of now,
   * and its money is as of the last fetch.
   */
  figures: RunFigures | null
  incomes: StoredIncome[]
  bags: number
}

export interface WeekName {
  week: string
  month: string
  /** '' for this year. */
  year: string
  sequence: string
}

/** The parts of a name from "2026-11-W3-2". Null: not in the office's ID format. */
function weekOfRun(readableID: string, today: Day): WeekName | null {
  const [, year = '', month = '', week = '', sequence = ''] = /^(\d{4})-(\d\d)-W(\d+)-(\d+)$/.exec(readableID) ?? []
  const name = monthName(Number(month))
  return name === undefined ? null : { week, month: name, year: today.startsWith(year) ? '' : ` ${year}`, sequence }
}

/**
 * Groups incomes by run, or paid ones by payment, the newest first. This week's run is the one whose week contains
 * `today`.
 */
export function groupedIncomes(
  incomes: readonly StoredIncome[],
  {
    runs,
    today,
    byPayment = false,
    withEmpty = false,
  }: { runs: readonly StoredRun[]; today: Day; byPayment?: boolean; withEmpty?: boolean },
): RunIncomes[] {
  const known = new Map(runs.map((run) => [run.runOrderID, run]))
  const groups = new Map<string, RunIncomes>()
  const emptyOf = (key: string, name: string, run: StoredRun | undefined): RunIncomes => ({
    key,
    name,
    paidOn: null,
    week: weekOfRun(name, today),
    description: run?.description?.trim() || null,
    fromDate: run?.fromDate ?? null,
    isThisWeek: run !== undefined && run.fromDate <= today && today <= run.toDate,
    figures: run === undefined || run.status === 'active' ? null : figuresOf(run),
    incomes: [],
    bags: 0,
  })
  for (const income of incomes) {
    const payment = byPayment ? income.payment : null
    const key = payment?.transactionID ?? income.runOrderID ?? ''
    const name = payment?.datePaid ?? income.runOrder ?? ''
    const run = known.get(key)
    const group = groups.get(key) ?? { ...emptyOf(key, name, run), paidOn: payment && name }
    group.incomes.push(income)
    group.bags += income.pu
    groups.set(key, group)
  }
  // A run without incomes is listed too, because a driver who collected nothing has to read what became of the stops.
  for (const run of withEmpty ? runs : [])
    if (run.status === 'completed' && run.planned && !groups.has(run.runOrderID))
      groups.set(run.runOrderID, emptyOf(run.runOrderID, run.readableID, run))
  return [...groups.values()].sort((a, b) => Number(b.isThisWeek) - Number(a.isThisWeek) || (a.name < b.name ? 1 : -1))
}

/** Null: the run was pulled by an earlier build, which stored no figures. */
function figuresOf({ planned, done, notDone, moved, removed, open }: StoredRun): RunFigures | null {
  if (planned === undefined || notDone === undefined || done === undefined) return null
  return { planned, done, notDone, moved: moved ?? 0, removed: removed ?? 0, open: open ?? 0 }
}

export const sumOf = (incomes: readonly StoredIncome[]): Cents =>
  incomes.reduce((cents, { amount }) => cents + nearestCents(amount), 0)

export const PAID_FILTERS = ['all', 'unpaid', 'paid'] as const
export type PaidFilter = (typeof PAID_FILTERS)[number]
