import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { caseStateAt } from '#domain/cases.ts'
import { addDays, type Day, dayOf, startOfDay } from '#domain/dates.ts'
import type { HoldCustomer, HoldInvoice } from '#domain/holding.ts'
import { UNDECIDED } from '#domain/money-words.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { charges } from '../../db/tables/autopay.ts'
import { cases } from '../../db/tables/cases.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { customerAccounts } from '../../db/tables/ledger.ts'
import { mails } from '../../db/tables/mails.ts'
import { checkoutDisputes, checkouts } from '../../db/tables/payments.ts'
import { customersWithWaitingPayment, waitingAmounts } from '../bank/public.ts'
import { type InvoiceShown, isOpen, overdueInvoices } from '../invoices/public.ts'
import type { SettingsInForce } from '../settings/public.ts'

/** What the rules of chasing read of customers and their overdue invoices. */
export interface Chased {
  readonly customerID: string
  readonly customer: HoldCustomer
  readonly invoices: readonly HoldInvoice[]
  /** The rows that `invoices` are made from, one for each. */
  readonly rows: readonly InvoiceShown[]
}

/** Customers with overdue invoices. @param customerIDs only these, also those of whom nothing is overdue */
export async function chasedCustomers(
  db: Queryable,
  settings: SettingsInForce,
  today: Day,
  customerIDs?: readonly string[],
): Promise<Chased[]> {
  const rows = await overdueInvoices(db, today, customerIDs)
  const ids = customerIDs ?? [...new Set(rows.map(({ customerID }) => customerID))]
  if (ids.length === 0) return []
  const pending = await chargedBySelf(db, ids)
  const failed = await failedOn(db, settings, ids)
  const refused = await refusedAddresses(db, ids)
  const factsOf = await customerFacts(db, settings, today, ids)
  const byCustomer = byKey(rows, ({ customerID }) => customerID)
  return ids.flatMap((customerID) => {
    const facts = factsOf(customerID)
    const theirs = byCustomer.get(customerID) ?? []
    if (facts === null) return []
    const asChased = (row: InvoiceShown) =>
      chasedInvoice(row, settings, { isPending: pending.has(row.invoiceID), failedOn: failed.get(row.invoiceID) })
    // The address that the oldest goes to: a customer's open invoices go to one payer.
    const email = theirs[0]?.email ?? null
    const customer = {
      ...facts,
      email: email !== null && refused.has(`${customerID} ${email.toLowerCase()}`) ? null : email,
    }
    return [{ customerID, customer, invoices: theirs.map(asChased), rows: theirs }]
  })
}

function chasedInvoice(
  row: InvoiceShown,
  settings: SettingsInForce,
  { isPending, failedOn: failed }: { isPending: boolean; failedOn: Day | undefined },
): HoldInvoice {
  const dayAt = (at: Date | null) => at && dayOf(at, settings['business.timeZone'])
  const sentOn = (at: Date | null, delivery: string | null) => (delivery === 'sent' ? dayAt(at) : null)
  return {
    invoiceID: row.invoiceID,
    kind: row.kind,
    dueDate: row.dueDate,
    owing: row.amount - row.allocated,
    failedOn: failed ?? null,
    collectAgainOn: dayAt(row.collectAgainAt),
    remindedOn: {
      first: dayAt(row.firstRemindAt),
      second: dayAt(row.secondRemindAt),
      final: dayAt(row.finalRemindAt),
    },
    isReopened: row.reopenedAt !== null,
    isSent: row.delivery === 'sent' || row.delivery === 'printed',
    isPending,
    promisedUntil: row.promisedUntil,
    dontRemind: row.dontRemind,
    namedFrom: row.holdNamedFrom,
    noticeOn: sentOn(row.secondRemindAt, row.secondReminder) ?? sentOn(row.finalRemindAt, row.finalReminder),
  }
}

/** Invoices that a debit or an automatic charge is on its way for, or planned. */
async function chargedBySelf(db: Queryable, customerIDs: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ parts: checkouts.parts })
    .from(checkouts)
    .where(and(among(checkouts.customerID, customerIDs), inArray(checkouts.state, UNDECIDED)))
  return new Set(rows.flatMap(({ parts }) => parts.map(({ invoiceID }) => invoiceID)))
}

/** invoiceID -> the day on which a debit or an automatic charge of it last failed. */
async function failedOn(
  db: Queryable,
  settings: SettingsInForce,
  customerIDs: readonly string[],
): Promise<Map<string, Day>> {
  const rows = await db
    .select({ parts: checkouts.parts, at: FAILED_AT })
    .from(checkouts)
    .leftJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .where(and(among(checkouts.customerID, customerIDs), eq(checkouts.state, 'failed')))
    .orderBy(FAILED_AT)
  return new Map(
    rows.flatMap(({ parts, at }) =>
      parts.map(({ invoiceID }) => [invoiceID, dayOf(at, settings['business.timeZone'])] as const),
    ),
  )
}

