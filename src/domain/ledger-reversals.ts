import {
  type Account,
  type DebitNote,
  type Entries,
  joined,
  type LedgerTransaction,
  NO_ENTRIES,
  post,
  sums,
} from './ledger.ts'
import {
  type ActContext,
  deposit,
  isRefunded,
  isReversed,
  LedgerRefusal,
  type Payment,
  releaseFrom,
  takenBack,
  thenApply,
  transaction,
} from './ledger-acts.ts'
import { owedAfterRefund } from './checkout.ts'
import type { Cents } from './money.ts'

/** Acts that take money back: reversals, and refunds by the payment provider (domain.md 11, M8, M9). */

export interface Reversal {
  readonly reverses: string
  /** The ID of the counter-row. */
  readonly transactionID: string
  readonly notes: string
}

/**
 * Adds a counter-row with the negative amount. A payment takes back its allocations and deposits. Credit that was spent
 * meanwhile is taken from the newest invoices it paid, and what is still short becomes a debit note.
 */
export function reverse(account: Account, reversal: Reversal, context: ActContext): Entries {
  return thenApply(account, counterRows(account, reversal, context), context)
}

function counterRows(account: Account, { reverses, transactionID, notes }: Reversal, context: ActContext): Entries {
  const before = account.transactions.find((row) => row.transactionID === reverses)
  if (!before) throw new LedgerRefusal('not_found')
  refuseReversal(account, before)
  const counter = transaction(context, transactionID, before.type, before.purpose, -before.amount, {
    rounding: before.rounding === 0 ? 0 : -before.rounding,
    paymentType: before.paymentType,
    notes,
    reverses,
  })
  if (before.type === 'CUSTOMER_INBOUND') return reversePayment(account, before, counter, context)
  if (before.purpose === 'refund') return { ...NO_ENTRIES, transactions: [counter] }
  if (before.purpose === 'write_off') return reverseWriteOff(account, before, counter, context)
  return joined(makeGood(account, before.amount, context), { ...NO_ENTRIES, transactions: [counter] })
}

function refuseReversal(account: Account, before: LedgerTransaction): void {
  if (before.reverses !== null || before.amount < 0) throw new LedgerRefusal('reversal_final')
  if (before.linkedTo !== null || before.purpose === 'apply' || before.purpose === 'debit')
    throw new LedgerRefusal('part_of_another')
  if (isReversed(account, before)) throw new LedgerRefusal('reversed_already')
  // The provider took it back already: reversed too, the customer would owe it twice.
  if (isRefunded(account, before)) throw new LedgerRefusal('payment_refunded')
}

function reversePayment(
  account: Account,
  before: LedgerTransaction,
  counter: LedgerTransaction,
  context: ActContext,
): Entries {
  const allocated = sums(
    account.allocations.filter(({ transactionID }) => transactionID === before.transactionID),
    'invoiceID',
    ({ amount }) => amount,
  )
  const toInvoices = [...allocated.values()].reduce((all, amount) => all + amount, 0)
  const deposited = before.amount + before.rounding - toInvoices
  const taken = deposited === 0 ? [] : [deposit(context, 'excess', -deposited, { linkedTo: counter.transactionID })]
  return joined(makeGood(account, deposited, context), {
    ...NO_ENTRIES,
    transactions: [counter, ...taken],
    allocations: [...allocated]
      .filter(([, amount]) => amount !== 0)
      .map(([invoiceID, amount]) => ({ transactionID: counter.transactionID, invoiceID, amount: -amount })),
  })
}

