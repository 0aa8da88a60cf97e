import { type Account, type Entries, joined, type LedgerInvoice, NO_ENTRIES, owingOf, post, sums } from './ledger.ts'
import {
  type ActContext,
  applyCredit,
  inOrderOfPayment,
  LedgerRefusal,
  type Payment,
  pay,
  releaseFrom,
  ROUNDING_MAX,
} from './ledger-acts.ts'
import type { Cents } from './money.ts'

/**
 * Money for a debt that was written off (domain.md 11). The write-off is taken back by what is paid, the
 * newest first, and the money is allocated to the invoice in the same act; the rest stays written off.
 */

/** What stands written off, by invoice: write-offs less what was taken back of them. */
export function writtenOffByInvoice({ transactions, allocations }: Account): Map<string, Cents> {
  const offs = new Set(transactions.filter(({ purpose }) => purpose === 'write_off').map((row) => row.transactionID))
  const ofWriteOff = new Set(
    transactions
      .filter(({ transactionID, linkedTo }) => offs.has(transactionID) || (linkedTo !== null && offs.has(linkedTo)))
      .map(({ transactionID }) => transactionID),
  )
  const standing = sums(
    allocations.filter(({ transactionID }) => ofWriteOff.has(transactionID)),
    'invoiceID',
    ({ amount }) => amount,
  )
  return new Map([...standing].filter(([, amount]) => amount > 0))
}

/** The written-off invoices, oldest due date first, each with what stands written off. */
export function writtenOffInvoices(account: Account): (LedgerInvoice & { writtenOff: Cents })[] {
  const standing = writtenOffByInvoice(account)
  return account.invoices
    .flatMap((invoice) => {
      const writtenOff = standing.get(invoice.invoiceID)
      return writtenOff === undefined ? [] : [{ ...invoice, writtenOff }]
    })
    .toSorted(inOrderOfPayment)
}

export interface RecoveringPayment extends Payment {
  /** What no open invoice takes recovers written-off ones, the oldest due date first, before it becomes credit. */
  readonly recover: boolean
}

/**
 * A payment that names a written-off invoice recovers it; with `recover` also the rest of any other payment does.
 * Otherwise it is `pay`.
 */
export function payAndRecover(account: Account, payment: RecoveringPayment, context: ActContext): Entries {
  const { invoiceID } = payment
  const named = (invoice: LedgerInvoice) => invoiceID === null || invoice.invoiceID === invoiceID
  const written = invoiceID !== null || payment.recover ? writtenOffInvoices(account).filter(named) : []
  let left = payment.amount - account.invoices.filter(named).reduce((all, invoice) => all + owingOf(invoice), 0)
  let released = NO_ENTRIES
  for (const { invoiceID: of, writtenOff } of written) {
    // Cash is rounded to five cents, and settles the whole write-off as it settles an invoice (M12).
    const settles = payment.paymentType === 'CASH' && Math.abs(writtenOff - left) <= ROUNDING_MAX
    const part = settles ? writtenOff : Math.min(left, writtenOff)
    if (part <= 0) break
    released = joined(released, takenBack(post(account, released), of, part, context))
    left -= part
  }
  // The payment is the first row: its key and the bank line belong to it.
  return joined(pay(post(account, released), payment, context), released)
}

/** Pays a written-off invoice from credit: the write-off is taken back by as much. */
export function recoverFromCredit(
  account: Account,
  { invoiceID, amount }: { invoiceID: string; amount: Cents },
  context: ActContext,
): Entries {
  if (amount > (writtenOffByInvoice(account).get(invoiceID) ?? 0)) throw new LedgerRefusal('more_than_written_off')
  if (amount > account.credit) throw new LedgerRefusal('credit_short')
  const released = takenBack(account, invoiceID, amount, context)
  return joined(released, applyCredit(post(account, released), context, { invoiceID, limit: amount }))
}

const takenBack = (account: Account, invoiceID: string, amount: Cents, context: ActContext): Entries =>
  releaseFrom(account, amount, context, { invoiceID, purpose: 'write_off' })