/** When a charge failed; of an unpaid page, when it was opened: its debit fails days later, as the provider tells. */
const FAILED_AT = sql<Date>`coalesce(${charges.failedAt}, ${checkouts.createdAt})`.mapWith(checkouts.createdAt)

type FactsOf = (customerID: string) => Omit<HoldCustomer, 'email'> | null

async function customerFacts(
  db: Queryable,
  settings: SettingsInForce,
  today: Day,
  ids: readonly string[],
): Promise<FactsOf> {
  const timeZone = settings['business.timeZone']
  const rows = await db
    .select({
      customerID: customers.customerID,
      status: customers.status,
      liftedUntil: customers.holdLiftedUntil,
      prepaidLeft: customerAccounts.prepaidLeft,
    })
    .from(customers)
    .leftJoin(customerAccounts, eq(customerAccounts.customerID, customers.customerID))
    .where(and(among(customers.customerID, ids), isNull(customers.hiddenAt)))
  const known = new Map(rows.map((row) => [row.customerID, row]))
  const named = await customersWithWaitingPayment(db, ids)
  const amounts = await waitingAmounts(db)
  const open = amounts.size === 0 ? new Map<string, number[]>() : await openAmounts(db, ids)
  const disputed = await idsOf(
    db
      .selectDistinct({ customerID: checkouts.customerID })
      .from(checkoutDisputes)
      .innerJoin(checkouts, eq(checkouts.checkoutID, checkoutDisputes.checkoutID))
      .where(and(eq(checkoutDisputes.state, 'open'), among(checkouts.customerID, ids))),
  )
  const reported = await db
    .select({ customerID: cases.customerID, state: cases.state, disagreeUntil: cases.disagreeUntil })
    .from(cases)
    .where(and(ne(cases.state, 'closed'), among(cases.customerID, ids)))
  // An answered case closes by itself at the end of a day.
  const asOf = startOfDay(today, timeZone)
  const reporting = new Set(
    reported.filter((row) => caseStateAt(row, asOf) !== 'closed').map(({ customerID }) => customerID),
  )
  const reminded = await remindersSince(db, startOfDay(addDays(today, -LATELY_DAYS), timeZone), ids)
  return (customerID) => {
    const row = known.get(customerID)
    if (!row) return null
    const owed = open.get(customerID) ?? []
    const total = owed.reduce((all, amount) => all + amount, 0)
    return {
      isActive: row.status === 'ACTIVE',
      prepaidLeft: row.prepaidLeft ?? 0,
      liftedUntil: row.liftedUntil,
      hasDispute: disputed.has(customerID),
      hasCase: reporting.has(customerID),
      hasBankLine: named.has(customerID) || [...owed, total].some((amount) => amounts.has(amount)),
      remindedOn: (reminded.get(customerID) ?? []).map(({ at }) => dayOf(at, timeZone)),
    }
  }
}

async function idsOf(rows: PromiseLike<{ customerID: string }[]>): Promise<ReadonlySet<string>> {
  return new Set((await rows).map(({ customerID }) => customerID))
}

/** What each open invoice of these customers owes, overdue or not. */
async function openAmounts(db: Queryable, ids: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await db
    .select({ customerID: invoices.customerID, owing: sql<string>`${invoices.amount} - ${invoices.allocated}` })
    .from(invoices)
    .where(and(isOpen, among(invoices.customerID, ids)))
  return new Map(
    [...byKey(rows, ({ customerID }) => customerID)].map(([id, theirs]) => [
      id,
      theirs.map(({ owing }) => Number(owing)),
    ]),
  )
}

const LATELY_DAYS = 8
const PERSON = sql<string>`split_part(${mails.dedupeKey}, ' ', 2)`

/** Payment reminders of these customers, by hand and by themselves. */
async function remindersSince(db: Queryable, since: Date, ids: readonly string[]) {
  const rows = await db
    .select({
      customerID: PERSON,
      at: sql<Date>`coalesce(${mails.sentAt}, ${mails.createdAt})`.mapWith(mails.createdAt),
    })
    .from(mails)
    .where(
      and(
        sql`${PERSON} = any(${sql.param([...ids])}::text[])`,
        gt(mails.createdAt, since),
        inArray(mails.state, ['queued', 'sent']),
        sql`(${mails.dedupeKey} like 'overdue %' or (${mails.dedupeKey} like 'invoice %' and split_part(${mails.dedupeKey}, ' ', 4) in ('first', 'second')))`,
      ),
    )
  return byKey(rows, ({ customerID }) => customerID)
}

/** "customerID address" of addresses that a mail server refused, and to which nothing was sent since. */
async function refusedAddresses(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const address = sql<string>`lower(${mails.to})`
  const rows = await db
    .select({ customerID: PERSON, address })
    .from(mails)
    .where(sql`${PERSON} = any(${sql.param([...ids])}::text[])`)
    .groupBy(PERSON, address)
    .having(
      sql`max(${mails.createdAt}) filter (where ${mails.state} = 'failed' and ${mails.fault} = 'address') > coalesce(max(${mails.sentAt}), '-infinity')`,
    )
  return new Set(rows.map((row) => `${row.customerID} ${row.address}`))
}
