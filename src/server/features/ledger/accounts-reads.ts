import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { type Account, creditOf, type LedgerInvoice } from '#domain/ledger.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { allocations, customerAccounts, transactions } from '../../db/tables/ledger.ts'
import { openingBalances } from '../../db/tables/opening-balances.ts'

export type AccountRow = typeof customerAccounts.$inferSelect

/**
 * Locks the customers' accounts in the order of their IDs, and creates missing ones. Every act on a ledger starts here,
 * so two acts on one ledger run one after the other.
 */
export async function lockAccounts(tx: Queryable, customerIDs: readonly string[]): Promise<Map<string, AccountRow>> {
  const ids = [...new Set(customerIDs)].toSorted()
  if (ids.length === 0) return new Map()
  await tx.execute(sql`
    insert into ${customerAccounts} (${sql.identifier(customerAccounts.customerID.name)})
    select unnest(${sql.param(ids)}::uuid[]) on conflict do nothing`)
  const rows = await tx
    .select()
    .from(customerAccounts)
    .where(among(customerAccounts.customerID, ids))
    .orderBy(asc(customerAccounts.customerID))
    .for('update')
  return new Map(rows.map((row) => [row.customerID, row]))
}

/** The whole ledger of one customer. A caller that will add to it has locked the account. */
export async function readAccount(db: Queryable, customerID: string): Promise<Account> {
  // One after the other, because a transaction has one connection.
  const all = await db.select(INVOICE).from(invoices).where(eq(invoices.customerID, customerID))
  const rows = await db
    .select()
    .from(transactions)
    .where(eq(transactions.customerID, customerID))
    .orderBy(asc(transactions.createdAt), asc(transactions.sequence))
  const parts = await db
    .select({ transactionID: allocations.transactionID, invoiceID: allocations.invoiceID, amount: allocations.amount })
    .from(allocations)
    .innerJoin(transactions, eq(transactions.transactionID, allocations.transactionID))
    .where(eq(transactions.customerID, customerID))
    .orderBy(asc(allocations.createdAt), asc(allocations.sequence))
  const credit = rows.reduce((sum, row) => sum + creditOf(row), 0)
  return { credit, invoices: all, transactions: rows, allocations: parts }
}

const INVOICE = {
  invoiceID: invoices.invoiceID,
  kind: invoices.kind,
  number: invoices.number,
  dueDate: invoices.dueDate,
  amount: invoices.amount,
  allocated: invoices.allocated,
  gstRegistered: invoices.gstRegistered,
}

/**
 * Credit and open invoices of many customers, for issuing, paying and applying credit.
 * @param invoicesOf whose invoices are read; by default of those with credit, which is all that issuing needs
 */
export async function readOpenAccounts(
  db: Queryable,
  accounts: ReadonlyMap<string, Pick<AccountRow, 'customerID' | 'credit'>>,
  invoicesOf: readonly string[] = withCredit(accounts.values()),
): Promise<Map<string, Account>> {
  const open: (LedgerInvoice & { customerID: string })[] =
    invoicesOf.length === 0
      ? []
      : await db
          .select({ ...INVOICE, customerID: invoices.customerID })
          .from(invoices)
          .where(and(among(invoices.customerID, invoicesOf), sql`${invoices.amount} > ${invoices.allocated}`))
  const byCustomer = byKey(open, ({ customerID }) => customerID)
  return new Map(
    [...accounts.values()].map(({ customerID, credit }) => [
      customerID,
      { credit, invoices: byCustomer.get(customerID) ?? [], transactions: [], allocations: [] },
    ]),
  )
}

const withCredit = (accounts: Iterable<Pick<AccountRow, 'customerID' | 'credit'>>) =>
  [...accounts].filter(({ credit }) => credit > 0).map(({ customerID }) => customerID)

/** The customers' balances; a customer without an account has none. */
export async function balancesOf(
  db: Queryable,
  customerIDs: readonly string[],
): Promise<Map<string, { credit: number; owing: number; balance: number; totalSales: number; prepaidLeft: number }>> {
  if (customerIDs.length === 0) return new Map()
  const rows = await db
    .select()
    .from(customerAccounts)
    .where(inArray(customerAccounts.customerID, [...customerIDs]))
  return new Map(
    rows.map(({ customerID, credit, owing, totalSales, prepaidLeft }) => [
      customerID,
      { credit, owing, balance: credit - owing, totalSales, prepaidLeft },
    ]),
  )
}

/** Whether anything was ever booked for the customer, who is then never deleted, only hidden. */
export async function hasLedger(db: Queryable, customerID: string): Promise<boolean> {
  const [row] = await db
    .select({
      booked: sql<boolean>`exists (select from ${customerAccounts} where ${customerAccounts.customerID} = ${customerID})
        or exists (select from ${openingBalances} where ${openingBalances.customerID} = ${customerID})`,
    })
    .from(sql`(select 1) as one`)
  return row!.booked
}
