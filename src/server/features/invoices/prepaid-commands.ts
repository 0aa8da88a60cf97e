import { and, desc, eq, isNotNull } from 'drizzle-orm'
import {
  type BillingLine,
  blockLine,
  firstBlocks,
  broughtLine,
  givenBackOf,
  unusedBroughtLine,
} from '#domain/billing.ts'
import { dayOf } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { joined, NO_ENTRIES, post } from '#domain/ledger.ts'
import { adjust, applyCredit, giveCredit } from '#domain/ledger-acts.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { billingLines } from '../../db/tables/invoices.ts'
import {
  actContext,
  acting,
  type Booker,
  lockAccounts,
  readAccount,
  requireOpenBooks,
  storeEntries,
} from '../ledger/public.ts'
import { pricesByID } from '../prices/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { invoiceUnbilled } from './billing-commands.ts'
import { invoiceOf, lineOf } from './billing-plan.ts'
import { billingTermsOf } from './billing-reads.ts'
import { type Issued, issueInvoices } from './issue-commands.ts'

/**
 * Collections paid in advance: their first block, and what becomes of those not used (domain.md 11, M5; domain.md 11,
 * M24).
 */

/** Invoices the first block of a customer who pays in advance, unless there are collections left (M5). */
export async function invoiceFirstBlock(tx: Queryable, booker: Booker, customerID: string): Promise<Issued[]> {
  const accounts = await lockAccounts(tx, [customerID])
  const terms = (await billingTermsOf(tx, [customerID])).get(customerID)
  const today = dayOf(booker.now, (await settingsInForce(tx))['business.timeZone'])
  const price = (await pricesByID(tx, [customerID], today)).get(customerID) ?? 0
  const first = terms ? firstBlocks({ ...terms, price }) : null
  if (!terms || first === null) return []
  const lines = Array.from({ length: first.blocks }, () => lineOf(blockLine(first.size, price), terms, today, null))
  return issueInvoices(tx, booker, accounts, { lines, invoices: [invoiceOf(customerID, lines)] })
}

export interface BroughtCollections {
  readonly customerID: string
  readonly left: number
  /** Price of one collection. */
  readonly price: Cents
}

/** Adds collections that the old program invoiced in advance; they are used like those of a block (M24). */
export async function bringCollections(
  tx: Queryable,
  booker: Booker,
  brought: readonly BroughtCollections[],
): Promise<void> {
  const today = dayOf(booker.now, (await settingsInForce(tx))['business.timeZone'])
  const lines = brought.map(({ customerID, left, price }) =>
    lineOf(broughtLine(left, price), { customerID }, today, null),
  )
  const accounts = await lockAccounts(
    tx,
    brought.map(({ customerID }) => customerID),
  )
  await issueInvoices(tx, booker, accounts, { lines, invoices: [] })
}

/**
 * Ends a customer's billing (M5, M6): invoices what is unbilled, takes unused prepaid collections off the blocks they
 * were invoiced with, the newest first, gives credit for those invoiced by the old program, and applies credit to what
 * is still open.
 */
export async function closeBilling(tx: Queryable, booker: Booker, customerID: string): Promise<ClosedBilling> {
  const issued = await invoiceUnbilled(tx, booker, [customerID])
  const settings = await settingsInForce(tx)
  const context = actContext(settings, booker.now)
  const [left] = (await lockAccounts(tx, [customerID])).values()
  let unused = left?.prepaidLeft ?? 0
  let account = await readAccount(tx, customerID)
  let entries = NO_ENTRIES
  let takenOff = 0
  for (const { line, invoiceID } of unused > 0 ? await blocksOf(tx, customerID) : []) {
    const taken = Math.min(unused, line.quantity)
    const invoice = account.invoices.find((each) => each.invoiceID === invoiceID)
    const amount = Math.max(0, (invoice?.amount ?? 0) - taken * line.price)
    unused -= taken
    if (!invoice || amount === invoice.amount) continue
    const change = { invoiceID, amount, adjustmentID: newID(), reason: UNUSED.description }
    const adjusted = acting(() => adjust(account, change, context))
    account = post(account, adjusted)
    entries = joined(entries, adjusted)
    takenOff += invoice.amount - amount
  }
  const back = unused > 0 ? await unusedBrought(tx, customerID, unused) : []
  const amount = givenBackOf(back)
  if (amount > 0) {
    const credit = { transactionID: newID(), amount, purpose: 'opening' as const, notes: UNUSED.description }
    const given = giveCredit(account, credit, { ...context, autoApply: false })
    account = post(account, given)
    entries = joined(entries, given)
  }
  entries = joined(entries, applyCredit(account, context))
  if (entries.transactions.length + entries.adjustments.length > 0) requireOpenBooks(settings, context.day)
  await storeEntries(tx, booker, [{ customerID, entries }])
  const rest = back.reduce((all, { prepaid }) => all + prepaid, left?.prepaidLeft ?? 0)
  const lines = rest === 0 ? back : [...back, { ...UNUSED, prepaid: -rest }]
  if (lines.length > 0)
    await issueInvoices(tx, booker, await lockAccounts(tx, [customerID]), {
      lines: lines.map((line) => lineOf(line, { customerID }, context.day, null)),
      invoices: [],
    })
  return {
    invoices: issued.length,
    amount: issued.reduce((sum, invoice) => sum + invoice.amount, 0),
    givenBack: amount + takenOff,
  }
}

export interface ClosedBilling {
  /** Invoices issued for what was unbilled, and their sum in cents. */
  readonly invoices: number
  readonly amount: Cents
  /** Cents: unused prepaid collections, taken off their invoices or given as credit. */
  readonly givenBack: Cents
}

const UNUSED: BillingLine = {
  kind: 'correction',
  description: 'Unused prepaid collections',
  quantity: 1,
  price: 0,
  amount: 0,
  counts: 0,
  prepaid: 0,
}

/** The customer's invoiced blocks, newest first. */
async function blocksOf(tx: Queryable, customerID: string) {
  const rows = await tx
    .select()
    .from(billingLines)
    .where(
      and(eq(billingLines.customerID, customerID), eq(billingLines.kind, 'block'), isNotNull(billingLines.invoiceID)),
    )
    .orderBy(desc(billingLines.createdAt), desc(billingLines.sequence))
  return rows.map((line) => ({ line, invoiceID: line.invoiceID! }))
}

/** Brought collections are used before any block's, so the unused ones are those that the blocks do not account for. */
async function unusedBrought(tx: Queryable, customerID: string, unused: number): Promise<BillingLine[]> {
  const rows = await tx
    .select({ price: billingLines.price, prepaid: billingLines.prepaid })
    .from(billingLines)
    .where(and(eq(billingLines.customerID, customerID), eq(billingLines.kind, 'brought')))
  const brought = rows.reduce((all, { prepaid }) => all + prepaid, 0)
  const count = Math.min(unused, brought)
  return count > 0 ? [unusedBroughtLine(count, rows[0]!.price)] : []
}
