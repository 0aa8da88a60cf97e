import { count, eq, type SQL, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import { countOnce } from '../../db/count-once.ts'
import type { Queryable } from '../../db/database.ts'
import { pageTotal } from '../../db/page-total.ts'
import { SNAPSHOT } from '../../db/snapshot-cache.ts'
import { mentions } from '../../db/mentions.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { customerAccounts } from '../../db/tables/ledger.ts'
import { users } from '../../db/tables/users.ts'
import { customersByID, type CustomerRow } from './customers-reads.ts'

export interface CustomersQuery {
  /** May refer to customers, users, suburbs and accounts. */
  where: SQL | undefined
  orderBy: SQL[]
  /** With a keyword the matches are computed once, for the page and the total. */
  searched?: boolean
  limit: number
  offset: number
}

/** One page of the list and the total. It finds the ids by indexes alone, then reads all columns of those rows. */
export async function customersPage(
  db: Queryable,
  query: CustomersQuery,
): Promise<{ rows: CustomerRow[]; total: number }> {
  const { ids, total } = await (query.searched ? hits(db, query) : listed(db, query))
  return { rows: await customersByID(db, ids), total }
}

function countCustomers(db: Queryable, where: SQL | undefined): Promise<number> {
  const query = counted(db, where)
  const { sql: statement, params } = query.toSQL()
  return countOnce(db, JSON.stringify([statement, params]), async () => (await query)[0]!.total)
}

export const counted = (db: Queryable, where: SQL | undefined) =>
  chosen(db, { total: count(), snapshot: SNAPSHOT }, [where]).where(where)

/** Includes the snapshot in which it was counted. */
export async function countAnew(db: Queryable, where: SQL | undefined): Promise<{ total: number; snapshot: string }> {
  const [row] = await counted(db, where)
  return row!
}

export const idsInOrder = (db: Queryable, { where, orderBy }: Pick<CustomersQuery, 'where' | 'orderBy'>) =>
  chosen(db, { customerID: customers.customerID }, [where, orderBy])
    .where(where)
    .orderBy(...orderBy)

/** All matches at once, so that the plan searches by the keyword; with a limit it might scan the list in its order. */
export function idsFound(db: Queryable, { where, orderBy, limit, offset }: CustomersQuery) {
  const inOrder = sql`array_agg(${customers.customerID} order by ${sql.join(orderBy, sql`, `)})`
  const ids = sql<string[] | null>`(${inOrder})[${offset + 1}::integer : ${offset + limit}::integer]`
  return chosen(db, { total: count(), ids }, [where, orderBy]).where(where)
}

interface Found {
  ids: string[]
  total: number
}

async function listed(db: Queryable, query: CustomersQuery): Promise<Found> {
  const { where, limit, offset } = query
  const ids = (await idsInOrder(db, query).limit(limit).offset(offset)).map(({ customerID }) => customerID)
  return { ids, total: await pageTotal(ids, query, () => countCustomers(db, where)) }
}

async function hits(db: Queryable, query: CustomersQuery): Promise<Found> {
  const [found] = await idsFound(db, query)
  return { ids: found!.ids ?? [], total: found!.total }
}

/** Joins a table only if it is referred to, because an unnecessary join prevents an index-only scan. */
export function chosen<T extends SelectedFields>(db: Queryable, what: T, parts: readonly unknown[]) {
  const query = db.select(what).from(customers).$dynamic()
  if (mentions(users, parts)) void query.innerJoin(users, eq(users.userID, customers.customerID))
  if (mentions(suburbs, parts)) void query.innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
  if (mentions(customerAccounts, parts))
    void query.leftJoin(customerAccounts, eq(customerAccounts.customerID, customers.customerID))
  return query
}
