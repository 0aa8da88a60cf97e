import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { ChargeableInvoice, ChargeNotice } from '#domain/autopay.ts'
import { byKey } from '#domain/by-key.ts'
import { addDays, type Day, dayOf } from '#domain/dates.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { chargeNotices, charges, chargeTries, paymentMethods } from '../../db/tables/autopay.ts'
import { customers } from '../../db/tables/customers.ts'
import { mails } from '../../db/tables/mails.ts'
import { checkoutDisputes, checkouts } from '../../db/tables/payments.ts'
import { users } from '../../db/tables/users.ts'
import { type InvoiceShown, openInvoicesOf, waitingDebits } from '../invoices/public.ts'
import type { MethodRow, Mode } from '../payment-methods/public.ts'
import type { SettingsInForce } from '../settings/public.ts'

export interface PlannedRow {
  readonly checkoutID: string
  readonly day: Day
  readonly amount: number
  readonly parts: (typeof checkouts.$inferSelect)['parts']
}

/** What the rules of automatic payments read of a customer with an active method. */
export interface AutopayCustomer {
  readonly customerID: string
  readonly firstName: string
  readonly refNumber: number
  readonly email: string | null
  readonly signsIn: number
  readonly method: MethodRow
  readonly invoices: readonly ChargeableInvoice[]
  /** The rows that `invoices` are made from, one for each. */
  readonly rows: readonly InvoiceShown[]
  /** By invoice: its last charge by this method, if that failed. */
  readonly declined: ReadonlyMap<string, Declined>
  /** The customer was charged on these days already; days before today are left out. */
  readonly used: ReadonlySet<Day>
}

export interface Declined {
  readonly checkoutID: string
  readonly code: string | null
}

/** Customers with an active method who pay their own invoices. @param customerIDs only these */
export async function autopayCustomers(
  db: Queryable,
  settings: SettingsInForce,
  { mode, now, customerIDs }: { mode: Mode; now: Date; customerIDs?: readonly string[] },
): Promise<AutopayCustomer[]> {
  const found = await db
    .select({
      method: paymentMethods,
      firstName: users.firstName,
      refNumber: customers.refNumber,
      email: users.email,
      signsIn: users.signsIn,
      unwanted: customers.doNotSendInvoiceEmail,
    })
    .from(paymentMethods)
    .innerJoin(customers, eq(customers.customerID, paymentMethods.customerID))
    .innerJoin(users, eq(users.userID, paymentMethods.customerID))
    .where(
      and(
        eq(paymentMethods.mode, mode),
        eq(paymentMethods.state, 'active'),
        isNull(customers.hiddenAt),
        isNull(customers.billToName),
        isNull(customers.billToEmail),
        customerIDs && among(paymentMethods.customerID, customerIDs),
      ),
    )
    .orderBy(paymentMethods.customerID)
  if (found.length === 0) return []
  const ids = found.map(({ method }) => method.customerID)
  const timeZone = settings['business.timeZone']
  const open = byKey(await openInvoicesOf(db, ids), ({ customerID }) => customerID)
  const pending = await waitingDebits(db, ids)
  const disputed = await disputedInvoices(db, ids)
  const tries = await triesOf(db, ids)
  const notices = await noticesOf(
    db,
    found.map(({ method }) => method.methodID),
    timeZone,
    now,
  )
  const planned = await plannedCharges(db, ids)
  const used = await usedDays(db, ids, dayOf(now, timeZone))
  return found.map(({ method, unwanted, ...person }) => {
    const rows = open.get(method.customerID) ?? []
    const since = method.activeAt ?? method.createdAt
    const days = new Map(
      (planned.get(method.customerID) ?? []).flatMap(({ day, parts }) =>
        parts.map(({ invoiceID }) => [invoiceID, day]),
      ),
    )
    const lastDeclined = (invoiceID: string) => {
      const last = tries.get(invoiceID)?.at(-1)
      return last?.failed && last.methodID === method.methodID && last.askedAt > since ? last : null
    }
    const chargeable = (row: InvoiceShown): ChargeableInvoice => {
      const all = tries.get(row.invoiceID) ?? []
      const last = lastDeclined(row.invoiceID)
      const notice = notices.get(`${method.methodID} ${row.invoiceID}`)
      return {
        invoiceID: row.invoiceID,
        kind: row.kind,
        dueDate: row.dueDate,
        owing: row.amount - row.allocated,
        isReopened: row.reopenedAt !== null,
        isDisputed: disputed.has(row.invoiceID),
        promisedUntil: row.promisedUntil,
        dontCharge: row.dontCharge,
        isPending: pending.has(row.invoiceID),
        // What was open when the method was set up is listed in one mail, whether it was ever sent or not.
        isGivenOut:
          unwanted || row.delivery === 'sent' || row.delivery === 'printed' || row.createdAt < since || all.length > 0,
        failures: all.filter((each) => each.failed && each.methodID === method.methodID && each.askedAt > since).length,
        failedOn: last && dayOf(last.failedAt ?? last.askedAt, timeZone),
        notice: notice && isUnspent(notice, all.at(-1)) ? notice.notice : null,
        plannedOn: days.get(row.invoiceID) ?? null,
      }
    }
    return {
      customerID: method.customerID,
      ...person,
      method,
      invoices: rows.map(chargeable),
      rows,
      declined: new Map(
        rows.flatMap(({ invoiceID }) => {
          const last = lastDeclined(invoiceID)
          return last ? [[invoiceID, { checkoutID: last.checkoutID, code: last.failure }] as const] : []
        }),
      ),
      used: used.get(method.customerID) ?? new Set(),
    }
  })
}

