import {
  and,
  count,
  countDistinct,
  eq,
  exists,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, products } from '../../db/tables/customers.ts'
import { priceChangeCustomers } from '../../db/tables/prices.ts'
import { registrations } from '../../db/tables/registrations.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { packagePrice, priceToday } from '../prices/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { addDays, type Day, startOfDay } from '#domain/dates.ts'
import { QUOTED_DAYS } from '#domain/price-changes.ts'

export type PackageRow = typeof products.$inferSelect
export interface CountedPackage extends PackageRow {
  /** Number of customers with it, without requests, as in the list of customers that the number leads to. */
  customers: number
}

/** The package with the price of the day, whether or not the stored one was brought up to it. */
const on = (day: Day) => ({ ...getTableColumns(products), price: packagePrice(day) })

/** @param today the price is this day's */
export async function packageByID(db: Queryable, productID: string, today: Day): Promise<PackageRow | null> {
  const [row] = await db.select(on(today)).from(products).where(eq(products.productID, productID))
  return row ?? null
}

export async function packagesPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
  today: Day,
): Promise<{ rows: CountedPackage[]; total: number }> {
  const rows = await db
    .select(on(today))
    .from(products)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(products).where(where)
  return { rows: await countedPackages(db, rows), total: counted!.total }
}

/** What is offered at registration, cheapest first. */
export async function publicPackages(db: Queryable, today: Day): Promise<PackageRow[]> {
  return db
    .select(on(today))
    .from(products)
    .where(and(eq(products.isPublic, true), isRetired(false)))
    .orderBy(packagePrice(today), products.name, products.productID)
}

export const isRetired = (retired: boolean): SQL =>
  retired ? isNotNull(products.retiredAt) : isNull(products.retiredAt)

export async function countedPackages(db: Queryable, rows: readonly PackageRow[]): Promise<CountedPackage[]> {
  if (rows.length === 0) return []
  const counted = await db
    .select({ productID: customers.productID, customers: count() })
    .from(customers)
    .where(
      and(
        among(
          customers.productID,
          rows.map(({ productID }) => productID),
        ),
        isNull(customers.hiddenAt),
        ne(customers.status, 'PENDING'),
      ),
    )
    .groupBy(customers.productID)
  const byID = new Map(counted.map((row) => [row.productID, row.customers]))
  return rows.map((row) => ({ ...row, customers: byID.get(row.productID) ?? 0 }))
}

/** Current customers of the package, and those of them who pay its price. */
const isCurrent = (productID: string) =>
  and(eq(customers.productID, productID), inArray(customers.status, ['ACTIVE', 'BLOCKED']), isNull(customers.hiddenAt))
const paysPrice = ({ productID, price }: Pick<PackageRow, 'productID' | 'price'>, today: Day) =>
  and(isCurrent(productID), eq(priceToday(today), price))

/** Whether the price was agreed beyond today: until a day, or by a quotation or registration of late (P35, P44). */
async function isPromised(db: Queryable, today: Day): Promise<SQL<boolean>> {
  const { 'business.timeZone': timeZone } = await settingsInForce(db)
  const since = startOfDay(addDays(today, 1 - QUOTED_DAYS), timeZone)
  const registered = db
    .select({ one: sql`1` })
    .from(registrations)
    .where(and(eq(registrations.customerID, customers.customerID), gte(registrations.acceptedAt, since)))
  return sql<boolean>`coalesce(${or(gte(customers.priceFixedUntil, today), gte(customers.quotedAt, since), exists(registered))}, false)`
}

/** The customers who pay the package's price: those whom a new one can be for, and how many keep theirs all the same. */
export async function paying(
  db: Queryable,
  packageRow: PackageRow,
  today: Day,
): Promise<{ free: string[]; promised: number }> {
  const rows = await db
    .select({ customerID: customers.customerID, isPromised: await isPromised(db, today) })
    .from(customers)
    .where(paysPrice(packageRow, today))
  const free = rows.flatMap((row) => (row.isPromised ? [] : [row.customerID]))
  return { free, promised: rows.length - free.length }
}

export async function priceConcerns(
  db: Queryable,
  packageRow: PackageRow,
  today: Day,
): Promise<{ samePrice: number; ownPrice: number; inRuns: number; requests: number; announced: number }> {
  const [all] = await db.select({ total: count() }).from(customers).where(isCurrent(packageRow.productID))
  const mayPay = and(paysPrice(packageRow, today), not(await isPromised(db, today)))
  const [same] = await db.select({ total: count() }).from(customers).where(mayPay)
  const [stops] = await db
    .select({ total: count() })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .innerJoin(customers, eq(customers.customerID, jobs.customerID))
    .where(and(eq(runs.status, 'active'), notInArray(jobs.state, ['shifted', 'cancelled']), mayPay))
  const [waiting] = await db
    .select({ total: count() })
    .from(customers)
    .where(
      and(
        eq(customers.productID, packageRow.productID),
        eq(customers.status, 'PENDING'),
        isNull(customers.hiddenAt),
        eq(customers.amount, packageRow.price),
      ),
    )
  const [announced] = await db
    .select({ total: countDistinct(customers.customerID) })
    .from(customers)
    .innerJoin(priceChangeCustomers, eq(priceChangeCustomers.customerID, customers.customerID))
    .where(and(eq(priceChangeCustomers.state, 'pending'), mayPay))
  return {
    samePrice: same!.total,
    ownPrice: all!.total - same!.total,
    inRuns: stops!.total,
    requests: waiting!.total,
    announced: announced!.total,
  }
}
