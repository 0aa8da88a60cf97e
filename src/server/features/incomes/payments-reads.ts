import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { listPayTotals, payRange } from '#contract/v1/pays.ts'
import { type Day, endOfDayExclusive, startOfDay } from '#domain/dates.ts'
import { transactionRefId } from '#domain/invoicing.ts'
import type { Cents } from '#domain/money.ts'
import { rctiAdjustmentNumber, rctiNumber } from '#domain/rcti.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { keptTotal, subjectOf } from '../../db/kept-totals.ts'
import { mentions } from '../../db/mentions.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { incomes } from '../../db/tables/events.ts'
import { keptTotals } from '../../db/tables/kept-totals.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { driverPayments, rctiAdjustments } from '../../db/tables/pay.ts'
import { users } from '../../db/tables/users.ts'

type Payment = AnswerOf<typeof payRange>

const reversals = alias(transactions, 'reversals')

export type PaymentShown = Awaited<ReturnType<typeof shown>>[number]

const shown = (db: Queryable) =>
  db
    .select({
      payment: driverPayments,
      row: transactions,
      driver: users.fullName,
      employmentType: drivers.employmentType,
      reversedOn: reversals.datePaid,
      adjustment: rctiAdjustments,
    })
    .from(driverPayments)
    .innerJoin(transactions, eq(transactions.transactionID, driverPayments.transactionID))
    .innerJoin(users, eq(users.userID, driverPayments.driverID))
    .innerJoin(drivers, eq(drivers.driverID, driverPayments.driverID))
    .leftJoin(reversals, eq(reversals.reverses, driverPayments.transactionID))
    .leftJoin(rctiAdjustments, eq(rctiAdjustments.adjusts, driverPayments.transactionID))
    .$dynamic()

interface Totals {
  total: number
  /** Without payments that were reversed. */
  totalCents: number
}

export async function paymentsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: PaymentShown[] } & Totals> {
  // The index of pays gives the page in the order of the list; only what is shown is joined.
  const query = db.select({ transactionID: transactions.transactionID }).from(transactions).$dynamic()
  if (mentions(driverPayments, [orderBy]))
    void query.innerJoin(driverPayments, eq(driverPayments.transactionID, transactions.transactionID))
  if (mentions(users, [where, orderBy])) void query.innerJoin(users, eq(users.userID, transactions.driverID))
  const page = await query
    .where(and(isNotNull(transactions.driverID), isNull(transactions.reverses), where))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const ids = page.map(({ transactionID }) => transactionID)
  const rows =
    ids.length === 0
      ? []
      : await shown(db)
          .where(among(driverPayments.transactionID, ids))
          .orderBy(...orderBy)
  return { rows, ...(await (where ? added(db, where) : kept(db))) }
}

/** A reversal is a transaction of the same kind below zero, so their sum is without both. */
async function kept(db: Queryable): Promise<Totals> {
  const { total } = await keptTotal(db, 'pays', undefined)
  const { totalCents } = await keptTotal(db, 'transactions', subjectOf('DRIVER_OUTBOUND'))
  return { total, totalCents }
}

async function added(db: Queryable, where: SQL): Promise<Totals> {
  const [sum] = await db
    .select({
      total: count(),
      totalCents: sql<string>`coalesce(sum(${transactions.amount}) filter (where ${reversals.transactionID} is null), 0)`,
    })
    .from(driverPayments)
    .innerJoin(transactions, eq(transactions.transactionID, driverPayments.transactionID))
    .innerJoin(users, eq(users.userID, driverPayments.driverID))
    .leftJoin(reversals, eq(reversals.reverses, driverPayments.transactionID))
    .where(where)
  return { total: sum!.total, totalCents: Number(sum!.totalCents) }
}

export async function paymentByID(db: Queryable, transactionID: string): Promise<PaymentShown | null> {
  return (await shown(db).where(eq(driverPayments.transactionID, transactionID)))[0] ?? null
}

