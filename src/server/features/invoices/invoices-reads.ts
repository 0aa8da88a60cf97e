import { and, asc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listInvoices } from '#contract/v1/invoices.ts'
import { addDays, type Day } from '#domain/dates.ts'
import {
  type CarryingMail,
  type Delivery,
  deliveryOf,
  type GivenOut,
  inTheEnd,
  remindedAtOf,
  sentAtOf,
} from '#domain/delivery.ts'
import { readableRunID, runRefId } from '#domain/identifiers.ts'
import type { Age } from '#domain/invoicing.ts'
import { weekOfRun } from '#domain/run-name.ts'
import type { CustomerStatus } from '#domain/words.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { adjustments, billingLines, invoices } from '../../db/tables/invoices.ts'
import { allocations, transactions } from '../../db/tables/ledger.ts'
import { mails } from '../../db/tables/mails.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { takenBackOf } from '../ledger/public.ts'

type ListedInvoice = AnswerOf<typeof listInvoices>['items'][number]

export type InvoiceRow = typeof invoices.$inferSelect
export interface InvoiceShown extends InvoiceRow {
  readonly customer: string
  readonly firstName: string
  readonly refNumber: number
  readonly customerStatus: CustomerStatus
  /** The address it is mailed to; null: it is printed. */
  readonly email: string | null
  readonly doNotSendInvoiceEmail: boolean
  /** All or the rest of it was written off, and nothing is owed. */
  readonly writtenOff: boolean
  /** Nothing is owed, and the customer paid it. */
  readonly isPaid: boolean
  readonly delivery: Delivery
  /** When the mail server took it, or it was marked as printed. */
  readonly sentAt: Date | null
  /** The mail server's answer to the last attempt, if that failed. */
  readonly mailError: string | null
  /** A further mail that is not sent; null: there is none, or it was sent. */
  readonly again: (CarryingMail & { readonly lastError: string | null }) | null
  /** Null: not reminded since it was last collected again, or that mail failed or was kept; so the other two. */
  readonly firstRemindAt: Date | null
  /** Null: none was made. */
  readonly firstReminder: Delivery | null
  readonly secondReminder: Delivery | null
  readonly finalReminder: Delivery | null
}

/**
 * The address an invoice is mailed to; null for a customer who gets none by email. One issued to another payer goes to
 * the payer's corrected address, if the customer has one now.
 */
export const EMAIL_OF = sql<string | null>`case
  when ${customers.doNotSendInvoiceEmail} then null
  when ${invoices.billToEmail} is not null then coalesce(${customers.billToEmail}, ${invoices.billToEmail})
  else ${users.email} end`

/** Whether it is settled, at least in part by a write-off, less what was taken back when the debt was recovered. */
const IS_WRITTEN_OFF = sql<boolean>`(${invoices.amount} <= ${invoices.allocated} and (
  select coalesce(sum(${allocations.amount} + ${takenBackOf()}), 0) from ${allocations}
  inner join ${transactions} on ${transactions.transactionID} = ${allocations.transactionID}
  where ${allocations.invoiceID} = ${invoices.invoiceID} and ${transactions.purpose} = 'write_off') > 0)`

export const OWING = sql`(${invoices.amount} - ${invoices.allocated})`
export const isOpen = sql`${invoices.amount} > ${invoices.allocated}`

/** Whether an open invoice has this age, by days overdue (domain.md 11, M7). */
export function ageIs(age: Age, today: Day): SQL {
  const bounds: Record<Age, [Day | null, Day | null]> = {
    current: [today, null],
    '1-30': [addDays(today, -30), addDays(today, -1)],
    '31-60': [addDays(today, -60), addDays(today, -31)],
    '61-90': [addDays(today, -90), addDays(today, -61)],
    'over-90': [null, addDays(today, -91)],
  }
  const [from, to] = bounds[age]
  return sql.join(
    [
      isOpen,
      ...(from === null ? [] : [sql`${invoices.dueDate} >= ${from}`]),
      ...(to === null ? [] : [sql`${invoices.dueDate} <= ${to}`]),
    ],
    sql` and `,
  )
}

