import { type Account, post, sums, totalOwing } from './ledger.ts'
import type { ActContext, Payment } from './ledger-acts.ts'
import { payAndRecover } from './ledger-recovery.ts'
import { type Cents, showMoney } from './money.ts'

/** What a payment will do to the customer's account, to be said before it is entered. */
export interface PaymentEffect {
  /** All that the customer owes before it. */
  readonly owing: Cents
  /** The invoices that get paid, in whole or in part, in the order in which they are. */
  readonly paid: readonly { readonly invoiceID: string; readonly amount: Cents }[]
  /** What becomes credit; below zero: credit that is used with it (M11). */
  readonly credit: Cents
}

/** Said of a customer's money that may come a second time. */
export const onItsWaySentence = (amount: Cents): string =>
  `A card payment or bank debit of ${showMoney(amount)} is on its way too.`

type Paying = Pick<Payment, 'amount' | 'paymentType' | 'invoiceID'>

/**
 * Computed by entering it (`payAndRecover`), so that no second rule says what gets paid.
 * @returns the account after it too, because a second payment of the customer sees the first
 */
export function paymentEffect(
  account: Account,
  payment: Paying,
  context: ActContext,
): { effect: PaymentEffect; after: Account } {
  const entered = { ...payment, transactionID: context.newID(), notes: null, recover: false }
  const entries = payAndRecover(account, entered, context)
  const after = post(account, entries)
  // A write-off that the payment takes back is not a payment taken back.
  const paid = sums(
    entries.allocations.filter(({ amount }) => amount > 0),
    'invoiceID',
    ({ amount }) => amount,
  )
  return {
    effect: {
      owing: totalOwing(account),
      paid: [...paid].map(([invoiceID, amount]) => ({ invoiceID, amount })),
      credit: after.credit - account.credit,
    },
    after,
  }
}
