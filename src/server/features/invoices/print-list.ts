import { asc, eq, type SQL } from 'drizzle-orm'
import type { InvoiceDocument } from '#domain/documents/documents.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { users } from '../../db/tables/users.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { documentsOf, requireComplete } from './documents-reads.ts'

const MOST = 5_000
/** Invoices read at a time, so that a long list is never in memory as a whole. */
const GROUP = 100

/** The IDs of the invoices to print, in the order of their numbers. */
export async function invoicesToPrint(db: Queryable, where: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ invoiceID: invoices.invoiceID })
    .from(invoices)
    .innerJoin(customers, eq(customers.customerID, invoices.customerID))
    .innerJoin(users, eq(users.userID, invoices.customerID))
    .where(where)
    .orderBy(asc(invoices.kind), asc(invoices.number))
    .limit(MOST + 1)
  if (rows.length > MOST) throw new Refused('too_many_to_print')
  if (rows.length === 0) throw new Refused('nothing_to_print')
  return rows.map(({ invoiceID }) => invoiceID)
}

export async function* documentsToPrint(
  db: Queryable,
  deps: Pick<Dependencies, 'config' | 'secrets' | 'payments'>,
  invoiceIDs: readonly string[],
): AsyncGenerator<InvoiceDocument> {
  for (let at = 0; at < invoiceIDs.length; at += GROUP) {
    const rows = await db
      .select()
      .from(invoices)
      .where(among(invoices.invoiceID, invoiceIDs.slice(at, at + GROUP)))
      .orderBy(asc(invoices.kind), asc(invoices.number))
    for (const document of await documentsOf(db, deps, rows)) {
      requireComplete(document)
      yield document
    }
  }
}