/** Whether no charge has followed the notice yet. */
const isUnspent = (
  { createdAt, afterID }: { readonly createdAt: Date; readonly afterID: string | null },
  last: { readonly askedAt: Date; readonly checkoutID: string } | undefined,
): boolean => last === undefined || createdAt > last.askedAt || afterID === last.checkoutID

/** Invoices of payments that their customers' banks have not decided a dispute of. */
async function disputedInvoices(db: Queryable, customerIDs: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ parts: checkouts.parts })
    .from(checkoutDisputes)
    .innerJoin(checkouts, eq(checkouts.checkoutID, checkoutDisputes.checkoutID))
    .where(and(eq(checkoutDisputes.state, 'open'), among(checkouts.customerID, customerIDs)))
  return new Set(rows.flatMap(({ parts }) => parts.map(({ invoiceID }) => invoiceID)))
}

async function triesOf(db: Queryable, customerIDs: readonly string[]) {
  const rows = await db
    .select({
      invoiceID: chargeTries.invoiceID,
      methodID: charges.methodID,
      askedAt: charges.askedAt,
      state: checkouts.state,
      checkoutID: charges.checkoutID,
      failure: charges.failure,
      failedAt: charges.failedAt,
    })
    .from(chargeTries)
    .innerJoin(charges, eq(charges.checkoutID, chargeTries.checkoutID))
    .innerJoin(checkouts, eq(checkouts.checkoutID, chargeTries.checkoutID))
    .where(among(charges.customerID, customerIDs))
    .orderBy(chargeTries.number)
  return byKey(
    rows.map(({ state, askedAt, ...row }) => ({ ...row, askedAt: askedAt!, failed: state === 'failed' })),
    ({ invoiceID }) => invoiceID,
  )
}

/** A mail that failed is not made again before this many days, so that a dead address isn't written to every minute. */
const AGAIN_DAYS = 7

/** "methodID invoiceID" -> the newest notice. */
async function noticesOf(
  db: Queryable,
  methodIDs: readonly string[],
  timeZone: string,
  now: Date,
): Promise<Map<string, { notice: ChargeNotice; createdAt: Date; afterID: string | null }>> {
  const rows = await db
    .selectDistinctOn([chargeNotices.methodID, chargeNotices.invoiceID], {
      methodID: chargeNotices.methodID,
      invoiceID: chargeNotices.invoiceID,
      amount: chargeNotices.amount,
      createdAt: chargeNotices.createdAt,
      afterID: chargeNotices.afterID,
      state: mails.state,
      sentAt: mails.sentAt,
      failedAt: charges.failedAt,
    })
    .from(chargeNotices)
    .leftJoin(mails, eq(mails.mailID, chargeNotices.mailID))
    .leftJoin(charges, eq(charges.checkoutID, chargeNotices.afterID))
    .where(among(chargeNotices.methodID, methodIDs))
    .orderBy(chargeNotices.methodID, chargeNotices.invoiceID, desc(chargeNotices.createdAt))
  const dayAt = (at: Date | null) => at && dayOf(at, timeZone)
  return new Map(
    rows.map(({ methodID, invoiceID, amount, createdAt, afterID, state, sentAt, failedAt }) => {
      const sentOn = state === 'sent' ? dayAt(sentAt) : null
      const waits = state === 'queued' || addDays(dayOf(createdAt, timeZone), AGAIN_DAYS) > dayOf(now, timeZone)
      return [
        `${methodID} ${invoiceID}`,
        { notice: { sentOn, waits, amount, failedOn: dayAt(failedAt) }, createdAt, afterID },
      ]
    }),
  )
}

async function usedDays(db: Queryable, customerIDs: readonly string[], today: Day): Promise<Map<string, Set<Day>>> {
  const rows = await db
    .select({ customerID: charges.customerID, day: charges.day })
    .from(charges)
    .innerJoin(checkouts, eq(checkouts.checkoutID, charges.checkoutID))
    .where(
      and(
        gte(charges.day, today),
        among(charges.customerID, customerIDs),
        sql`${checkouts.state} not in ('planned', 'dropped')`,
      ),
    )
  return new Map(
    [...byKey(rows, ({ customerID }) => customerID)].map(([id, theirs]) => [id, new Set(theirs.map(({ day }) => day))]),
  )
}

/** Charges that are planned, by customer. @param customerIDs only theirs; undefined: of all */
export async function plannedCharges(
  db: Queryable,
  customerIDs?: readonly string[],
): Promise<Map<string, PlannedRow[]>> {
  const rows = await db
    .select({
      customerID: checkouts.customerID,
      checkoutID: checkouts.checkoutID,
      day: charges.day,
      amount: checkouts.amount,
      parts: checkouts.parts,
    })
    .from(checkouts)
    .innerJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .where(
      and(
        eq(checkouts.kind, 'auto'),
        eq(checkouts.state, 'planned'),
        customerIDs && among(checkouts.customerID, customerIDs),
      ),
    )
    .orderBy(charges.day, charges.n)
  return byKey(rows, ({ customerID }) => customerID)
}
