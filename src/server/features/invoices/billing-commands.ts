import type { BillingLine } from '#domain/billing.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { type Booker, lockAccounts } from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { type BillableStop, invoiceOf, lineOf, planBilling } from './billing-plan.ts'
import { type Issued, issueInvoices } from './issue-commands.ts'
import { planUnbilled } from './unbilled-plan.ts'

/** Issues the invoices of customers' accounts (domain.md 6). */

/** Bills the completed stops of a run, which the caller has locked and marks as billed. */
export async function billStops(
  tx: Queryable,
  booker: Booker,
  stops: readonly BillableStop[],
  attemptFee: Cents | null,
): Promise<Issued[]> {
  // The accounts are locked before they are read, so that what is unbilled, prepaid or in credit does not change.
  const accounts = await lockAccounts(
    tx,
    stops.map(({ customerID }) => customerID),
  )
  const settings = await settingsInForce(tx)
  const plan = await planBilling(tx, stops, {
    attemptFee,
    timeZone: settings['business.timeZone'],
    now: booker.now,
  })
  return issueInvoices(tx, booker, accounts, plan)
}

/** Invoices what is unbilled, even where the accounts are not full. A customer without anything gets no invoice. */
export async function invoiceUnbilled(
  tx: Queryable,
  booker: Booker,
  customerIDs: readonly string[],
): Promise<Issued[]> {
  const accounts = await lockAccounts(tx, customerIDs)
  const { invoices } = await planUnbilled(tx, customerIDs, 'all')
  return issueInvoices(tx, booker, accounts, { lines: [], invoices })
}

export interface TypedLine {
  readonly description: string
  readonly quantity: number
  /** Price of one unit. */
  readonly price: Cents
}

/** Issues an invoice that the office enters line by line. */
export async function invoiceByHand(
  tx: Queryable,
  booker: Booker,
  { customerID, lines: typed, dueDate }: { customerID: string; lines: readonly TypedLine[]; dueDate?: Day | undefined },
): Promise<Issued> {
  const accounts = await lockAccounts(tx, [customerID])
  const today = dayOf(booker.now, (await settingsInForce(tx))['business.timeZone'])
  const lines = typed.map((each) => {
    const line: BillingLine = { ...each, kind: 'manual', amount: each.quantity * each.price, counts: 0, prepaid: 0 }
    return lineOf(line, { customerID }, today, null)
  })
  const invoices = [invoiceOf(customerID, lines)]
  const [issued] = await issueInvoices(tx, booker, accounts, { lines, invoices }, dueDate)
  return issued!
}
