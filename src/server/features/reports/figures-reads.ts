import { sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  type cashReport,
  type collectionsReport,
  CUSTOMER_REPORTS,
  type debtsReport,
  type gstReport,
  type roundsReport,
  type RowsOfFigure,
  type salesReport,
} from '#contract/v1/reports.ts'
import { byKey } from '#domain/by-key.ts'
import type { Day } from '#domain/dates.ts'
import { AGES } from '#domain/invoicing.ts'
import { marginOf, totalMargin } from '#domain/margin.ts'
import { monthPeriod, monthsIn, type Period } from '#domain/periods.ts'
import { PAYMENT_TYPES } from '#domain/money-words.ts'
import { runFigures, type StopFigure, sumFigures } from '#domain/run-figures.ts'
import { isOnTheRun } from '#domain/stop-actions.ts'
import type { Outcome, StopState } from '#domain/words.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { products } from '../../db/tables/customers.ts'
import { runs } from '../../db/tables/runs.ts'
import type { SettingsInForce } from '../settings/public.ts'
import { customersCountedByReport } from './customers-reported-reads.ts'
import {
  cashFacts,
  collectionFacts,
  costFacts,
  debtFacts,
  disputeFacts,
  grouped,
  refundFacts,
  reversedFacts,
  salesFacts,
  type Sum,
} from './facts-reads.ts'
import { basisChangedOn, basisOf, gstByBasis } from './gst-reads.ts'
import { overdueYear, purchaseFigures } from './purchases-reads.ts'
import { roundFacts, roundsCounted } from './rounds-reads.ts'
import { runNames } from './rows-reads.ts'

/** The figures of each report, each with the request for its rows. */

interface Figure {
  amount: number
  count: number
  rows: RowsOfFigure
}

function figureOf(sums: readonly Pick<Sum, 'amount' | 'total'>[], rows: RowsOfFigure): Figure {
  return {
    amount: sums.reduce((all, { amount }) => all + amount, 0),
    count: sums.reduce((all, { total }) => all + total, 0),
    rows,
  }
}

/** The days of a report, and the depot if only one is asked for, which its rows are asked for too. */
export interface Asked extends Period {
  readonly depotID?: string | undefined
}

function monthOf(month: string, { from, to, ...of }: Asked): Asked {
  const whole = monthPeriod(month)
  return { ...of, from: whole.from < from ? from : whole.from, to: whole.to > to ? to : whole.to }
}

export async function salesFigures(db: Queryable, period: Asked): Promise<AnswerOf<typeof salesReport>> {
  const cells = await grouped<{ month: string; productID: string }>(
    db,
    salesFacts(period),
    sql`"group" as month, second as "productID"`,
    sql`"group", second`,
  )
  const byPackage = byKey(cells, ({ productID }) => productID)
  const names = await db
    .select({ productID: products.productID, name: products.name })
    .from(products)
    .where(among(products.productID, [...byPackage.keys()]))
    .orderBy(products.name)
  const months = monthsIn(period)
  return {
    total: figureOf(cells, { figure: 'sales', ...period }),
    months: months.map((month) => ({
      month,
      ...figureOf(
        cells.filter((cell) => cell.month === month),
        { figure: 'sales', ...monthOf(month, period) },
      ),
    })),
    packages: names.map(({ productID, name }) => ({
      productID,
      servicePackage: name,
      ...figureOf(byPackage.get(productID) ?? [], { figure: 'sales', ...period, productID }),
    })),
    cells: cells.map((cell) => ({
      month: cell.month,
      productID: cell.productID,
      ...figureOf([cell], { figure: 'sales', ...monthOf(cell.month, period), productID: cell.productID }),
    })),
  }
}

export async function collectionFigures(db: Queryable, period: Asked): Promise<AnswerOf<typeof collectionsReport>> {
  const sums = await grouped<{ from: Day; state: StopState; outcome: Outcome | null }>(
    db,
    collectionFacts(period),
    sql`day as "from", "group" as state, second as outcome`,
    sql`day, "group", second`,
  )
  const weeks = byKey(sums, ({ from }) => from)
  const calendar = await db
    .selectDistinctOn([runs.fromDate], {
      from: runs.fromDate,
      yearNumber: runs.yearNumber,
      monthNumber: runs.monthNumber,
      weekNumber: runs.weekNumber,
    })
    .from(runs)
    .where(sql`${runs.fromDate} between ${period.from}::date and ${period.to}::date`)
    .orderBy(runs.fromDate, runs.refNumber)
  const figures = (of: readonly (Sum & { state: StopState; outcome: Outcome | null })[], days: Asked) => {
    const counts = runFigures(of.map(({ state, outcome, total }) => ({ state, outcome, stops: total })))
    const part = (stops: StopFigure) => ({
      count: counts[stops],
      rows: { figure: 'collections', ...days, stops } as const,
    })
    return {
      bags: of.filter(isOnTheRun).reduce((all, { bags }) => all + bags, 0),
      planned: { count: counts.planned, rows: { figure: 'collections', ...days } as const },
      done: part('done'),
      notDone: part('notDone'),
      moved: part('moved'),
      removed: part('removed'),
      open: part('open'),
    }
  }
  return {
    weeks: calendar
      .filter(({ from }) => weeks.has(from))
      .map((week) => ({
        ...week,
        ...figures(weeks.get(week.from) ?? [], { ...period, from: week.from, to: week.from }),
      })),
    ...figures(sums, period),
  }
}

