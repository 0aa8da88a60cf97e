import type { Day } from '#domain/dates.ts'
import { monthName } from '#domain/day-words.ts'
import { nearestCents, type Cents } from '#domain/money.ts'
import type { StoredIncome, StoredRun } from '#client/offline/stored.ts'

export interface RunIncomes {
  runOrderID: string
  /** The run's readable ID. */
  name: string
  week: WeekName | null
  /** The office's name for it, when the run is still on the phone and has one. */
  description: string | null
  /** The Monday, when the run is still on the phone. */
  fromDate: Day | null
  isThisWeek: boolean
  incomes: StoredIncome[]
  total: Cents
  unpaid: Cents
  bags: number
}

export interface Totals {
  unpaid: Cents
  paid: Cents
}

export interface WeekName {
  week: string
  month: string
  /** '' for this year. */
  year: string
  /** The run's number within the week. */
  sequence: string
}

/** "2026-11-W3-2" as the parts of a name. Null: not in the office's ID format. */
function weekOfRun(readableID: string, today: Day): WeekName | null {
  const [, year = '', month = '', week = '', sequence = ''] = /^(\d{4})-(\d\d)-W(\d+)-(\d+)$/.exec(readableID) ?? []
  const name = monthName(Number(month))
  return name === undefined ? null : { week, month: name, year: today.startsWith(year) ? '' : ` ${year}`, sequence }
}

/** Groups incomes by run, the newest first; this week's is the one whose week contains `today`. */
export function incomesByRun(incomes: readonly StoredIncome[], runs: readonly StoredRun[], today: Day): RunIncomes[] {
  const known = new Map(runs.map((run) => [run.runOrderID, run]))
  const groups = new Map<string, RunIncomes>()
  for (const income of incomes) {
    const run = known.get(income.runOrderID)
    const group = groups.get(income.runOrderID) ?? {
      runOrderID: income.runOrderID,
      name: income.runOrder,
      week: weekOfRun(income.runOrder, today),
      description: run?.description?.trim() || null,
      fromDate: run?.fromDate ?? null,
      isThisWeek: run !== undefined && run.fromDate <= today && today <= run.toDate,
      incomes: [],
      total: 0,
      unpaid: 0,
      bags: 0,
    }
    const amount = nearestCents(income.amount)
    group.incomes.push(income)
    group.total += amount
    group.unpaid += income.status === 'paid' ? 0 : amount
    group.bags += income.pu
    groups.set(income.runOrderID, group)
  }
  return [...groups.values()].sort((a, b) => Number(b.isThisWeek) - Number(a.isThisWeek) || (a.name < b.name ? 1 : -1))
}

export function totalsOf(runs: readonly RunIncomes[]): Totals {
  const unpaid = runs.reduce((sum, run) => sum + run.unpaid, 0)
  return { unpaid, paid: runs.reduce((sum, run) => sum + run.total, 0) - unpaid }
}

export const PAID_FILTERS = ['all', 'unpaid', 'paid'] as const
export type PaidFilter = (typeof PAID_FILTERS)[number]

export function isShown(income: Pick<StoredIncome, 'status'>, filter: PaidFilter): boolean {
  return filter === 'all' || (income.status === 'paid') === (filter === 'paid')
}
