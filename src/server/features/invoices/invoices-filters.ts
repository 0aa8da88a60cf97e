import { and, between, eq, gte, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import type { InputOf } from '#contract/endpoint.ts'
import type { printInvoices } from '#contract/v1/invoices.ts'
import { oldNumbersInKeyword } from '#domain/cut-over.ts'
import { addDays, dayOf, endOfDayExclusive } from '#domain/dates.ts'
import type { Delivery, DeliveryFilter, MailState } from '#domain/delivery.ts'
import { DAYS_BETWEEN_REMINDERS, invoiceNumbersInKeyword } from '#domain/invoicing.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { billingLines, invoices } from '../../db/tables/invoices.ts'
import { mails } from '../../db/tables/mails.ts'
import { customerOf } from '../../http/depots.ts'
import { keywordInText } from '../../http/keyword.ts'
import type { SettingsInForce } from '../settings/public.ts'
import { ageIs, EMAIL_OF, isOpen } from './invoices-reads.ts'

export type InvoiceFilters = InputOf<typeof printInvoices>

/** The list's filters. */
export const invoicesAsked = (
  input: InvoiceFilters,
  customerID: string | undefined,
  settings: SettingsInForce,
  now: Date,
) => and(invoicesFilter(input, customerID, settings, now), ofAge(input, settings, now))

export function ofAge({ age }: InvoiceFilters, settings: SettingsInForce, now: Date): SQL | undefined {
  return age === undefined ? undefined : ageIs(age, dayOf(now, settings['business.timeZone']))
}

/** All filters but `age`, which the ageing totals leave out. */
export function invoicesFilter(
  input: InvoiceFilters,
  customerID: string | undefined,
  settings: SettingsInForce,
  now: Date,
): SQL | undefined {
  return and(
    ofState(input, settings, now),
    customerID === undefined ? undefined : eq(invoices.customerID, customerID),
    customerOf(invoices.customerID, input.depotID),
    input.kind === undefined ? undefined : eq(invoices.kind, input.kind),
    input.runOrderID === undefined
      ? undefined
      : sql`exists (select from ${billingLines} where ${billingLines.invoiceID} = ${invoices.invoiceID} and ${billingLines.runOrderID} = ${input.runOrderID})`,
    input.sent === undefined ? undefined : input.sent ? IS_SENT : not(IS_SENT),
    input.delivery === undefined ? undefined : LISTED_BY[input.delivery],
    input.hasEmail === undefined ? undefined : input.hasEmail ? isNotNull(EMAIL_OF) : isNull(EMAIL_OF),
    input.from === undefined ? undefined : gte(invoices.issueDate, input.from),
    input.to === undefined ? undefined : lte(invoices.issueDate, input.to),
    keywordFilter(input.keyword),
  )
}

/** Searches the invoice's numbers and its customer's data. An index answers each; a join would prevent that. */
function keywordFilter(keyword: string | undefined): SQL | undefined {
  const theirs = keywordInText(keyword, customers.searchText, [customers.mobilePhone, customers.homePhone])
  if (theirs === undefined) return undefined
  const numbers = invoiceNumbersInKeyword(keyword ?? '').map(({ kind, from, to }) =>
    and(inArray(invoices.kind, kind === null ? invoices.kind.enumValues : [kind]), between(invoices.number, from, to)),
  )
  const olds = oldNumbersInKeyword(keyword ?? '')
  // A separate query, so that the list refers to no column of the customers and needs no join.
  const found = new QueryBuilder().select({ customerID: customers.customerID }).from(customers).where(theirs)
  return or(
    sql`${invoices.customerID} = any(array${found})`,
    ...numbers,
    olds.length > 0 ? inArray(invoices.oldNumber, olds) : undefined,
  )
}

function ofState(input: InvoiceFilters, settings: SettingsInForce, now: Date): SQL | undefined {
  const today = dayOf(now, settings['business.timeZone'])
  return and(
    input.status === undefined ? undefined : input.status === 'paid' ? not(isOpen) : isOpen,
    input.overdue === undefined
      ? undefined
      : input.overdue
        ? and(isOpen, sql`${invoices.dueDate} < ${today}`)
        : not(and(isOpen, sql`${invoices.dueDate} < ${today}`)!),
    input.reopened === undefined ? undefined : input.reopened ? IS_REOPENED : not(IS_REOPENED),
    input.reminderDue === undefined
      ? undefined
      : input.reminderDue
        ? remindable(settings, now)
        : not(remindable(settings, now)),
  )
}

const IS_REOPENED = and(isOpen, isNotNull(invoices.reopenedAt))!

const isMailed = (state: MailState) =>
  sql`exists (select from ${mails} where ${mails.mailID} = ${invoices.sentMailID} and ${mails.state} = ${state})`

const IS_SENT_AGAIN = sql`exists (select from ${mails} where ${mails.mailID} = ${invoices.againMailID} and ${mails.state} = 'sent')`

/** `deliveryOf` in SQL; a test compares the two. */
const DELIVERY_IS: Readonly<Record<Delivery, SQL>> = {
  not_sent: isNull(invoices.queuedAt),
  waiting: isMailed('queued'),
  sent: sql`(${isMailed('sent')} or ${IS_SENT_AGAIN})`,
  printed: sql`(${invoices.queuedAt} is not null and not exists (select from ${mails} where ${mails.mailID} = ${invoices.sentMailID}) and not ${IS_SENT_AGAIN})`,
  failed: isMailed('failed'),
  kept: isMailed('kept'),
}
/** `isUndelivered` in SQL, beside each delivery. */
const LISTED_BY: Readonly<Record<DeliveryFilter, SQL>> = {
  ...DELIVERY_IS,
  undelivered: sql`(${DELIVERY_IS.not_sent} or ${DELIVERY_IS.failed} or ${DELIVERY_IS.kept})`,
}
const IS_SENT = sql`(${DELIVERY_IS.sent} or ${DELIVERY_IS.printed})`

function remindedAt(at: AnyPgColumn, mailID: AnyPgColumn): SQL {
  const ofMail = (what: SQL) => sql`(select ${what} from ${mails} where ${mails.mailID} = ${mailID})`
  const isOver = ofMail(sql`${mails.state} in ('failed', 'kept')`)
  const counted = sql`coalesce(${ofMail(sql`coalesce(${mails.sentAt}, ${mails.nextAttemptAt})`)}, ${at})`
  return sql`(case when ${isOver} or ${at} < ${invoices.collectAgainAt} then null else ${counted} end)`
}

/** `remindedAtOf` in SQL, of the first reminder and of the second. */
const FIRST_REMINDED = remindedAt(invoices.firstRemindAt, invoices.firstRemindMailID)
const SECOND_REMINDED = remindedAt(invoices.secondRemindAt, invoices.secondRemindMailID)

/** The rule of `isReminderDue` in SQL; a test compares the two. */
function remindable(settings: SettingsInForce, now: Date): SQL {
  const timeZone = settings['business.timeZone']
  const today = dayOf(now, timeZone)
  const overdueBy = (days: number) => {
    const before = endOfDayExclusive(addDays(today, -days - 1), timeZone).toISOString()
    return sql`${invoices.dueDate} < ${addDays(today, -days)} and coalesce(${invoices.collectAgainAt} < ${before}::timestamptz, true)`
  }
  const first = and(isNull(FIRST_REMINDED), overdueBy(settings['remind.firstDays']))
  const second = and(
    isNotNull(FIRST_REMINDED),
    isNull(SECOND_REMINDED),
    overdueBy(settings['remind.secondDays']),
    sql`${FIRST_REMINDED} < ${endOfDayExclusive(addDays(today, -DAYS_BETWEEN_REMINDERS), timeZone).toISOString()}::timestamptz`,
  )
  return and(isOpen, isNull(invoices.reopenedAt), or(first, second))!
}

export async function anyReminderDue(db: Queryable, settings: SettingsInForce, now: Date): Promise<boolean> {
  const [first] = await db
    .select({ invoiceID: invoices.invoiceID })
    .from(invoices)
    .where(remindable(settings, now))
    .limit(1)
  return first !== undefined
}
