import { count, eq, type SQL, sql } from 'drizzle-orm'
import { countOnce } from '../../db/count-once.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'
import { customersByID, type CustomerRow } from './customers-reads.ts'

export interface CustomersAsked {
  where: SQL | undefined
  orderBy: SQL[]
  /** By a keyword: its hits are found once, for the page and the total. */
  searched?: boolean
  limit: number
  offset: number
}

/** One page of the list and how many there are in all. First which customers, by indexes alone; then all that is shown of those few. */
export async function customersPage(db: Queryable, asked: CustomersAsked): Promise<{ rows: CustomerRow[]; total: number }> {
  const { ids, total } = await (asked.searched ? hits(db, asked) : listed(db, asked))
  return { rows: await customersByID(db, ids), total }
}

export function countCustomers(db: Queryable, where: SQL | undefined): Promise<number> {
  const query = db.select({ total: count() }).from(customers).leftJoin(users, HIS_USER).leftJoin(suburbs, HIS_SUBURB).where(where)
  const { sql: statement, params } = query.toSQL()
  return countOnce(db, JSON.stringify([statement, params]), async () => (await query)[0]!.total)
}

interface Found {
  ids: string[]
  total: number
}

async function listed(db: Queryable, { where, orderBy, limit, offset }: CustomersAsked): Promise<Found> {
  const rows = await db
    .select({ customerID: customers.customerID })
    .from(customers)
    .leftJoin(users, HIS_USER)
    .leftJoin(suburbs, HIS_SUBURB)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  return { ids: rows.map(({ customerID }) => customerID), total: await totalBehind(db, where, { limit, offset }, rows.length) }
}

/** Counted over the hits themselves, so the plan has to look for them by the keyword, and not through the list in its order. */
async function hits(db: Queryable, { where, orderBy, limit, offset }: CustomersAsked): Promise<Found> {
  const rows = await db
    .select({ customerID: customers.customerID, total: sql<number>`(count(*) over ())::int` })
    .from(customers)
    .leftJoin(users, HIS_USER)
    .leftJoin(suburbs, HIS_SUBURB)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  return { ids: rows.map(({ customerID }) => customerID), total: rows[0]?.total ?? (await totalBehind(db, where, { limit, offset }, 0)) }
}

/** A page that is not full is the last one, and says it all. */
async function totalBehind(db: Queryable, where: SQL | undefined, { limit, offset }: Pick<CustomersAsked, 'limit' | 'offset'>, rows: number): Promise<number> {
  return rows < limit && (rows > 0 || offset === 0) ? offset + rows : countCustomers(db, where)
}

// Left joins to keys: the database leaves out whichever no filter and no order asks for.
const HIS_USER = eq(users.userID, customers.customerID)
const HIS_SUBURB = eq(suburbs.suburbID, customers.suburbID)
