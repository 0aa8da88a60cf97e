import { cardDay, SANDBOX_NOTE } from '#domain/checkout.ts'
import { dayOf } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import type { Account, Entries } from '#domain/ledger.ts'
import { type ActContext, pay, type Payment } from '#domain/ledger-acts.ts'
import { providerRefund } from '#domain/ledger-reversals.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentType } from '#domain/money-words.ts'
import type { Queryable } from '../../db/database.ts'
import { writeAudit } from '../../http/audit.ts'
import { actContext, acting, readAccount, storeEntries } from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { type CheckoutRow, paymentsOf } from './checkouts-reads.ts'

/** What card payments add to a customer's ledger. The caller has locked checkout and account. */

export interface Booked {
  readonly amount: Cents
  /** Left out: the type of the checkout's first payment. */
  readonly paymentType?: PaymentType
  readonly notes: string | null
  readonly happenedAt: Date
  readonly test: boolean
  /** What the audit log calls it. */
  readonly action: 'payment.create' | 'refund.create' | 'refund.return' | 'dispute.create' | 'dispute.return'
}

/** Books a payment of the checkout's invoices. @returns the payment */
export function bookIn(
  tx: Queryable,
  checkout: CheckoutRow,
  booked: Booked & { readonly clientKey?: string },
  now: Date,
): Promise<string> {
  // A charge that was found after a restore names none: the oldest are paid.
  const invoiceIDs = checkout.parts.map(({ invoiceID }) => invoiceID)
  const isUnknown = checkout.kind === 'auto' && invoiceIDs.length === 0
  return book(tx, checkout, booked, now, (account, payment, context) =>
    pay(account, { ...payment, invoiceID: null, ...(!isUnknown && { invoiceIDs }) }, context),
  )
}

/**
 * Books money that the provider took back, dated no earlier than the payment it takes back (P50). @returns the deduction; null where the office has reversed the payment
 * already
 */
export async function bookOut(tx: Queryable, checkout: CheckoutRow, booked: Booked, now: Date): Promise<string | null> {
  const payments = await paymentsOf(tx, checkout)
  if (payments === null) return null
  return book(tx, checkout, booked, now, (account, refunded, context) => {
    const paid = account.transactions.filter(({ transactionID }) => payments.includes(transactionID))
    const day = [context.day, ...paid.map(({ datePaid }) => datePaid)].toSorted().at(-1)!
    return providerRefund(account, payments, refunded, { ...context, day })
  })
}

async function book(
  tx: Queryable,
  { customerID, checkoutID, transactionID: first }: CheckoutRow,
  { amount, notes, happenedAt, test, clientKey, action, ...given }: Booked & { clientKey?: string },
  now: Date,
  act: (account: Account, row: Omit<Payment, 'invoiceID' | 'invoiceIDs'>, context: ActContext) => Entries,
): Promise<string> {
  const settings = await settingsInForce(tx)
  const timeZone = settings['business.timeZone']
  const day = cardDay(dayOf(happenedAt, timeZone), dayOf(now, timeZone), settings['books.lockedThrough'])
  const transactionID = newID()
  const account = await readAccount(tx, customerID)
  const words = [...(notes === null ? [] : [notes]), ...(test ? [SANDBOX_NOTE] : [])].join('. ')
  const was = account.transactions.find((one) => one.transactionID === first)?.paymentType
  const paymentType = given.paymentType ?? was ?? 'CARD'
  const row = { transactionID, amount, paymentType, notes: words || null }
  const entries = acting(() => act(account, row, actContext(settings, now, day)))
  await storeEntries(tx, { userID: null, now }, [{ customerID, entries, clientKey }])
  await writeAudit(tx, {
    actorID: null,
    action,
    subjectKind: 'transaction',
    subjectID: transactionID,
    after: { customerID, checkoutID, amount, paymentType },
    requestID: null,
    at: now,
  })
  return transactionID
}