/** In the order of the IDs. */
export async function invoicesByID(db: Queryable, invoiceIDs: readonly string[]): Promise<InvoiceShown[]> {
  const rows = await shown(db).where(among(invoices.invoiceID, invoiceIDs))
  const found = new Map(rows.map((row) => [row.row.invoiceID, flat(row)]))
  return invoiceIDs.flatMap((invoiceID) => found.get(invoiceID) ?? [])
}

export async function invoiceByID(db: Queryable, invoiceID: string): Promise<InvoiceShown | null> {
  const [row] = await shown(db).where(eq(invoices.invoiceID, invoiceID))
  return row ? flat(row) : null
}

/** Open invoices whose due date has passed, the oldest first. @param customerIDs only theirs; undefined: of all */
export async function overdueInvoices(
  db: Queryable,
  today: Day,
  customerIDs?: readonly string[],
): Promise<InvoiceShown[]> {
  const theirs = customerIDs && among(invoices.customerID, customerIDs)
  const rows = await shown(db)
    .where(and(isOpen, lt(invoices.dueDate, today), theirs))
    .orderBy(asc(invoices.dueDate), asc(invoices.number), asc(invoices.invoiceID))
  return rows.map(flat)
}

/** Open invoices of these customers, the oldest due first. */
export async function openInvoicesOf(db: Queryable, customerIDs: readonly string[]): Promise<InvoiceShown[]> {
  const rows = await shown(db)
    .where(and(isOpen, among(invoices.customerID, customerIDs)))
    .orderBy(asc(invoices.dueDate), asc(invoices.number), asc(invoices.invoiceID))
  return rows.map(flat)
}

/** The invoices that this payment reminder carries. */
export async function invoicesOfReminder(db: Queryable, mailID: string): Promise<InvoiceShown[]> {
  const carried = [invoices.firstRemindMailID, invoices.secondRemindMailID, invoices.finalRemindMailID]
  const rows = await shown(db).where(or(...carried.map((column) => eq(column, mailID))))
  return rows.map(flat)
}

/** Locks the invoices in the order of their IDs. */
export async function lockInvoices(tx: Queryable, invoiceIDs: readonly string[]): Promise<InvoiceShown[]> {
  const rows = await shown(tx)
    .where(among(invoices.invoiceID, invoiceIDs))
    .orderBy(asc(invoices.invoiceID))
    .for('update', { of: invoices })
  return rows.map(flat)
}

function shown(db: Queryable) {
  return db
    .select({
      row: invoices,
      customer: users.fullName,
      firstName: users.firstName,
      refNumber: customers.refNumber,
      customerStatus: customers.status,
      email: EMAIL_OF,
      doNotSendInvoiceEmail: customers.doNotSendInvoiceEmail,
      writtenOff: IS_WRITTEN_OFF,
      sent: mailOf(sentMail),
      again: mailOf(againMail),
      first: mailOf(firstMail),
      second: mailOf(secondMail),
      final: mailOf(finalMail),
    })
    .from(invoices)
    .innerJoin(customers, eq(customers.customerID, invoices.customerID))
    .innerJoin(users, eq(users.userID, invoices.customerID))
    .leftJoin(sentMail, eq(sentMail.mailID, invoices.sentMailID))
    .leftJoin(againMail, eq(againMail.mailID, invoices.againMailID))
    .leftJoin(firstMail, eq(firstMail.mailID, invoices.firstRemindMailID))
    .leftJoin(secondMail, eq(secondMail.mailID, invoices.secondRemindMailID))
    .leftJoin(finalMail, eq(finalMail.mailID, invoices.finalRemindMailID))
    .$dynamic()
}

const sentMail = alias(mails, 'sent_mail')
const againMail = alias(mails, 'again_mail')
const firstMail = alias(mails, 'first_mail')
const secondMail = alias(mails, 'second_mail')
const finalMail = alias(mails, 'final_mail')

const mailOf = <M extends typeof sentMail | typeof againMail | typeof firstMail | typeof secondMail | typeof finalMail>(
  mail: M,
) => ({
  state: mail.state as M['state'],
  sentAt: mail.sentAt as M['sentAt'],
  nextAttemptAt: mail.nextAttemptAt as M['nextAttemptAt'],
  lastError: mail.lastError as M['lastError'],
})
type JoinedMail = (CarryingMail & { readonly lastError: string | null }) | null