/** A pay day's payments that were not reversed, by the drivers' names. */
export function paymentsOn(db: Queryable, datePaid: Day): Promise<PaymentShown[]> {
  return shown(db)
    .where(and(eq(transactions.datePaid, datePaid), isNull(reversals.transactionID)))
    .orderBy(asc(users.fullName), asc(transactions.refNumber))
}

export function presentPayment({
  payment,
  row,
  driver,
  employmentType,
  reversedOn,
  adjustment,
}: PaymentShown): Payment {
  return {
    ...payment,
    refId: transactionRefId(row.refNumber),
    driver,
    employmentType,
    datePaid: row.datePaid,
    paymentType: row.paymentType ?? 'EFT',
    total: row.amount,
    rctiNumber: payment.rctiNumber === null ? null : rctiNumber(payment.rctiNumber),
    adjustmentNumber: adjustment && rctiAdjustmentNumber(adjustment.number),
    reversedOn,
    createdAt: row.createdAt,
  }
}

/** What decides whether the firm writes a driver's tax invoices (M22). */
export const supplier = {
  employmentType: drivers.employmentType,
  abn: drivers.abn,
  gstRegistered: drivers.gstRegistered,
  rctiAgreedOn: drivers.rctiAgreedOn,
}

/** What each driver earned in the range, by status. Without a range the totals are kept. */
export async function payTotals(
  db: Queryable,
  timeZone: string,
  { from, to, driverID, depotID }: InputOf<typeof listPayTotals>,
) {
  const ofDepot = depotID === undefined ? undefined : eq(drivers.depotID, depotID)
  if (from === undefined && to === undefined) return keptPayTotals(db, driverID, ofDepot)
  const of = (status: 'pending' | 'payable' | 'paid') =>
    sql<Cents>`coalesce(sum(${incomes.amount}) filter (where ${incomes.status} = ${status}), 0)::float8`
  return db
    .select({
      driverID: incomes.driverID,
      driver: users.fullName,
      pending: of('pending'),
      payable: of('payable'),
      paid: of('paid'),
      supplier,
    })
    .from(incomes)
    .innerJoin(users, eq(users.userID, incomes.driverID))
    .innerJoin(drivers, eq(drivers.driverID, incomes.driverID))
    .where(
      and(
        ofDepot,
        driverID === undefined ? undefined : eq(incomes.driverID, driverID),
        from === undefined ? undefined : sql`${incomes.earnedAt} >= ${startOfDay(from, timeZone)}`,
        to === undefined ? undefined : sql`${incomes.earnedAt} < ${endOfDayExclusive(to, timeZone)}`,
      ),
    )
    .groupBy(incomes.driverID, users.fullName, drivers.driverID)
    .orderBy(asc(users.fullName), asc(incomes.driverID))
}

/** The subject is driver, status and kind. A driver whose incomes were all removed is not listed. */
async function keptPayTotals(db: Queryable, driverID: string | undefined, ofDepot: SQL | undefined) {
  const { subject, count: rows, amount } = keptTotals
  const of = (status: 'pending' | 'payable' | 'paid') =>
    sql<Cents>`coalesce(sum(${amount}) filter (where ${subjectOf(undefined, status)}), 0)::float8`.as(status)
  // Added up before a driver's id is read from the subject, because subjects of other topics are not ids.
  const sums = db
    .select({
      driver: sql<string>`split_part(${subject}, ' ', 1)`.as('of_driver'),
      pending: of('pending'),
      payable: of('payable'),
      paid: of('paid'),
    })
    .from(keptTotals)
    .where(and(eq(keptTotals.topic, 'incomes'), subjectOf(driverID?.toLowerCase())))
    .groupBy(sql`of_driver`)
    .having(sql`sum(${rows}) <> 0`)
    .as('sums')
  return db
    .select({
      driverID: users.userID,
      driver: users.fullName,
      pending: sums.pending,
      payable: sums.payable,
      paid: sums.paid,
      supplier,
    })
    .from(sums)
    .innerJoin(users, sql`${users.userID} = ${sums.driver}::uuid`)
    .innerJoin(drivers, eq(drivers.driverID, users.userID))
    .where(ofDepot)
    .orderBy(asc(users.fullName), asc(users.userID))
}
