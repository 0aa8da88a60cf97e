import { and, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { reportRows } from '#contract/v1/reports.ts'
import type { Day } from '#domain/dates.ts'
import { bagsIn } from '../../db/bags-in.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { incomes } from '../../db/tables/events.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { checkoutDisputes } from '../../db/tables/payments.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { customerOf } from '../../http/depots.ts'
import { ofFigure } from '../runs/public.ts'

/** A row behind a report's figures, and what it is grouped by. */
export interface Fact {
  rowID: string
  day: Day
  customerID: string | null
  invoiceID: string | null
  adjustmentID: string | null
  transactionID: string | null
  runOrderID: string | null
  runNumber: number | null
  /** Cents. */
  amount: number
  gst: number
  bags: number
}

export type RowsQuery = InputOf<typeof reportRows>
export type Filter = Omit<RowsQuery, 'figure' | 'page' | 'perPage'>

const nothing = sql`null::uuid`
export const within = (column: SQL, { from, to }: Filter) =>
  and(
    from === undefined ? undefined : sql`${column} >= ${from}::date`,
    to === undefined ? undefined : sql`${column} <= ${to}::date`,
  )

/** By names of `Fact`, and the groups: month and product, week, age, payment type, round and driver. */
interface Columns {
  rowID: SQL
  day: SQL
  customerID: SQL
  invoiceID?: SQL
  transactionID?: SQL
  runOrderID?: SQL
  runNumber?: SQL
  amount: SQL
  gst?: SQL
  bags?: SQL
  group: SQL
  second?: SQL
}

export const facts = (columns: Columns, from: SQL, where: SQL | undefined) => sql`
  select ${columns.rowID}::text as "rowID", ${columns.day}::text as day, ${columns.customerID} as "customerID",
    ${columns.invoiceID ?? nothing} as "invoiceID", null::uuid as "adjustmentID",
    ${columns.transactionID ?? nothing} as "transactionID", ${columns.runOrderID ?? nothing} as "runOrderID",
    ${columns.runNumber ?? sql`null::integer`} as "runNumber", ${columns.amount}::bigint as amount,
    ${columns.gst ?? sql`0`}::bigint as gst, ${columns.bags ?? sql`0`}::integer as bags,
    ${columns.group} as "group", ${columns.second ?? nothing} as second
  from ${from} where ${where ?? sql`true`}`

/** Invoices after adjustments, at their issue date (domain.md 11, M7). */
export const salesFacts = (filter: Filter) =>
  facts(
    {
      rowID: sql`${invoices.invoiceID}`,
      day: sql`${invoices.issueDate}`,
      customerID: sql`${invoices.customerID}`,
      invoiceID: sql`${invoices.invoiceID}`,
      amount: sql`${invoices.amount}`,
      gst: sql`${invoices.gst}`,
      group: sql`to_char(${invoices.issueDate}, 'YYYY-MM')`,
      second: sql`${customers.productID}`,
    },
    sql`${invoices} join ${customers} on ${customers.customerID} = ${invoices.customerID}`,
    and(
      customerOf(invoices.customerID, filter.depotID),
      eq(invoices.kind, 'invoice'),
      within(sql`${invoices.issueDate}`, filter),
      filter.productID === undefined ? undefined : eq(customers.productID, filter.productID),
    ),
  )

/** Stops, in weeks that began in the period. Those of drafts may still change, so they are left out. */
export const collectionFacts = (filter: Filter) =>
  facts(
    {
      rowID: sql`${jobs.assignmentID}`,
      day: sql`${runs.fromDate}`,
      customerID: sql`${jobs.customerID}`,
      runOrderID: sql`${jobs.runOrderID}`,
      runNumber: sql`${jobs.runNumber}`,
      amount: sql`0`,
      bags: bagsIn(jobs.pu),
      group: sql`${jobs.state}`,
      second: sql`${jobs.outcome}`,
    },
    sql`${jobs} join ${runs} on ${runs.runOrderID} = ${jobs.runOrderID}`,
    and(
      customerOf(jobs.customerID, filter.depotID),
      ne(runs.status, 'draft'),
      within(sql`${runs.fromDate}`, filter),
      filter.stops === undefined ? undefined : ofFigure(filter.stops),
    ),
  )

/** Open invoices, including debts from the old program and debit notes (domain.md 11, M7). */
export const debtFacts = (filter: Filter, today: Day) => {
  const overdue = sql`(${today}::date - ${invoices.dueDate})`
  const age = sql`case when ${overdue} <= 0 then 'current' when ${overdue} <= 30 then '1-30'
    when ${overdue} <= 60 then '31-60' when ${overdue} <= 90 then '61-90' else 'over-90' end`
  return facts(
    {
      rowID: sql`${invoices.invoiceID}`,
      day: sql`${invoices.dueDate}`,
      customerID: sql`${invoices.customerID}`,
      invoiceID: sql`${invoices.invoiceID}`,
      amount: sql`${invoices.amount} - ${invoices.allocated}`,
      group: age,
    },
    sql`${invoices}`,
    and(
      customerOf(invoices.customerID, filter.depotID),
      gt(invoices.amount, invoices.allocated),
      filter.age === undefined ? undefined : sql`${age} = ${filter.age}`,
    ),
  )
}

export const cashFacts = (filter: Filter) =>
  moneyFacts(filter, sql`${transactions.type} = 'CUSTOMER_INBOUND' and ${transactions.reverses} is null`)

/** Payments that were reversed or dishonoured, on the day they were. */
export const reversedFacts = (filter: Filter) =>
  moneyFacts(
    filter,
    sql`${transactions.type} = 'CUSTOMER_INBOUND' and ${transactions.reverses} is not null`,
    sql`-${transactions.amount}`,
  )

const isDisputed = sql`${transactions.transactionID} in (
  select ${checkoutDisputes.transactionID} from ${checkoutDisputes} where ${checkoutDisputes.transactionID} is not null)`

export const refundFacts = (filter: Filter) =>
  moneyFacts(filter, sql`${transactions.purpose} = 'refund' and not ${isDisputed}`)

/** Card payments that the customers' banks took back. */
export const disputeFacts = (filter: Filter) =>
  moneyFacts(filter, sql`${transactions.purpose} = 'refund' and ${isDisputed}`)

const moneyFacts = (filter: Filter, what: SQL, amount = sql`${transactions.amount}`) =>
  facts(
    {
      rowID: sql`${transactions.transactionID}`,
      day: sql`${transactions.datePaid}`,
      customerID: sql`${transactions.customerID}`,
      transactionID: sql`${transactions.transactionID}`,
      amount,
      group: sql`${transactions.paymentType}`,
    },
    sql`${transactions}`,
    and(
      what,
      customerOf(transactions.customerID, filter.depotID),
      within(sql`${transactions.datePaid}`, filter),
      filter.paymentType === undefined ? undefined : eq(transactions.paymentType, filter.paymentType),
    ),
  )

/** What drivers earn for the stops of completed runs. */
export const costFacts = (filter: Filter) =>
  facts(
    {
      rowID: sql`${incomes.incomeID}`,
      day: sql`${runs.fromDate}`,
      customerID: sql`${jobs.customerID}`,
      runOrderID: sql`${jobs.runOrderID}`,
      runNumber: sql`${jobs.runNumber}`,
      amount: sql`${incomes.amount}`,
      bags: bagsIn(incomes.pu),
      group: sql`${jobs.runOrderID}`,
    },
    sql`${incomes} join ${jobs} on ${jobs.assignmentID} = ${incomes.jobID}
      join ${runs} on ${runs.runOrderID} = ${jobs.runOrderID}`,
    and(
      customerOf(jobs.customerID, filter.depotID),
      inArray(runs.status, ['completed', 'archived']),
      within(sql`${runs.fromDate}`, filter),
      filter.runOrderID === undefined ? undefined : eq(jobs.runOrderID, filter.runOrderID),
      filter.runNumber === undefined ? undefined : eq(jobs.runNumber, filter.runNumber),
    ),
  )

export interface Place {
  limit: number
  offset: number
}

export interface FactsPage {
  items: Fact[]
  total: number
  amount: number
  gst: number
  bags: number
}

export async function factsPage(
  db: Queryable,
  relation: SQL,
  { limit, offset }: Place,
  order = sql`"rowID"`,
): Promise<FactsPage> {
  const { rows } = await db.execute<Fact & Record<string, unknown>>(
    sql`select * from (${relation}) facts order by day, ${order} limit ${limit} offset ${offset}`,
  )
  const [sum] = await grouped<{ total: number }>(db, relation, sql`count(*)::integer as total`, null)
  return {
    items: rows.map((row) => ({ ...row, amount: Number(row.amount), gst: Number(row.gst) })),
    ...sum!,
  }
}

export type Sum = { total: number; amount: number; gst: number; bags: number }

/** Sums of a report's facts by these keys. @param keys null: one sum of all */
export async function grouped<Row extends object>(
  db: Queryable,
  relation: SQL,
  keys: SQL,
  by: SQL | null,
): Promise<(Row & Sum)[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select ${keys}, count(*)::integer as total, coalesce(sum(amount), 0)::bigint as amount,
      coalesce(sum(gst), 0)::bigint as gst, coalesce(sum(bags), 0)::integer as bags
    from (${relation}) facts ${by === null ? sql`` : sql`group by ${by} order by ${by}`}`)
  return rows.map((row) => ({ ...row, amount: Number(row['amount']), gst: Number(row['gst']) })) as (Row & Sum)[]
}