type Joined = { readonly row: InvoiceRow } & Record<'sent' | 'again' | 'first' | 'second' | 'final', JoinedMail> &
  Pick<
    InvoiceShown,
    'customer' | 'firstName' | 'refNumber' | 'customerStatus' | 'email' | 'doNotSendInvoiceEmail' | 'writtenOff'
  >

/** Decides for all screens and acts what became of the invoice's mails. */
function flat({ row, sent, again, first, second, final, ...rest }: Joined): InvoiceShown {
  const given = inTheEnd({ queuedAt: row.queuedAt, mail: sent }, again)
  const firstGiven = { queuedAt: row.firstRemindAt, mail: first }
  const secondGiven = { queuedAt: row.secondRemindAt, mail: second }
  const finalGiven = { queuedAt: row.finalRemindAt, mail: final }
  const counted = (reminder: GivenOut) =>
    row.collectAgainAt !== null && reminder.queuedAt !== null && reminder.queuedAt < row.collectAgainAt
      ? null
      : remindedAtOf(reminder)
  return {
    ...row,
    ...rest,
    isPaid: row.amount > 0 && row.amount <= row.allocated && !rest.writtenOff,
    delivery: deliveryOf(given),
    sentAt: sentAtOf(given),
    mailError: sent?.lastError ?? null,
    again: again?.state === 'sent' ? null : again,
    firstRemindAt: counted(firstGiven),
    secondRemindAt: counted(secondGiven),
    finalRemindAt: counted(finalGiven),
    firstReminder: row.firstRemindAt && deliveryOf(firstGiven),
    secondReminder: row.secondRemindAt && deliveryOf(secondGiven),
    finalReminder: row.finalRemindAt && deliveryOf(finalGiven),
  }
}

/** An invoice's lines with the stops they are for, oldest first. */
export function linesOfInvoice(db: Queryable, invoiceID: string) {
  return db
    .select({
      line: billingLines,
      serviceType: jobs.serviceType,
      outcome: jobs.outcome,
      photoIDs: jobs.photoIDs,
      run: runs,
    })
    .from(billingLines)
    .leftJoin(jobs, eq(jobs.assignmentID, billingLines.assignmentID))
    .leftJoin(runs, eq(runs.runOrderID, billingLines.runOrderID))
    .where(eq(billingLines.invoiceID, invoiceID))
    .orderBy(asc(billingLines.serviceDay), asc(billingLines.createdAt), asc(billingLines.sequence))
}

export type RunOfRef = (ref: string) => ListedInvoice['runs'][number] | undefined

/** @returns a function that names the run of a number on these invoices (`runRefs`) */
export async function runsOfInvoices(db: Queryable, rows: readonly Pick<InvoiceRow, 'runRefs'>[]): Promise<RunOfRef> {
  const refs = new Set(rows.flatMap(({ runRefs }) => runRefs))
  if (refs.size === 0) return () => undefined
  const found = await db
    .select()
    .from(runs)
    .where(
      inArray(
        runs.refNumber,
        [...refs].map((ref) => Number(ref.slice(1))),
      ),
    )
  const named = new Map(
    found.map((run) => [
      runRefId(run.refNumber),
      {
        runOrderID: run.runOrderID,
        runOrder: readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber),
        runWeek: weekOfRun(run),
      },
    ]),
  )
  return (ref) => named.get(ref)
}

export function adjustmentsOf(db: Queryable, invoiceID: string) {
  return db.select().from(adjustments).where(eq(adjustments.invoiceID, invoiceID)).orderBy(asc(adjustments.number))
}

/** transactionID -> the part of it that pays this invoice. */
export async function allocatedTo(db: Queryable, invoiceID: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ transactionID: allocations.transactionID, amount: sql<string>`sum(${allocations.amount})` })
    .from(allocations)
    .where(eq(allocations.invoiceID, invoiceID))
    .groupBy(allocations.transactionID)
  return new Map(rows.map(({ transactionID, amount }) => [transactionID, Number(amount)]))
}
