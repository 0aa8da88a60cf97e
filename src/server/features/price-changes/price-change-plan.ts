import { and, asc, count, eq, gte, isNull } from 'drizzle-orm'
import { addDays, type Day, dayOf, startOfDay } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import {
  collectionsAYear,
  dayForCustomer,
  judgePrice,
  newPrice,
  type PriceLeftOut,
  yearlyEffect,
} from '#domain/price-changes.ts'
import { latestStep, priceOn } from '#domain/price-on.ts'
import type { CustomerServiceType } from '#domain/words.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, products, suburbs } from '../../db/tables/customers.ts'
import { registrations } from '../../db/tables/registrations.ts'
import { jobs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { highestMonthOf } from '../calendar/public.ts'
import { packagePricesOn, stepsOf } from '../prices/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { type PriceChangeRow, ruleOf } from './price-changes-reads.ts'

/** Whom a change would concern and what it would make: the preview shows it, announcing fixes it. */

export interface PlannedPrice {
  readonly customerID: string
  readonly refNumber: number
  readonly customer: string
  readonly firstName: string
  readonly address: string
  readonly suburb: string
  readonly servicePackage: string
  readonly serviceType: CustomerServiceType
  /** The email of whoever gets the invoices. */
  readonly email: string | null
  readonly reason: PriceLeftOut | null
  /** The customer's first possible day. */
  readonly day: Day
  readonly oldPrice: Cents
  readonly newPrice: Cents
  readonly collections: number
  readonly yearly: Cents
  readonly notice: 'email' | 'letter' | 'none'
}

export interface PriceChangePlan {
  readonly rows: readonly PlannedPrice[]
  /** The package's own price; null: it stays. */
  readonly packagePrice: { readonly before: Cents; readonly after: Cents } | null
}

/** @param fixed the package's price before an announced change, to whose customers others are added */
export async function planPriceChange(
  db: Queryable,
  change: PriceChangeRow,
  now: Date,
  fixed: Cents | null = null,
): Promise<PriceChangePlan> {
  const { 'business.timeZone': timeZone } = await settingsInForce(db)
  const rule = ruleOf(change)
  const found = await candidatesOf(db, change)
  const ids = found.map(({ customerID }) => customerID)
  const steps = await stepsOf(db, ids)
  const packagePrices = await packagePricesOn(db, change.day)
  if (fixed !== null && change.productID !== null) packagePrices.set(change.productID, fixed)
  const onRequest = found.flatMap(({ customerID, collectionScheme }) =>
    collectionScheme === 'FLEXIBLE' ? [customerID] : [],
  )
  const lately = await collectedSince(db, onRequest, startOfDay(addDays(dayOf(now, timeZone), -365), timeZone))
  const periods = (await highestMonthOf(db))(Number(change.day.slice(0, 4)))
  const rows = found.map((row) => {
    const { customerID, amount, productID, registeredAt, quotedAt } = row
    // Steps of this change itself don't count for customers who are added to it.
    const own = (steps.get(customerID) ?? []).filter(({ priceChangeID }) => priceChangeID !== change.priceChangeID)
    const promised = [registeredAt, quotedAt]
      .flatMap((at) => (at === null ? [] : [dayOf(at, timeZone)]))
      .sort()
      .at(-1)
    const latest = latestStep(own)
    const day = dayForCustomer(change.day, promised ?? null, latest)
    const oldPrice = priceOn(amount, own, day)
    const customer = {
      status: row.status,
      price: oldPrice,
      packagePrice: packagePrices.get(productID) ?? oldPrice,
      priceFixedUntil: row.priceFixedUntil,
      latest,
    }
    const { reason, newPrice } = judgePrice(customer, rule, day)
    const collections = collectionsAYear(row.collectionScheme, periods, lately.get(customerID) ?? 0)
    const email = row.billToEmail ?? row.email
    return {
      customerID,
      refNumber: row.refNumber,
      customer: row.customer,
      firstName: row.firstName,
      address: row.address,
      suburb: row.suburb,
      servicePackage: row.servicePackage,
      serviceType: row.serviceType,
      email,
      reason,
      day,
      oldPrice,
      newPrice,
      collections,
      yearly: yearlyEffect(oldPrice, newPrice, collections),
      notice: newPrice <= oldPrice ? ('none' as const) : email === null ? ('letter' as const) : ('email' as const),
    }
  })
  return { rows, packagePrice: packagePriceOf() }

  function packagePriceOf(): PriceChangePlan['packagePrice'] {
    const before = change.withPackage && change.productID !== null ? packagePrices.get(change.productID) : undefined
    if (before === undefined) return null
    const after = newPrice(before, rule)
    return after === before || after <= 0 ? null : { before, after }
  }
}

function candidatesOf(db: Queryable, change: PriceChangeRow) {
  const { productID, suburbID, runNumber, weekNumber, collectionScheme } = change
  return db
    .select({
      customerID: customers.customerID,
      refNumber: customers.refNumber,
      customer: users.fullName,
      firstName: users.firstName,
      email: users.email,
      billToEmail: customers.billToEmail,
      address: customers.address,
      suburb: suburbs.label,
      servicePackage: products.name,
      productID: customers.productID,
      serviceType: customers.serviceType,
      collectionScheme: customers.collectionScheme,
      status: customers.status,
      amount: customers.amount,
      priceFixedUntil: customers.priceFixedUntil,
      quotedAt: customers.quotedAt,
      registeredAt: registrations.acceptedAt,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .innerJoin(products, eq(products.productID, customers.productID))
    .leftJoin(registrations, eq(registrations.customerID, customers.customerID))
    .where(
      and(
        isNull(customers.hiddenAt),
        productID === null ? undefined : eq(customers.productID, productID),
        suburbID === null ? undefined : eq(customers.suburbID, suburbID),
        runNumber === null ? undefined : eq(customers.runNumber, runNumber),
        weekNumber === null ? undefined : eq(customers.weekNumber, weekNumber),
        collectionScheme === null ? undefined : eq(customers.collectionScheme, collectionScheme),
      ),
    )
    .orderBy(asc(customers.nameKey), asc(customers.customerID))
}

/** How often these customers were collected from since then. */
async function collectedSince(
  db: Queryable,
  customerIDs: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  if (customerIDs.length === 0) return new Map()
  const rows = await db
    .select({ customerID: jobs.customerID, collected: count() })
    .from(jobs)
    .where(and(among(jobs.customerID, customerIDs), eq(jobs.outcome, 'COLLECTED'), gte(jobs.doneAt, since)))
    .groupBy(jobs.customerID)
  return new Map(rows.map(({ customerID, collected }) => [customerID, collected]))
}
