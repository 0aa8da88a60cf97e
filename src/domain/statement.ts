import type { Day } from './dates.ts'
import { creditOf, type LedgerTransaction } from './ledger.ts'
import type { Cents } from './money.ts'

/** "Why is my balance this?": the lines of a customer's ledger in order, each with its effect (domain.md 11, M14). */

export interface StatementEntry {
  /** The effective date. */
  readonly day: Day
  readonly createdAt: Date
  /** Orders rows made at the same instant. */
  readonly order: number
  /** The change of credit - owing. */
  readonly effect: Cents
}

export interface StatementLine extends StatementEntry {
  /** The balance including this line; negative: the customer owes. */
  readonly balance: Cents
}

/**
 * A linked deposit is a part of its payment, and applied credit lowers what is owed by the same amount: both have
 * effect 0. A write-off's and a goodwill's deposit stand alone.
 */
export function effectOf({
  type,
  purpose,
  amount,
  rounding,
}: Pick<LedgerTransaction, 'type' | 'purpose' | 'amount' | 'rounding'>): Cents {
  if (type === 'CUSTOMER_INBOUND') return amount + rounding
  if (type === 'CUSTOMER_CREDIT_DEPOSIT') return purpose === 'excess' || purpose === 'released' ? 0 : amount
  return purpose === 'refund' ? creditOf({ type, amount }) : 0
}

/**
 * Whether the customer reads the line. Rows that only move money between credit and invoices change nothing for them;
 * an invoice of $0.00 is a document they have.
 */
export const isRead = ({ kind, effect }: Pick<StatementEntry, 'effect'> & { readonly kind: string }): boolean =>
  kind !== 'transaction' || effect !== 0

/**
 * The days of a statement. It ends today at the latest, because the balance of a later day is not known yet.
 * @param days null: from the first line, or up to today @param first the day of the first line; null: there is none
 */
export function statementDays(
  days: { readonly from: Day | null; readonly to: Day | null },
  first: Day | null,
  today: Day,
): { readonly from: Day; readonly to: Day } {
  const to = days.to === null || days.to > today ? today : days.to
  const earliest = first === null || first > to ? to : first
  return { from: days.from ?? earliest, to }
}

/** The lines by effective date, then by when they were made, with a running balance. */
export function statementOf<Entry extends StatementEntry>(entries: readonly Entry[]): (Entry & StatementLine)[] {
  let balance = 0
  return entries
    .toSorted(
      (a, b) =>
        (a.day < b.day ? -1 : a.day > b.day ? 1 : 0) ||
        a.createdAt.getTime() - b.createdAt.getTime() ||
        a.order - b.order,
    )
    .map((entry) => ({ ...entry, balance: (balance += entry.effect) }))
}
