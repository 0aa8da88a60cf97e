import { and, count, desc, eq, gt, gte, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { Day } from '#domain/dates.ts'
import type { PriceChangeState, PriceRule } from '#domain/price-changes.ts'
import type { Queryable } from '../../db/database.ts'
import { products, suburbs } from '../../db/tables/customers.ts'
import { priceChangeCustomers, priceChanges } from '../../db/tables/prices.ts'
import { Refused } from '../../http/refused.ts'

export type PriceChangeRow = typeof priceChanges.$inferSelect
export interface NamedPriceChange extends PriceChangeRow {
  readonly servicePackage: string | null
  readonly suburb: string | null
  /** The office set other prices for all whom it was announced to. */
  readonly isDropped: boolean
}

const hasRows = (condition: SQL) =>
  sql`exists (select from ${priceChangeCustomers} where ${priceChangeCustomers.priceChangeID} = ${priceChanges.priceChangeID} and ${condition})`

/** Announced, not cancelled, and nothing is left of it: neither of its package's price nor of any customer's. */
const IS_DROPPED = sql<boolean>`(${priceChanges.announcedAt} is not null and ${priceChanges.cancelledAt} is null
  and coalesce(${priceChanges.packageState}, 'dropped') = 'dropped'
  and (${priceChanges.packageState} is not null or ${hasRows(sql`${priceChangeCustomers.state} = 'dropped'`)})
  and not ${hasRows(sql`${priceChangeCustomers.state} in ('pending', 'applied')`)})`

const named = (db: Queryable) =>
  db
    .select({ change: priceChanges, servicePackage: products.name, suburb: suburbs.label, isDropped: IS_DROPPED })
    .from(priceChanges)
    .leftJoin(products, eq(products.productID, priceChanges.productID))
    .leftJoin(suburbs, eq(suburbs.suburbID, priceChanges.suburbID))

type Found = Awaited<ReturnType<typeof named>>[number]
const flat = ({ change, ...names }: Found): NamedPriceChange => ({ ...change, ...names })

export async function priceChangesPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: NamedPriceChange[]; total: number }> {
  const rows = await named(db)
    .where(where)
    .orderBy(...orderBy, desc(priceChanges.priceChangeID))
    .limit(limit)
    .offset(offset)
  // A keyword is looked for in the joined names too.
  const [counted] = await db
    .select({ total: count() })
    .from(priceChanges)
    .leftJoin(products, eq(products.productID, priceChanges.productID))
    .leftJoin(suburbs, eq(suburbs.suburbID, priceChanges.suburbID))
    .where(where)
  return { rows: rows.map(flat), total: counted!.total }
}

export async function priceChangeByID(db: Queryable, priceChangeID: string): Promise<NamedPriceChange> {
  const [row] = await named(db).where(eq(priceChanges.priceChangeID, priceChangeID))
  if (!row) throw new Refused('not_found')
  return flat(row)
}

/** Locks the change until the end of the transaction. */
export async function lockPriceChange(tx: Queryable, priceChangeID: string): Promise<NamedPriceChange> {
  await tx
    .select({ id: priceChanges.priceChangeID })
    .from(priceChanges)
    .where(eq(priceChanges.priceChangeID, priceChangeID))
    .for('update')
  return priceChangeByID(tx, priceChangeID)
}

/** From the day on an announced change is applied, whatever has been brought up yet. */
export function stateOf(
  {
    announcedAt,
    cancelledAt,
    day,
    isDropped,
  }: Pick<NamedPriceChange, 'announcedAt' | 'cancelledAt' | 'day' | 'isDropped'>,
  today: Day,
): PriceChangeState {
  if (cancelledAt !== null) return 'cancelled'
  if (announcedAt === null) return 'draft'
  if (isDropped) return 'dropped'
  return day <= today ? 'applied' : 'announced'
}

/** The same as a condition of a list. */
export function ofState(state: PriceChangeState | undefined, today: Day): SQL | undefined {
  const { announcedAt, cancelledAt, day } = priceChanges
  switch (state) {
    case undefined:
      return undefined
    case 'cancelled':
      return isNotNull(cancelledAt)
    case 'draft':
      return and(isNull(cancelledAt), isNull(announcedAt))
    case 'announced':
      return and(isNull(cancelledAt), isNotNull(announcedAt), gt(day, today), not(IS_DROPPED))
    case 'applied':
      return and(isNull(cancelledAt), isNotNull(announcedAt), lte(day, today), not(IS_DROPPED))
    case 'dropped':
      return IS_DROPPED
  }
}

export const ruleOf = ({ kind, value, roundTo }: Pick<PriceChangeRow, 'kind' | 'value' | 'roundTo'>): PriceRule => ({
  kind,
  value,
  roundTo,
})

/** An announced change of the package's own price on that day or later. */
export async function laterPackageChange(db: Queryable, { productID, day, priceChangeID }: PriceChangeRow) {
  if (productID === null) return false
  const rows = await db
    .select({ priceChangeID: priceChanges.priceChangeID })
    .from(priceChanges)
    .where(
      and(
        eq(priceChanges.productID, productID),
        or(eq(priceChanges.packageState, 'pending'), eq(priceChanges.packageState, 'applied')),
        gte(priceChanges.day, day),
      ),
    )
  return rows.some((row) => row.priceChangeID !== priceChangeID)
}
