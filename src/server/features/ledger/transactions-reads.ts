import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database.ts'
import { keptTotal, subjectOf } from '../../db/kept-totals.ts'
import { mentions } from '../../db/mentions.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { users } from '../../db/tables/users.ts'
import { type CardFacts, withCardFacts } from './card-facts-reads.ts'

export type TransactionRow = typeof transactions.$inferSelect
export type TransactionShown = TransactionRow & {
  name: string
  reversedBy: string | null
  checkoutID: string | null
} & CardFacts

const reversals = alias(transactions, 'reversals')

const SHOWN = {
  row: transactions,
  name: users.fullName,
  reversedBy: reversals.transactionID,
  checkoutID: checkouts.checkoutID,
}

interface PageQuery {
  type?: TransactionRow['type']
  purpose?: TransactionRow['purpose']
  paymentType?: NonNullable<TransactionRow['paymentType']>
  /** The filters beside the ones above, whose totals are kept. */
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
}

interface Totals {
  total: number
  totalCents: number
}

export async function transactionsPage(
  db: Queryable,
  query: PageQuery,
): Promise<{ rows: TransactionShown[] } & Totals> {
  const { type, purpose, paymentType, orderBy, limit, offset } = query
  const where = and(
    type && eq(transactions.type, type),
    purpose && eq(transactions.purpose, purpose),
    paymentType && eq(transactions.paymentType, paymentType),
    query.where,
  )
  const rows = await shown(db)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  return {
    rows: await withCardFacts(db, rows.map(flat)),
    ...(await (query.where ? added(db, where) : kept(db, query))),
  }
}

async function added(db: Queryable, where: SQL | undefined): Promise<Totals> {
  const query = db
    .select({ total: count(), totalCents: sql`coalesce(sum(${transactions.amount}), 0)`.mapWith(Number) })
    .from(transactions)
    .$dynamic()
  if (mentions(users, [where])) void query.innerJoin(users, eq(users.userID, PARTY))
  const [sums] = await query.where(where)
  return sums!
}

/** The subject is type, purpose and payment type. */
const kept = (db: Queryable, { type, purpose, paymentType }: Pick<PageQuery, 'type' | 'purpose' | 'paymentType'>) =>
  keptTotal(db, 'transactions', subjectOf(type, purpose, paymentType))

/** The transactions of an invoice or of an act, newest first, at most a few thousand. */
export async function transactionsWhere(db: Queryable, where: SQL | undefined): Promise<TransactionShown[]> {
  const rows = await shown(db).where(where).orderBy(desc(transactions.createdAt), desc(transactions.sequence))
  return withCardFacts(db, rows.map(flat))
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

const flat = ({ row, ...beside }: Read) => ({ ...row, ...beside })
