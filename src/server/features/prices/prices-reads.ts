import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { Day } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { comingPrice, priceOn, type PriceStep } from '#domain/price-on.ts'
import { among } from '../../db/among.ts'
import { correlated } from '../../db/correlated.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, products } from '../../db/tables/customers.ts'
import { priceChangeCustomers, priceChanges } from '../../db/tables/prices.ts'

/** The prices of customers and packages on a day. Whoever takes a price asks here (domain.md 3, Dated prices). */

export interface CustomerStep extends PriceStep {
  readonly priceChangeID: string
  readonly customerID: string
  readonly state: 'pending' | 'applied'
}

const inForce = inArray(priceChangeCustomers.state, ['pending', 'applied'])

/** The announced changes of customers, also those that have begun. */
export async function stepsOf(db: Queryable, customerIDs: readonly string[]): Promise<Map<string, CustomerStep[]>> {
  if (customerIDs.length === 0) return new Map()
  const rows = await db
    .select({
      priceChangeID: priceChangeCustomers.priceChangeID,
      customerID: priceChangeCustomers.customerID,
      state: priceChangeCustomers.state,
      day: priceChangeCustomers.day,
      from: priceChangeCustomers.fromDay,
      price: priceChangeCustomers.newPrice,
      replaced: priceChangeCustomers.replaced,
    })
    .from(priceChangeCustomers)
    .where(and(among(priceChangeCustomers.customerID, customerIDs), inForce))
    .orderBy(asc(priceChangeCustomers.customerID), asc(priceChangeCustomers.day))
  return byKey(
    rows.map((row) => ({ ...row, state: row.state as CustomerStep['state'] })),
    ({ customerID }) => customerID,
  )
}

interface Priced {
  readonly customerID: string
  /** As stored. */
  readonly amount: Cents
}

/** What each customer pays on the day. */
export async function pricesOn(db: Queryable, priced: readonly Priced[], day: Day): Promise<Map<string, Cents>> {
  const steps = await stepsOf(
    db,
    priced.map(({ customerID }) => customerID),
  )
  return new Map(
    priced.map(({ customerID, amount }) => [customerID, priceOn(amount, steps.get(customerID) ?? [], day)]),
  )
}

/** The same rows at the price of the day. */
export async function pricedOn<Row extends Priced>(db: Queryable, rows: readonly Row[], day: Day): Promise<Row[]> {
  const prices = await pricesOn(db, rows, day)
  return rows.map((row) => ({ ...row, amount: prices.get(row.customerID) ?? row.amount }))
}

/** The price of a customer by ID on the day; a customer who doesn't exist is left out. */
export async function pricesByID(db: Queryable, customerIDs: readonly string[], day: Day): Promise<Map<string, Cents>> {
  if (customerIDs.length === 0) return new Map()
  const rows = await db
    .select({ customerID: customers.customerID, amount: customers.amount })
    .from(customers)
    .where(among(customers.customerID, customerIDs))
  return pricesOn(db, rows, day)
}

/** The next price that a customer was told of and its day; null: none is certain yet. */
export async function comingPriceOf(
  db: Queryable,
  customerID: string,
  today: Day,
): Promise<{ price: Cents; from: Day } | null> {
  return comingPrice((await stepsOf(db, [customerID])).get(customerID) ?? [], today)
}

/** A customer's price today, in a condition; the sweep has brought up all others. */
export const priceToday = (today: Day): SQL<Cents> =>
  correlated(sql<Cents>`coalesce((
  select ${priceChangeCustomers.newPrice} from ${priceChangeCustomers}
  where ${priceChangeCustomers.customerID} = ${customers.customerID} and ${priceChangeCustomers.state} = 'pending'
    and ${priceChangeCustomers.fromDay} <= ${today}::date
  order by ${priceChangeCustomers.day} desc limit 1), ${customers.amount})`)

/** A package's price on a day that is not over, in a query of packages. */
export const packagePrice = (day: Day): SQL<Cents> =>
  correlated(sql<Cents>`coalesce((
  select ${priceChanges.packageNew} from ${priceChanges}
  where ${priceChanges.productID} = ${products.productID} and ${priceChanges.packageState} = 'pending'
    and ${priceChanges.day} <= ${day}::date
  order by ${priceChanges.day} desc limit 1), ${products.price})`)

export async function packagePricesOn(db: Queryable, day: Day): Promise<Map<string, Cents>> {
  const rows = await db.select({ productID: products.productID, price: packagePrice(day) }).from(products)
  return new Map(rows.map(({ productID, price }) => [productID, price]))
}

/** The customers for whom a change is announced that has not been brought up. */
export async function withPendingPrice(db: Queryable): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ customerID: priceChangeCustomers.customerID })
    .from(priceChangeCustomers)
    .where(eq(priceChangeCustomers.state, 'pending'))
  return new Set(rows.map(({ customerID }) => customerID))
}