export async function debtFigures(
  db: Queryable,
  today: Day,
  of: Pick<Asked, 'depotID'>,
): Promise<AnswerOf<typeof debtsReport>> {
  const sums = await grouped<{ age: string }>(db, debtFacts(of, today), sql`"group" as age`, sql`"group"`)
  return {
    today,
    total: figureOf(sums, { ...of, figure: 'debts' }),
    ages: AGES.map((age) => ({
      age,
      ...figureOf(
        sums.filter((sum) => sum.age === age),
        { ...of, figure: 'debts', age },
      ),
    })),
    customers: await customersCountedByReport(db, CUSTOMER_REPORTS, today, of.depotID),
  }
}

export async function cashFigures(db: Queryable, period: Asked): Promise<AnswerOf<typeof cashReport>> {
  const byType = [sql`"group" as type`, sql`"group"`] as const
  const received = await grouped<{ type: string }>(db, cashFacts(period), ...byType)
  const reversed = await grouped<{ type: string }>(db, reversedFacts(period), ...byType)
  const refunded = await grouped<{ type: string }>(db, refundFacts(period), ...byType)
  const disputed = await grouped<{ type: string }>(db, disputeFacts(period), ...byType)
  const figures = (rows: Omit<RowsOfFigure, 'figure'>) => {
    const { paymentType } = rows
    const of = (sums: readonly (Sum & { type: string })[]) =>
      sums.filter(({ type }) => paymentType === undefined || type === paymentType)
    return {
      received: figureOf(of(received), { figure: 'cash', ...rows }),
      reversed: figureOf(of(reversed), { figure: 'reversed', ...rows }),
      refunded: figureOf(of(refunded), { figure: 'refunds', ...rows }),
      disputed: figureOf(of(disputed), { figure: 'disputes', ...rows }),
    }
  }
  return {
    types: PAYMENT_TYPES.map((paymentType) => ({ paymentType, ...figures({ ...period, paymentType }) })),
    ...figures(period),
  }
}

export async function gstOfPeriod(
  db: Queryable,
  period: Period,
  settings: SettingsInForce,
  today: Day,
): Promise<AnswerOf<typeof gstReport>> {
  const found = await gstByBasis(db, period, settings['opening.includesGst'])
  const bought = await purchaseFigures(db, period)
  return {
    basis: basisOf(settings),
    registered: settings['business.gstRegistered'],
    bases: found.map(({ basis, figures: { g1, oneA, badDebts, badDebtsGst } }) => ({
      basis,
      g1,
      oneA,
      rows: { figure: 'gst', basis, ...period },
      badDebts: {
        amount: badDebts,
        gst: badDebtsGst,
        rows: { figure: 'bad-debts', basis, ...period },
      },
      oneB: bought.gst + badDebtsGst,
    })),
    purchases: { ...bought, rows: { figure: 'purchases', ...period } },
    overdueYear: await overdueYear(db, today),
    basisChangedOn: await basisChangedOn(db, settings['business.timeZone']),
  }
}

export async function roundFigures(db: Queryable, period: Asked): Promise<AnswerOf<typeof roundsReport>> {
  const rounds = await roundsCounted(db, period)
  const sales = await grouped<{ runOrderID: string; runNumber: number }>(
    db,
    await roundFacts(db, period),
    sql`"runOrderID", "runNumber"`,
    sql`"runOrderID", "runNumber"`,
  )
  const costs = await grouped<{ runOrderID: string; runNumber: number }>(
    db,
    costFacts(period),
    sql`"runOrderID", "runNumber"`,
    sql`"runOrderID", "runNumber"`,
  )
  const roundOf = (of: { runOrderID: string; runNumber: number }) => `${of.runOrderID} ${of.runNumber}`
  const salesOf = byKey(sales, roundOf)
  const costsOf = byKey(costs, roundOf)
  const names = await runNames(db, [...new Set(rounds.map(({ runOrderID }) => runOrderID))])
  const sumIn = (of: ReadonlyMap<string, readonly { amount: number }[]>, round: string) =>
    (of.get(round) ?? []).reduce((all, { amount }) => all + amount, 0)
  return {
    rounds: rounds.map(({ runOrderID, runNumber, from, drivers, figures }) => {
      const sums = salesOf.get(roundOf({ runOrderID, runNumber })) ?? []
      const round = { ...period, runOrderID, runNumber }
      return {
        runOrderID,
        runOrder: names.get(runOrderID)?.runOrder ?? '',
        runWeek: names.get(runOrderID)?.runWeek ?? null,
        runNumber,
        from,
        drivers,
        ...figures,
        bags: sums.reduce((all, { bags }) => all + bags, 0),
        sales: figureOf(sums, { figure: 'round-sales', ...round }),
        cost: figureOf(costsOf.get(roundOf(round)) ?? [], { figure: 'round-cost', ...round }),
        ...marginOf(sumIn(salesOf, roundOf(round)), sumIn(costsOf, roundOf(round))),
      }
    }),
    ...sumFigures(rounds.map(({ figures }) => figures)),
    sales: figureOf(sales, { figure: 'round-sales', ...period }),
    cost: figureOf(costs, { figure: 'round-cost', ...period }),
    ...totalMargin(
      rounds.map((round) => ({ sales: sumIn(salesOf, roundOf(round)), pay: sumIn(costsOf, roundOf(round)) })),
    ),
  }
}