/** The deduction is reversed with its deposit; a part that an adjustment released before is gone already. */
function reverseWriteOff(
  account: Account,
  before: LedgerTransaction,
  counter: LedgerTransaction,
  context: ActContext,
): Entries {
  const deduction = account.transactions.find(
    ({ type, linkedTo }) => type === 'CUSTOMER_CREDIT_DEDUCT' && linkedTo === before.transactionID,
  )
  const allocation = account.allocations.find(({ transactionID }) => transactionID === deduction?.transactionID)
  const standing = account.transactions
    .filter(({ type, linkedTo }) => type === 'CUSTOMER_CREDIT_DEPOSIT' && linkedTo === before.transactionID)
    .reduce((all, { amount }) => all + amount, before.amount)
  if (!deduction || !allocation || standing === 0) throw new LedgerRefusal('reversed_already')
  const release = takenBack(context, deduction, standing)
  return {
    ...NO_ENTRIES,
    transactions: [release, { ...counter, amount: -standing }],
    allocations: [{ transactionID: release.transactionID, invoiceID: allocation.invoiceID, amount: -standing }],
  }
}

/**
 * Makes at least `needed` of the credit free. It releases applied credit, the newest first, by the shortfall only; the
 * rest becomes a debit note, due that day, with a deposit of the same amount (M8).
 */
function makeGood(account: Account, needed: Cents, context: ActContext): Entries {
  const short = needed - account.credit
  if (short <= 0) return NO_ENTRIES
  const released = releaseApplied(account, short, context)
  const missing = needed - post(account, released).credit
  if (missing <= 0) return released
  const debit: DebitNote = {
    invoiceID: context.newID(),
    day: context.day,
    amount: missing,
    description: 'Credit that was spent before its payment was reversed',
  }
  return joined(released, {
    ...NO_ENTRIES,
    debits: [debit],
    transactions: [deposit(context, 'debit', missing)],
  })
}

/** Releases applied credit up to `amount`, the newest first; less if there is less. */
function releaseApplied(account: Account, amount: Cents, context: ActContext): Entries {
  const entries: Entries[] = []
  let left = amount
  const released = sums(
    account.transactions.filter(({ purpose }) => purpose === 'release'),
    'linkedTo',
    (row) => row.amount,
  )
  for (const source of account.transactions.filter(({ purpose }) => purpose === 'apply').toReversed()) {
    const part = Math.min(left, source.amount + (released.get(source.transactionID) ?? 0))
    if (part <= 0) continue
    entries.push(releaseFrom(account, part, context, { transactionID: source.transactionID }))
    left -= part
  }
  return joined(...entries)
}

/**
 * Deducts money that the provider took back for the payer. It takes credit first, then the allocations of the payment,
 * the newest first (M9); what was used otherwise meanwhile is made good as by a reversal (M8).
 * @param paymentIDs the payment, and the payments it became after a failed refund or a won dispute
 */
export function providerRefund(
  account: Account,
  paymentIDs: readonly [string, ...string[]],
  refunded: Omit<Payment, 'invoiceID'>,
  context: ActContext,
): Entries {
  const released = releasePayments(account, paymentIDs, owedAfterRefund(refunded.amount, account.credit), context)
  const row = transaction(context, refunded.transactionID, 'CUSTOMER_CREDIT_DEDUCT', 'refund', refunded.amount, {
    paymentType: refunded.paymentType,
    notes: refunded.notes,
    linkedTo: paymentIDs[0],
  })
  return thenApply(
    account,
    joined(released, makeGood(post(account, released), refunded.amount, context), {
      ...NO_ENTRIES,
      transactions: [row],
    }),
    context,
  )
}

/** Releases what the payments pay, up to `amount`, those named last first; less if there is less. */
function releasePayments(account: Account, paymentIDs: readonly string[], amount: Cents, context: ActContext): Entries {
  const entries: Entries[] = []
  let left = amount
  for (const paymentID of paymentIDs.toReversed()) {
    const payment = account.transactions.find(({ transactionID }) => transactionID === paymentID)
    if (!payment || isReversed(account, payment)) continue
    const standing = account.allocations
      .filter(({ transactionID }) => transactionID === paymentID)
      .reduce((all, row) => all + row.amount, 0)
    const part = Math.min(left, standing)
    if (part <= 0) continue
    entries.push(releaseFrom(account, part, context, { transactionID: paymentID }))
    left -= part
  }
  return joined(...entries)
}
