import type { Day } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { type Account, post } from '#domain/ledger.ts'
import { pay } from '#domain/ledger-acts.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentType } from '#domain/money-words.ts'
import type { Queryable } from '../../db/database.ts'
import type { Author } from '../../http/changes.ts'
import { settingsInForce } from '../settings/public.ts'
import { lockAccounts, readOpenAccounts } from './accounts-reads.ts'
import { actContext } from './act-context.ts'
import { dayProblem, firstPayDays } from './payment-days.ts'
import { type Booking, storeEntries } from './store-entries-commands.ts'

export interface OneOfMany {
  readonly customerID: string
  readonly amount: Cents
  readonly datePaid: Day
  readonly paymentType: PaymentType
  /** Null: oldest due date first. */
  readonly invoiceID: string | null
  readonly clientKey: string
}

/**
 * Enters payments of many customers, with one statement of each kind. They are entered in their order, so the second
 * payment of a customer sees the first. The caller writes the audit log.
 * @param mayEnter asked with the account as it is then
 * @returns the ID of each payment's transaction; null where `mayEnter` said no, or its day can't be booked
 */
export async function enterPayments<Payment extends OneOfMany>(
  tx: Queryable,
  author: Author,
  payments: readonly Payment[],
  mayEnter: (account: Account, payment: Payment) => boolean,
): Promise<(string | null)[]> {
  if (payments.length === 0) return []
  const settings = await settingsInForce(tx)
  const customerIDs = [...new Set(payments.map(({ customerID }) => customerID))]
  const firstDays = await firstPayDays(tx, settings, customerIDs)
  const locked = await lockAccounts(tx, customerIDs)
  const accounts = await readOpenAccounts(tx, locked, customerIDs)
  const bookings: Booking[] = []
  const entered = payments.map((payment): string | null => {
    const { customerID, datePaid, clientKey } = payment
    const account = accounts.get(customerID)
    const firstDay = firstDays.get(customerID)
    if (account === undefined || firstDay === undefined) return null
    if (dayProblem(datePaid, firstDay, settings, author.now) !== null || !mayEnter(account, payment)) return null
    const transactionID = newID()
    const entries = pay(account, { ...payment, transactionID, notes: null }, actContext(settings, author.now, datePaid))
    accounts.set(customerID, post(account, entries))
    bookings.push({ customerID, entries, clientKey })
    return transactionID
  })
  await storeEntries(tx, { userID: author.actor.userID, now: author.now }, bookings)
  return entered
}
