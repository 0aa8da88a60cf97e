import { inArray } from 'drizzle-orm'
import { CHECKOUT_LEFT_MS, CHECKOUT_MS, checkoutIsOn, LEAST_BY_CARD, MOST_BY_CARD } from '#domain/checkout.ts'
import { newID } from '#domain/identifiers.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import { owingOf } from '#domain/ledger.ts'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import type { PaymentsPort } from '../../payments-port.ts'
import { lockAccounts } from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { type CheckoutRow, isAsked, waitingCheckouts } from './checkouts-reads.ts'

export interface CheckoutRequest {
  readonly invoiceIDs: readonly string[]
  /** The invoices must be this customer's; null: any customer's. */
  readonly customerID: string | null
  /** Null: opened by the link of an invoice. */
  readonly userID: string | null
}

/**
 * A checkout to be paid, or others with the same invoices that have to be closed first, because two open pages could
 * both be paid.
 */
export type Planned = { readonly checkout: CheckoutRow } | { readonly close: readonly CheckoutRow[] }

/** Finds the open checkout of exactly what is owed now, or adds one. */
export async function planCheckout(
  tx: Queryable,
  { kind }: Pick<PaymentsPort, 'kind'>,
  request: CheckoutRequest,
  now: Date,
): Promise<Planned> {
  if (!checkoutIsOn((await settingsInForce(tx))['checkout.enabled'], kind)) throw new Refused('checkout_off')
  const customerID = await customerOf(tx, request)
  await lockAccounts(tx, [customerID])
  const parts = await owedNow(tx, request.invoiceIDs)
  const amount = parts.reduce((all, part) => all + part.amount, 0)
  if (amount === 0) throw new Refused('nothing_owing')
  if (amount < LEAST_BY_CARD || amount > MOST_BY_CARD) throw new Refused('amount_not_payable')
  const overlapping = (await waitingCheckouts(tx, customerID)).filter((row) => row.parts.some(isAmong(parts)))
  if (overlapping.some(isAsked)) throw new Refused('payment_pending')
  const same = overlapping.find(
    (row) =>
      row.amount === amount &&
      row.parts.length === parts.length &&
      row.parts.every((part) => parts.some((one) => one.invoiceID === part.invoiceID && one.amount === part.amount)) &&
      row.expiresAt.getTime() - now.getTime() > CHECKOUT_LEFT_MS,
  )
  const close = overlapping.filter((row) => row !== same)
  if (close.length > 0) return { close }
  return { checkout: same ?? (await addCheckout(tx, { customerID, parts, amount, createdBy: request.userID }, now)) }
}

const isAmong =
  (parts: readonly { invoiceID: string }[]) =>
  ({ invoiceID }: { invoiceID: string }): boolean =>
    parts.some((part) => part.invoiceID === invoiceID)

/** The one customer of all invoices. Refuses unknown invoices and another customer's as not found. */
async function customerOf(tx: Queryable, { invoiceIDs, customerID }: CheckoutRequest): Promise<string> {
  const wanted = new Set(invoiceIDs)
  const rows = await tx
    .select({ customerID: invoices.customerID })
    .from(invoices)
    .where(inArray(invoices.invoiceID, [...wanted]))
  if (rows.length < wanted.size || (customerID !== null && rows.some((row) => row.customerID !== customerID)))
    throw new Refused('not_found')
  const [first, ...others] = new Set(rows.map((row) => row.customerID))
  if (others.length > 0) refuseField('invoiceIDs', 'These are of different customers')
  return first!
}

async function owedNow(tx: Queryable, invoiceIDs: readonly string[]): Promise<CheckoutRow['parts']> {
  const rows = await tx
    .select()
    .from(invoices)
    .where(inArray(invoices.invoiceID, [...invoiceIDs]))
    .orderBy(invoices.dueDate, invoices.number)
  return rows
    .map((row) => ({
      invoiceID: row.invoiceID,
      number: invoiceNumber(row.kind, row.number),
      amount: owingOf(row),
    }))
    .filter(({ amount }) => amount > 0)
}

export async function addCheckout(
  tx: Queryable,
  wanted: Pick<CheckoutRow, 'customerID' | 'parts' | 'amount' | 'createdBy'>,
  now: Date,
): Promise<CheckoutRow> {
  const expiresAt = new Date(now.getTime() + CHECKOUT_MS)
  const [row] = await tx
    .insert(checkouts)
    .values({ ...wanted, checkoutID: newID(now.getTime()), state: 'open', createdAt: now, expiresAt })
    .returning()
  return row!
}
