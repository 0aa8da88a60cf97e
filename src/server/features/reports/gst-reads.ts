import { asc, inArray, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { Day } from '#domain/dates.ts'
import { accrualRows, cashRows, type GstRow, type GstRows } from '#domain/gst.ts'
import type { GST_BASES } from '#domain/money-words.ts'
import type { Queryable } from '../../db/database.ts'
import { adjustments, invoices } from '../../db/tables/invoices.ts'
import { allocations, transactions } from '../../db/tables/ledger.ts'
import type { SettingsInForce } from '../settings/public.ts'

export type GstBasis = (typeof GST_BASES)[number]

export const basisOf = (settings: SettingsInForce): GstBasis =>
  settings['gst.basis'] === 'ACCRUAL' ? 'ACCRUAL' : 'CASH'

/** Customers whose ledgers are read at once. */
const BATCH = 500

export type GstFact = GstRow & { readonly customerID: string }

/** The rows of a period. Each touched ledger is read as a whole, because what counts depends on what was before. */
export async function gstRows(
  db: Queryable,
  basis: GstBasis,
  { from, to, openingIncludesGst }: { from: Day; to: Day; openingIncludesGst: boolean },
): Promise<{ sales: GstFact[]; badDebts: GstFact[] }> {
  const touched = await db.execute<{ customer_id: string }>(sql`
    select ${invoices.customerID} from ${invoices} where ${invoices.issueDate} between ${from}::date and ${to}::date
    union select ${adjustments.customerID} from ${adjustments} where ${adjustments.day} between ${from}::date and ${to}::date
    union select ${invoices.customerID} from ${allocations}
      join ${invoices} on ${invoices.invoiceID} = ${allocations.invoiceID}
      where ${allocations.day} between ${from}::date and ${to}::date`)
  const customerIDs = touched.rows.map((row) => row.customer_id)
  const found: { sales: GstFact[]; badDebts: GstFact[] } = { sales: [], badDebts: [] }
  for (let at = 0; at < customerIDs.length; at += BATCH) {
    for (const [customerID, account] of await accountsOf(db, customerIDs.slice(at, at + BATCH))) {
      const rows: GstRows = basis === 'CASH' ? cashRows(account, openingIncludesGst) : accrualRows(account)
      const inPeriod = (all: readonly GstRow[]) =>
        all.filter(({ day }) => day >= from && day <= to).map((row) => ({ ...row, customerID }))
      found.sales.push(...inPeriod(rows.sales))
      found.badDebts.push(...inPeriod(rows.badDebts))
    }
  }
  return found
}

async function accountsOf(db: Queryable, customerIDs: readonly string[]) {
  const ids = [...customerIDs]
  // One after the other: a transaction has one connection.
  const issued = byKey(
    await db
      .select({
        customerID: invoices.customerID,
        invoiceID: invoices.invoiceID,
        kind: invoices.kind,
        issueDate: invoices.issueDate,
        issuedAmount: invoices.issuedAmount,
        issuedGst: invoices.issuedGst,
        gstRegistered: invoices.gstRegistered,
      })
      .from(invoices)
      .where(inArray(invoices.customerID, ids)),
    ({ customerID }) => customerID,
  )
  const adjusted = byKey(
    await db.select().from(adjustments).where(inArray(adjustments.customerID, ids)).orderBy(asc(adjustments.number)),
    ({ customerID }) => customerID,
  )
  const booked = byKey(
    await db.select().from(transactions).where(inArray(transactions.customerID, ids)),
    ({ customerID }) => customerID!,
  )
  const allocated = byKey(
    await db
      .select({
        customerID: invoices.customerID,
        transactionID: allocations.transactionID,
        invoiceID: allocations.invoiceID,
        amount: allocations.amount,
        day: allocations.day,
      })
      .from(allocations)
      .innerJoin(invoices, sql`${invoices.invoiceID} = ${allocations.invoiceID}`)
      .where(inArray(invoices.customerID, ids))
      .orderBy(asc(allocations.createdAt), asc(allocations.sequence)),
    ({ customerID }) => customerID,
  )
  return customerIDs.map(
    (customerID) =>
      [
        customerID,
        {
          invoices: issued.get(customerID) ?? [],
          adjustments: adjusted.get(customerID) ?? [],
          transactions: booked.get(customerID) ?? [],
          allocations: allocated.get(customerID) ?? [],
        },
      ] as const,
  )
}
