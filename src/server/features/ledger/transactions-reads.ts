import { count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { users } from '../../db/tables/users.ts'

export type TransactionRow = typeof transactions.$inferSelect
export type TransactionShown = TransactionRow & { name: string; reversedBy: string | null; checkoutID: string | null }

const reversals = alias(transactions, 'reversals')

const SHOWN = {
  row: transactions,
  name: users.fullName,
  reversedBy: reversals.transactionID,
  checkoutID: checkouts.checkoutID,
}

export async function transactionsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: TransactionShown[]; total: number; totalCents: number }> {
  const rows = await shown(db)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [sum] = await db
    .select({ total: count(), totalCents: sql<string>`coalesce(sum(${transactions.amount}), 0)` })
    .from(transactions)
    .innerJoin(users, eq(users.userID, PARTY))
    .where(where)
  return { rows: rows.map(flat), total: sum!.total, totalCents: Number(sum!.totalCents) }
}

/** Newest first, at most a few thousand: of an invoice, or of an act. */
export async function transactionsWhere(db: Queryable, where: SQL | undefined): Promise<TransactionShown[]> {
  const rows = await shown(db).where(where).orderBy(desc(transactions.createdAt), desc(transactions.sequence))
  return rows.map(flat)
}

const PARTY = sql`coalesce(${transactions.customerID}, ${transactions.driverID})`

function shown(db: Queryable) {
  return db
    .select(SHOWN)
    .from(transactions)
    .innerJoin(users, eq(users.userID, PARTY))
    .leftJoin(reversals, eq(reversals.reverses, transactions.transactionID))
    .leftJoin(checkouts, eq(checkouts.transactionID, transactions.transactionID))
    .$dynamic()
}

type Read = Pick<TransactionShown, 'name' | 'reversedBy' | 'checkoutID'> & { row: TransactionRow }

const flat = ({ row, ...beside }: Read): TransactionShown => ({ ...row, ...beside })
