import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { leftToRefund, type TakenOff } from '#domain/checkout.ts'
import { isByProvider } from '#domain/money-words.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { checkoutDisputes, checkoutRefunds, refundRequests } from '../../db/tables/payments.ts'

type TransactionRow = typeof transactions.$inferSelect

/**
 * What the rows themselves do not say: what became of card payments (refunded, taken by their bank, what is left of
 * each), and whether a release is of a write-off.
 */

const NOTHING: TakenOff = { refunded: 0, waiting: 0, disputed: 0 }

/** What is off each of these card payments; one of which nothing is off is not in the answer. */
export async function takenOffOf(db: Queryable, checkoutIDs: readonly string[]): Promise<Map<string, TakenOff>> {
  const found = new Map<string, TakenOff>()
  if (checkoutIDs.length === 0) return found
  const add = (checkoutID: string, kind: keyof TakenOff, amount: Cents) => {
    const before = found.get(checkoutID) ?? NOTHING
    found.set(checkoutID, { ...before, [kind]: before[kind] + amount })
  }
  const refunds = await db
    .select()
    .from(checkoutRefunds)
    .where(inArray(checkoutRefunds.checkoutID, [...checkoutIDs]))
  for (const { checkoutID, amount, state } of refunds) if (state === 'refunded') add(checkoutID, 'refunded', amount)
  const told = new Set(refunds.map(({ refundID }) => refundID))
  const requests = await db
    .select()
    .from(refundRequests)
    .where(inArray(refundRequests.checkoutID, [...checkoutIDs]))
  for (const { checkoutID, amount, state, refundID } of requests)
    if (state !== 'refused' && (refundID === null || !told.has(refundID))) add(checkoutID, 'waiting', amount)
  const disputes = await db
    .select()
    .from(checkoutDisputes)
    .where(
      and(
        inArray(checkoutDisputes.checkoutID, [...checkoutIDs]),
        isNotNull(checkoutDisputes.transactionID),
        isNull(checkoutDisputes.returnedID),
      ),
    )
  for (const { checkoutID, amount } of disputes) add(checkoutID, 'disputed', amount)
  return found
}

/** The rows among these by which a customer's bank took a disputed card payment. */
export async function disputeRowsOf(
  db: Queryable,
  rows: readonly Pick<TransactionRow, 'transactionID' | 'purpose' | 'paymentType'>[],
): Promise<Set<string>> {
  const ids = rows
    .filter(({ purpose, paymentType }) => purpose === 'refund' && isByProvider(paymentType))
    .map(({ transactionID }) => transactionID)
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ transactionID: checkoutDisputes.transactionID })
    .from(checkoutDisputes)
    .where(inArray(checkoutDisputes.transactionID, ids))
  return new Set(found.flatMap(({ transactionID }) => transactionID ?? []))
}

/** The rows among these that take back what a write-off paid: it was no credit. */
export async function writeOffReleasesOf(
  db: Queryable,
  rows: readonly Pick<TransactionRow, 'transactionID' | 'purpose' | 'linkedTo'>[],
): Promise<Set<string>> {
  const released = rows.flatMap(({ transactionID, purpose, linkedTo }) =>
    purpose === 'release' && linkedTo !== null ? [{ transactionID, linkedTo }] : [],
  )
  if (released.length === 0) return new Set()
  const found = await db
    .select({ transactionID: transactions.transactionID })
    .from(transactions)
    .where(
      and(
        inArray(
          transactions.transactionID,
          released.map(({ linkedTo }) => linkedTo),
        ),
        eq(transactions.purpose, 'write_off'),
      ),
    )
  const offs = new Set(found.map(({ transactionID }) => transactionID))
  return new Set(released.filter(({ linkedTo }) => offs.has(linkedTo)).map(({ transactionID }) => transactionID))
}

export interface CardFacts {
  readonly isDispute: boolean
  readonly ofWriteOff: boolean
  /** Null: the transaction is no payment that was made by card here. */
  readonly card: { readonly refunded: Cents; readonly disputed: boolean; readonly left: Cents } | null
}

type Bare = TransactionRow & { readonly checkoutID: string | null; readonly reversedBy: string | null }

export async function withCardFacts<Row extends Bare>(
  db: Queryable,
  rows: readonly Row[],
): Promise<(Row & CardFacts)[]> {
  const disputeRows = await disputeRowsOf(db, rows)
  const writeOffReleases = await writeOffReleasesOf(db, rows)
  const takenOff = await takenOffOf(
    db,
    rows.flatMap(({ checkoutID }) => checkoutID ?? []),
  )
  return rows.map((row) => {
    const off = takenOff.get(row.checkoutID ?? '') ?? NOTHING
    const card =
      row.checkoutID === null
        ? null
        : {
            refunded: off.refunded,
            disputed: off.disputed > 0,
            left: row.reversedBy === null ? leftToRefund(row.amount, off) : 0,
          }
    return {
      ...row,
      isDispute: disputeRows.has(row.transactionID),
      ofWriteOff: writeOffReleases.has(row.transactionID),
      card,
    }
  })
}
