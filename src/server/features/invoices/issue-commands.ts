import { inArray, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { dayOf } from '#domain/dates.ts'
import { readableRunID, runRefId } from '#domain/identifiers.ts'
import { dueDateOf } from '#domain/invoicing.ts'
import type { AccountSummary } from '#domain/documents/documents.ts'
import { type Allocation, type LedgerInvoice, sums, withInvoice } from '#domain/ledger.ts'
import { applyCredit } from '#domain/ledger-acts.ts'
import { gstOf } from '#domain/money.ts'
import { runInFile, weekOfRun } from '#domain/run-name.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { billingLines } from '../../db/tables/invoices.ts'
import { runs } from '../../db/tables/runs.ts'
import {
  type AccountRow,
  actContext,
  addToAccounts,
  type Booker,
  readOpenAccounts,
  requireOpenBooks,
  storeEntries,
  storeInvoices,
} from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import type { NewLine, PlannedInvoice } from './billing-plan.ts'

export interface Issued {
  readonly invoiceID: string
  readonly customerID: string
  readonly number: number
  readonly amount: number
}

/**
 * Stores new billing lines and issues the planned invoices, each with the next number, GST once per invoice, and the
 * customer's credit applied at once (domain.md 6 and 7). One statement of each kind for any number of them.
 * @param accounts of these customers, locked by the caller and unchanged since
 * @param dueDate the office's own; else issue + `invoice.dueDays`
 */
export async function issueInvoices(
  tx: Queryable,
  booker: Booker,
  accounts: ReadonlyMap<string, AccountRow>,
  { lines, invoices: planned }: { lines: readonly NewLine[]; invoices: readonly PlannedInvoice[] },
  dueDate?: string,
): Promise<Issued[]> {
  const settings = await settingsInForce(tx)
  const issueDate = dayOf(booker.now, settings['business.timeZone'])
  if (planned.length > 0) requireOpenBooks(settings, issueDate)
  const gstRegistered = settings['business.gstRegistered']
  const due = dueDate ?? dueDateOf(issueDate, settings['invoice.dueDays'])
  const open = await readOpenAccounts(tx, accounts)
  const runOf = await runsOf(tx, planned)
  const context = actContext(settings, booker.now)
  const byCustomer = byKey(
    planned.map((invoice, at): LedgerInvoice & { customerID: string } => ({
      invoiceID: invoice.invoiceID,
      customerID: invoice.customerID,
      kind: 'invoice',
      // Orders the new ones among each other, after all issued ones; the real numbers are drawn last.
      number: Number.MAX_SAFE_INTEGER - planned.length + at,
      dueDate: due,
      amount: invoice.amount,
      allocated: 0,
      gstRegistered,
    })),
    ({ customerID }) => customerID,
  )
  const bookings = [...byCustomer].flatMap(([customerID, issued]) => {
    const before = open.get(customerID)
    if (!context.autoApply || !before || before.credit === 0) return []
    return [{ customerID, entries: applyCredit(issued.reduce(withInvoice, before), context) }]
  })
  const accountOf = accountsAfter(
    accounts,
    bookings.flatMap(({ entries }) => entries.allocations),
  )
  const numbers = await storeInvoices(
    tx,
    booker,
    'invoice',
    settings['invoice.firstNumber'],
    planned.map((invoice) => ({
      ...runsBilled(invoice, runOf),
      invoiceID: invoice.invoiceID,
      customerID: invoice.customerID,
      issueDate,
      dueDate: due,
      issuedAmount: invoice.amount,
      issuedGst: gstRegistered ? gstOf(invoice.amount) : 0,
      gstRegistered,
      lines: invoice.lines.map(({ serviceDay: day, description, quantity, price, amount }) => ({
        day,
        description,
        quantity,
        price,
        amount,
      })),
      account: accountOf(invoice),
    })),
  )
  await storeLines(tx, booker, lines, planned)
  await storeEntries(tx, booker, bookings)
  return planned.map(({ invoiceID, customerID, amount }, at) => ({
    invoiceID,
    customerID,
    amount,
    number: numbers[at]!,
  }))
}

/** The account before and after each invoice, asked in the order of issue. */
function accountsAfter(
  accounts: ReadonlyMap<string, AccountRow>,
  allocations: readonly Allocation[],
): (invoice: PlannedInvoice) => AccountSummary {
  const used = sums(allocations, 'invoiceID', ({ amount }) => amount)
  const balances = new Map([...accounts].map(([id, { credit, owing }]) => [id, credit - owing]))
  return ({ customerID, invoiceID, amount }) => {
    const before = balances.get(customerID) ?? 0
    balances.set(customerID, before - amount)
    return { before, creditUsed: used.get(invoiceID) ?? 0, now: before - amount }
  }
}

/** Inserts new lines with their invoice, and puts unbilled ones from before on theirs. */
async function storeLines(
  tx: Queryable,
  booker: Booker,
  lines: readonly NewLine[],
  planned: readonly PlannedInvoice[],
): Promise<void> {
  const invoiceOf = new Map(
    planned.flatMap(({ invoiceID, lines: own }) => own.map(({ lineID }) => [lineID, invoiceID])),
  )
  const fresh = new Set(lines.map(({ lineID }) => lineID))
  await insertRows(
    tx,
    billingLines,
    lines.map((line, sequence) => ({
      ...line,
      invoiceID: invoiceOf.get(line.lineID) ?? null,
      sequence,
      createdAt: booker.now,
    })),
  )
  const before = [...invoiceOf].filter(([lineID]) => !fresh.has(lineID)).map(([lineID, to]) => ({ lineID, to }))
  if (before.length > 0)
    await tx.execute(sql`
      update ${billingLines} set invoice_id = given.to
      from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as given("lineID" uuid, "to" uuid)
      where ${billingLines.lineID} = given."lineID"`)
  await addToAccounts(
    tx,
    lines
      .filter(({ prepaid }) => prepaid !== 0)
      .map(({ customerID, prepaid }) => ({ customerID, credit: 0, owing: 0, totalSales: 0, prepaid })),
  )
}

/** The numbers of an invoice's runs for its row, and their names for its paper. */
function runsBilled({ lines }: PlannedInvoice, runOf: ReadonlyMap<string, RunBilled>) {
  const billed = [...new Set(lines.flatMap(({ runOrderID }) => runOf.get(runOrderID ?? '') ?? []))]
  return { runRefs: billed.map(({ ref }) => ref), runNames: billed.map(({ name }) => name) }
}

interface RunBilled {
  readonly ref: string
  readonly name: string
}

async function runsOf(tx: Queryable, planned: readonly PlannedInvoice[]): Promise<Map<string, RunBilled>> {
  const ids = [...new Set(planned.flatMap(({ lines }) => lines.flatMap(({ runOrderID }) => runOrderID ?? [])))]
  if (ids.length === 0) return new Map()
  const rows = await tx.select().from(runs).where(inArray(runs.runOrderID, ids))
  return new Map(
    rows.map((run) => {
      const runOrder = readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber)
      const name = runInFile({ runOrder, runWeek: weekOfRun(run) })!
      return [run.runOrderID, { ref: runRefId(run.refNumber), name }]
    }),
  )
}
