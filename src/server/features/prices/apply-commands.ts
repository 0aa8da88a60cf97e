import { and, eq, lte, sql } from 'drizzle-orm'
import { type Day, dayOf } from '#domain/dates.ts'
import { priceOn, stepToApply } from '#domain/price-on.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { replaceMails } from '../../db/mail-outbox.ts'
import { customers, products } from '../../db/tables/customers.ts'
import { priceChangeCustomers, priceChanges } from '../../db/tables/prices.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeAudits } from '../../http/audit.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { settingsInForce } from '../settings/public.ts'
import { stepsOf } from './prices-reads.ts'

/**
 * Brings stored prices up to the changes whose day has come. No answer waits for it: `priceOn` says the same before and
 * after.
 */

const AT_ONCE = 500

/** Every day, by any number of servers. */
export async function applyPrices({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const today = dayOf(now, (await settingsInForce(database.db))['business.timeZone'])
  await inTransaction(database.db, (tx) => bringUpPackages(tx, today, now))
  for (;;) {
    const due = await database.db
      .selectDistinct({ customerID: priceChangeCustomers.customerID })
      .from(priceChangeCustomers)
      .where(and(eq(priceChangeCustomers.state, 'pending'), lte(priceChangeCustomers.fromDay, today)))
      .limit(AT_ONCE)
    if (due.length === 0) return
    const customerIDs = due.map(({ customerID }) => customerID)
    await inTransaction(database.db, (tx) => bringUp(tx, customerIDs, today, now))
  }
}

/** The same for these customers, before the office changes their price by hand. */
export async function bringUp(tx: Queryable, customerIDs: readonly string[], today: Day, now: Date): Promise<void> {
  const begun = await tx
    .selectDistinct({ customerID: priceChangeCustomers.customerID })
    .from(priceChangeCustomers)
    .where(
      and(
        among(priceChangeCustomers.customerID, customerIDs),
        eq(priceChangeCustomers.state, 'pending'),
        lte(priceChangeCustomers.fromDay, today),
      ),
    )
  if (begun.length === 0) return
  const ids = begun.map(({ customerID }) => customerID)
  const stored = await tx
    .select({ customerID: customers.customerID, amount: customers.amount })
    .from(customers)
    .where(among(customers.customerID, ids))
    .orderBy(customers.customerID)
    .for('update')
  const steps = await stepsOf(tx, ids)
  const raised: { customerID: string; before: number; after: number }[] = []
  for (const { customerID, amount } of stored) {
    const own = steps.get(customerID) ?? []
    const step = stepToApply(own, today)
    const after = priceOn(amount, own, today)
    if (step !== null) {
      await tx
        .update(priceChangeCustomers)
        .set({ state: 'applied', replaced: amount, version: sql`${priceChangeCustomers.version} + 1` })
        .where(isStep(step.priceChangeID, customerID))
      await tx
        .update(customers)
        .set({ amount: after, version: sql`${customers.version} + 1` })
        .where(eq(customers.customerID, customerID))
      raised.push({ customerID, before: amount, after })
    }
    // A change of a later day is in force, so that one whose notice went out after it is over.
    const over = own.filter(({ state, from, priceChangeID }) => {
      const isOther = priceChangeID !== step?.priceChangeID
      return isOther && state === 'pending' && from !== null && from <= today
    })
    for (const { priceChangeID } of over)
      await tx
        .update(priceChangeCustomers)
        .set({ state: 'dropped', version: sql`${priceChangeCustomers.version} + 1` })
        .where(isStep(priceChangeID, customerID))
  }
  await writeAudits(
    tx,
    raised.map(({ customerID, before, after }) => ({
      actorID: null,
      requestID: null,
      at: now,
      action: 'customer.price',
      subjectKind: 'customer',
      subjectID: customerID,
      before: { amountCents: before },
      after: { amountCents: after },
    })),
  )
}

/** The packages' own prices. */
export async function bringUpPackages(tx: Queryable, today: Day, now: Date, productID?: string): Promise<void> {
  const due = await tx
    .select()
    .from(priceChanges)
    .where(
      and(
        eq(priceChanges.packageState, 'pending'),
        lte(priceChanges.day, today),
        productID === undefined ? undefined : eq(priceChanges.productID, productID),
      ),
    )
    .orderBy(priceChanges.day)
    .for('update')
  for (const { priceChangeID, productID, packageNew } of due) {
    await tx.update(priceChanges).set({ packageState: 'applied' }).where(eq(priceChanges.priceChangeID, priceChangeID))
    if (productID === null || packageNew === null) continue
    const [before] = await tx.select({ price: products.price }).from(products).where(eq(products.productID, productID))
    if (before === undefined || before.price === packageNew) continue
    await tx
      .update(products)
      .set({ price: packageNew, version: sql`${products.version} + 1` })
      .where(eq(products.productID, productID))
    await writeAudits(tx, [
      {
        actorID: null,
        requestID: null,
        at: now,
        action: 'product.price',
        subjectKind: 'product',
        subjectID: productID,
        before: { priceCents: before.price },
        after: { priceCents: packageNew },
      },
    ])
  }
}

const isStep = (priceChangeID: string, customerID: string) =>
  and(eq(priceChangeCustomers.priceChangeID, priceChangeID), eq(priceChangeCustomers.customerID, customerID))

type PendingPrice = 'keep' | 'drop'

/**
 * What becomes of announced changes when the office changes a customer's price or package by hand. Refused until it is
 * said (`pending_price_undecided`).
 */
export async function decidePending(
  tx: Queryable,
  customerIDs: readonly string[],
  decision: PendingPrice | undefined,
  now: Date,
): Promise<void> {
  const pending = and(among(priceChangeCustomers.customerID, customerIDs), eq(priceChangeCustomers.state, 'pending'))
  const rows = await tx
    .select({ customerID: priceChangeCustomers.customerID })
    .from(priceChangeCustomers)
    .where(pending)
    .limit(1)
  if (rows.length === 0 || decision === 'keep') return
  if (decision === undefined) throw new Refused('pending_price_undecided')
  const dropped = await tx
    .update(priceChangeCustomers)
    .set({ state: 'dropped', version: sql`${priceChangeCustomers.version} + 1` })
    .where(pending)
    .returning({ mailID: priceChangeCustomers.mailID })
  // A notice that was kept, or failed, would announce a price that does not come.
  await replaceMails(
    tx,
    dropped.flatMap(({ mailID }) => mailID ?? []),
    now,
  )
}

/** The same for a package's own price. */
export async function decidePendingPackage(
  tx: Queryable,
  productID: string,
  decision: PendingPrice | undefined,
): Promise<void> {
  const pending = and(eq(priceChanges.productID, productID), eq(priceChanges.packageState, 'pending'))
  const rows = await tx.select({ id: priceChanges.priceChangeID }).from(priceChanges).where(pending).limit(1)
  if (rows.length === 0 || decision === 'keep') return
  if (decision === undefined) throw new Refused('pending_price_undecided')
  await tx
    .update(priceChanges)
    .set({ packageState: 'dropped', version: sql`${priceChanges.version} + 1` })
    .where(pending)
}
