import { inArray } from 'drizzle-orm'
import { type BillingLine, correctionOf, linesInForce, linesOfStop, schemeOfLines } from '#domain/billing.ts'
import { byKey } from '#domain/by-key.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { type Account, type Entries, joined, NO_ENTRIES, post } from '#domain/ledger.ts'
import { adjust } from '#domain/ledger-acts.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { billingLines } from '../../db/tables/invoices.ts'
import { runs } from '../../db/tables/runs.ts'
import {
  actContext,
  acting,
  addToAccounts,
  type Booker,
  lockAccounts,
  readAccount,
  requireOpenBooks,
  storeEntries,
} from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { type BillableStop, lineOf, type NewLine } from './billing-plan.ts'
import { billingTermsOf, type LineRow, linesOfStops } from './billing-reads.ts'

/**
 * Adapts the bills to changed outcomes of completed stops (domain.md 11, M3). A lower cost adjusts the invoice that has
 * the line, never below zero; a higher one is a line on the customer's next invoice. A run that is billed elsewhere is
 * left alone. The caller has locked the run.
 */
export async function correctBilling(
  tx: Queryable,
  booker: Booker,
  runOrderID: string,
  stops: readonly BillableStop[],
): Promise<void> {
  if (stops.length === 0) return
  const [run] = await tx
    .select({ billing: runs.billing, attemptFee: runs.attemptFee })
    .from(runs)
    .where(inArray(runs.runOrderID, [runOrderID]))
  if (run?.billing !== 'invoiced') return
  const customerIDs = stops.map(({ customerID }) => customerID)
  await lockAccounts(tx, customerIDs)
  const settings = await settingsInForce(tx)
  const terms = await billingTermsOf(tx, customerIDs)
  const before = byKey(
    await linesOfStops(
      tx,
      stops.map(({ assignmentID }) => assignmentID),
    ),
    ({ assignmentID }) => assignmentID,
  )
  for (const stop of stops) {
    const of = terms.get(stop.customerID)
    if (!of) continue
    const lines = linesInForce(before.get(stop.assignmentID) ?? [])
    const after =
      stop.outcome === null
        ? []
        : linesOfStop({ ...stop, outcome: stop.outcome }, schemeOfLines(lines, of.scheme), run.attemptFee)
    if (lines.length === 0) {
      await addLines(tx, booker, stop, after, settings['business.timeZone'])
      continue
    }
    const correction = correctionOf(
      lines,
      after,
      lines.some(({ invoiceID }) => invoiceID !== null),
    )
    if (correction)
      await carryOut(tx, booker, stop, lines, correction, {
        today: dayOf(booker.now, settings['business.timeZone']),
        act: (account, invoiceID, amount) => {
          const context = actContext(settings, booker.now)
          requireOpenBooks(settings, context.day)
          const change = { invoiceID, amount, reason: 'Correction of a collection', adjustmentID: newID() }
          return acting(() => adjust(account, change, context))
        },
      })
  }
}

/** A stop that costs something only now: its lines wait for the customer's next invoice. */
async function addLines(
  tx: Queryable,
  booker: Booker,
  stop: BillableStop,
  lines: readonly BillingLine[],
  timeZone: string,
): Promise<void> {
  const serviceDay = dayOf(stop.doneAt ?? booker.now, timeZone)
  await insertRows(
    tx,
    billingLines,
    lines.map((line, sequence) => ({ ...lineOf(line, stop, serviceDay, stop), sequence, createdAt: booker.now })),
  )
  await addToAccounts(
    tx,
    lines.map(({ prepaid }) => ({ customerID: stop.customerID, credit: 0, owing: 0, totalSales: 0, prepaid })),
  )
}

interface Acting {
  readonly today: Day
  readonly act: (account: Account, invoiceID: string, amount: Cents) => Entries
}

async function carryOut(
  tx: Queryable,
  booker: Booker,
  stop: BillableStop,
  lines: readonly LineRow[],
  correction: BillingLine,
  { today, act }: Acting,
): Promise<void> {
  const parts = partsOf(lines, correction)
  const fresh = parts.map(({ invoiceID, line }) => ({ ...lineOf(line, stop, today, stop), invoiceID }))
  await insertRows(
    tx,
    billingLines,
    fresh.map((line: NewLine & { invoiceID: string | null }, sequence) => ({
      ...line,
      generation: Math.max(...lines.map(({ generation }) => generation)),
      sequence,
      createdAt: booker.now,
    })),
  )
  const change = { customerID: stop.customerID, credit: 0, owing: 0, totalSales: 0 }
  if (correction.prepaid !== 0) await addToAccounts(tx, [{ ...change, prepaid: correction.prepaid }])
  const lowered = parts.filter(({ invoiceID }) => invoiceID !== null)
  if (lowered.length === 0) return
  let account = await readAccount(tx, stop.customerID)
  let entries = NO_ENTRIES
  for (const { invoiceID, line } of lowered) {
    const invoice = account.invoices.find((each) => each.invoiceID === invoiceID)
    const amount = Math.max(0, (invoice?.amount ?? 0) + line.amount)
    if (!invoice || amount === invoice.amount) continue
    const adjusted = act(account, invoice.invoiceID, amount)
    account = post(account, adjusted)
    entries = joined(entries, adjusted)
  }
  await storeEntries(tx, booker, [{ customerID: stop.customerID, entries }])
}

/**
 * Divides a correction. A lower price is taken from the invoices that have the stop's lines, the newest first, and the
 * rest from the next invoice; a higher one is a line on the next.
 */
function partsOf(
  lines: readonly LineRow[],
  correction: BillingLine,
): { invoiceID: string | null; line: BillingLine }[] {
  const parts: { invoiceID: string | null; line: BillingLine }[] = []
  let left = correction.amount
  const part = (invoiceID: string | null, amount: Cents) => {
    // Only the first part has the counted collections and what is given back of a prepaid block.
    const { counts, prepaid } = parts.length === 0 ? correction : { counts: 0, prepaid: 0 }
    parts.push({ invoiceID, line: { ...correction, quantity: 1, price: amount, amount, counts, prepaid } })
  }
  const invoiced = byKey(lines, ({ invoiceID }) => invoiceID)
  for (const [invoiceID, own] of [...invoiced].reverse()) {
    const on = own.reduce((all, { amount }) => all + amount, 0)
    if (invoiceID === null || left >= 0 || on <= 0) continue
    const taken = Math.max(left, -on)
    part(invoiceID, taken)
    left -= taken
  }
  if (left !== 0 || parts.length === 0) part(null, left)
  return parts
}
