import { and, desc, eq, inArray, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getTimeline } from '#contract/v1/customer-timeline.ts'
import { bagsOf } from '#domain/bags.ts'
import { dayOf, instantAt } from '#domain/dates.ts'
import { invoiceNumber, transactionRefId } from '#domain/invoicing.ts'
import { NOT_REACHED } from '#domain/run-figures.ts'
import { isOlder, newestFirst, TOLD_PURPOSES } from '#domain/timeline.ts'
import type { Queryable } from '../../db/database.ts'
import { audit } from '../../db/tables/audit.ts'
import { caseMessages, cases } from '../../db/tables/cases.ts'
import { customerCalls } from '../../db/tables/customer-calls.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { mails } from '../../db/tables/mails.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { users } from '../../db/tables/users.ts'
import { disputeRowsOf } from '../ledger/public.ts'
import { aboutCustomer } from '../mails/public.ts'
import { ACCEPTED, acceptedPrice } from './requests/quotation-commands.ts'

type TimelineItem = AnswerOf<typeof getTimeline>['items'][number]

export interface TimelineQuery {
  customerID: string
  /** Only what happened before this item; null: the newest. */
  before: { at: Date; id: string } | null
  limit: number
  timeZone: string
  /** Whether the caller may read items of this kind. */
  sees: (kind: TimelineItem['kind']) => boolean
}

/**
 * Each kind's newest, found by an index in the order of time, so that a long history costs no more than a short one;
 * runs that did not reach the customer are found among the customer's stops, of which there are few.
 */
export async function happened(db: Queryable, query: TimelineQuery): Promise<TimelineItem[][]> {
  const kinds = Object.entries(READS) as [TimelineItem['kind'], (typeof READS)['call']][]
  return Promise.all(kinds.filter(([kind]) => query.sees(kind)).map(([, read]) => read(db, query)))
}

const READS = {
  call: callsOf,
  mail: mailsOf,
  case: messagesOf,
  payment: paymentsOf,
  invoice: invoicesOf,
  accepted: acceptedOf,
  collection: collectionsOf,
  'not-reached': notReachedOf,
} satisfies Record<TimelineItem['kind'], unknown>

function older({ before }: TimelineQuery, at: AnyPgColumn, id: AnyPgColumn): SQL | undefined {
  if (before === null) return undefined
  const then = sql`${before.at.toISOString()}::timestamptz`
  return or(sql`${at} < ${then}`, and(sql`${at} = ${then}`, sql`${id} < ${before.id}::uuid`))
}

async function callsOf(db: Queryable, query: TimelineQuery): Promise<TimelineItem[]> {
  const rows = await db
    .select({ call: customerCalls, by: users.fullName })
    .from(customerCalls)
    .innerJoin(users, eq(users.userID, customerCalls.createdBy))
    .where(
      and(eq(customerCalls.customerID, query.customerID), older(query, customerCalls.createdAt, customerCalls.callID)),
    )
    .orderBy(desc(customerCalls.createdAt), desc(customerCalls.callID))
    .limit(query.limit)
  return rows.map(({ call, by }) => presentCall(call, by))
}

export const presentCall = (
  { callID, createdAt, answered, note }: typeof customerCalls.$inferSelect,
  by: string,
): Extract<TimelineItem, { kind: 'call' }> => ({
  kind: 'call',
  id: callID,
  at: createdAt,
  answered,
  note,
  by,
})

async function mailsOf(db: Queryable, query: TimelineQuery): Promise<TimelineItem[]> {
  const rows = await db
    .select({
      mailID: mails.mailID,
      createdAt: mails.createdAt,
      subject: mails.subject,
      to: mails.to,
      state: mails.state,
      sentAt: mails.sentAt,
    })
    .from(mails)
    .where(and(aboutCustomer(query.customerID), older(query, mails.createdAt, mails.mailID)))
    .orderBy(desc(mails.createdAt), desc(mails.mailID))
    .limit(query.limit)
  return rows.map(({ mailID, createdAt, ...mail }) => ({ kind: 'mail', id: mailID, at: createdAt, ...mail }))
}

/** The start of a message; the whole is on the case's page. */
const TEXT_SHOWN = 300

async function messagesOf(db: Queryable, query: TimelineQuery): Promise<TimelineItem[]> {
  const rows = await db
    .select({ message: caseMessages, refNumber: cases.refNumber, by: users.fullName })
    .from(cases)
    .innerJoin(caseMessages, eq(caseMessages.caseID, cases.caseID))
    .leftJoin(users, eq(users.userID, caseMessages.authorID))
    .where(and(eq(cases.customerID, query.customerID), older(query, caseMessages.createdAt, caseMessages.messageID)))
    .orderBy(desc(caseMessages.createdAt), desc(caseMessages.messageID))
    .limit(query.limit)
  return rows.map(({ message, refNumber, by }) => ({
    kind: 'case',
    id: message.messageID,
    at: message.createdAt,
    caseID: message.caseID,
    refId: String(refNumber),
    message: message.kind,
    fromCustomer: message.authorID === query.customerID,
    by,
    text: message.text.slice(0, TEXT_SHOWN),
  }))
}

async function paymentsOf(db: Queryable, query: TimelineQuery): Promise<TimelineItem[]> {
  const rows = await db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.customerID, query.customerID),
        inArray(transactions.purpose, TOLD_PURPOSES),
        // A debt is written off by credit that its second entry uses up at once.
        or(ne(transactions.purpose, 'write_off'), eq(transactions.type, 'CUSTOMER_CREDIT_DEPOSIT')),
        older(query, transactions.createdAt, transactions.transactionID),
      ),
    )
    .orderBy(desc(transactions.createdAt), desc(transactions.transactionID))
    .limit(query.limit)
  const disputes = await disputeRowsOf(db, rows)
  return rows.map((row) => ({
    ...row,
    isDispute: disputes.has(row.transactionID),
    kind: 'payment',
    id: row.transactionID,
    at: row.createdAt,
    refId: transactionRefId(row.refNumber),
    purpose: row.purpose as (typeof TOLD_PURPOSES)[number],
    // Money for a written-off debt takes the write-off back in a row that reverses none.
    isReversal: row.reverses !== null || row.amount < 0,
    amount: Math.abs(row.amount),
  }))
}

/** A customer has at most a few invoices of one day. */
const OF_A_DAY = 20

/**
 * Invoices are read in the order of their index, by the day of issue. One that was entered later than its day, such as
 * an invoice of the old program, stands at noon of that day.
 */
async function invoicesOf(db: Queryable, query: TimelineQuery): Promise<TimelineItem[]> {
  const { before, timeZone, limit } = query
  const rows = await db
    .select({
      invoiceID: invoices.invoiceID,
      kind: invoices.kind,
      number: invoices.number,
      issueDate: invoices.issueDate,
      createdAt: invoices.createdAt,
      dueDate: invoices.dueDate,
      amount: invoices.amount,
      allocated: invoices.allocated,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.customerID, query.customerID),
        before === null ? undefined : lte(invoices.issueDate, dayOf(new Date(before.at), timeZone)),
      ),
    )
    .orderBy(desc(invoices.issueDate), desc(invoices.number))
    .limit(limit + OF_A_DAY)
  const items = rows.map(({ issueDate, createdAt, ...row }): TimelineItem => {
    const isOfTheDay = dayOf(createdAt, timeZone) === issueDate
    return {
      kind: 'invoice',
      id: row.invoiceID,
      at: isOfTheDay ? createdAt : instantAt(issueDate, '12:00', timeZone),
      number: invoiceNumber(row.kind, row.number),
      amount: row.amount,
      owing: row.amount - row.allocated,
      dueDate: row.dueDate,
    }
  })
  const olderOnes = newestFirst(items).filter((item) => before === null || isOlder(item, before))
  return olderOnes.slice(0, limit)
}

/** From the audit, because the customer keeps only the last price and its acceptance. */
async function acceptedOf(db: Queryable, query: TimelineQuery): Promise<TimelineItem[]> {
  const rows = await db
    .select({ id: audit.auditID, at: audit.at, after: audit.after })
    .from(audit)
    .where(
      and(
        eq(audit.subjectKind, 'customer'),
        eq(audit.subjectID, query.customerID),
        eq(audit.action, ACCEPTED),
        older(query, audit.at, audit.auditID),
      ),
    )
    .orderBy(desc(audit.at), desc(audit.auditID))
    .limit(query.limit)
  return rows.map(({ id, at, after }) => ({ kind: 'accepted', id, at, price: acceptedPrice(after) }))
}

async function collectionsOf(db: Queryable, query: TimelineQuery): Promise<TimelineItem[]> {
  const rows = await db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.customerID, query.customerID),
        isNotNull(jobs.doneAt),
        isNotNull(jobs.outcome),
        older(query, jobs.doneAt, jobs.assignmentID),
      ),
    )
    .orderBy(desc(jobs.doneAt), desc(jobs.assignmentID))
    .limit(query.limit)
  return rows.map((row) => ({
    kind: 'collection',
    id: row.assignmentID,
    at: row.doneAt!,
    runOrderID: row.runOrderID,
    serviceType: row.serviceType,
    outcome: row.outcome!,
    pu: bagsOf(row),
    extraAmount: row.extraAmount,
    driver: row.capturedDriverName,
    driverNotes: row.driverNotes,
    photos: row.photoIDs.length,
  }))
}

/** One that a driver recorded after all is not `shifted` any more, and is a collection. */
async function notReachedOf(db: Queryable, query: TimelineQuery): Promise<TimelineItem[]> {
  const rows = await db
    .select({
      assignmentID: jobs.assignmentID,
      runOrderID: jobs.runOrderID,
      completedAt: runs.completedAt,
      movedTo: calendarSettings.from,
    })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .leftJoin(
      calendarSettings,
      and(
        eq(calendarSettings.yearNumber, jobs.shiftedYear),
        eq(calendarSettings.monthNumber, jobs.shiftedMonth),
        eq(calendarSettings.weekNumber, jobs.shiftedWeek),
      ),
    )
    .where(
      and(
        eq(jobs.customerID, query.customerID),
        eq(jobs.state, 'shifted'),
        eq(jobs.reason, NOT_REACHED),
        isNotNull(runs.completedAt),
        older(query, runs.completedAt, jobs.assignmentID),
      ),
    )
    .orderBy(desc(runs.completedAt), desc(jobs.assignmentID))
    .limit(query.limit)
  return rows.map(({ assignmentID, runOrderID, completedAt, movedTo }) => ({
    kind: 'not-reached',
    id: assignmentID,
    at: completedAt!,
    runOrderID,
    movedTo,
  }))
}
