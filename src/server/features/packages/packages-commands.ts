import { eq, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { createProduct, updateProduct } from '#contract/v1/packages.ts'
import { firstDouble } from '#domain/features.ts'
import { newID } from '#domain/identifiers.ts'
import type { Day } from '#domain/dates.ts'
import { type Cents, showMoney } from '#domain/money.ts'
import { refusals } from '#domain/refusals.ts'
import type { Warning } from '#domain/warnings.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, products } from '../../db/tables/customers.ts'
import { type Author, changes, recordChange, recordChanges } from '../../http/changes.ts'
import { storedText } from '../../http/stored-values.ts'
import { Refused } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import { requireVersion } from '../../http/serve.ts'
import { bringUp, bringUpPackages, decidePending, decidePendingPackage } from '../prices/public.ts'
import { businessToday } from '../settings/public.ts'
import { packageByID, type PackageRow, paying } from './packages-reads.ts'

const SUBJECT = 'product'

export async function addPackage(
  tx: Queryable,
  author: Author,
  input: InputOf<typeof createProduct>,
): Promise<PackageRow> {
  const row: PackageRow = {
    isPublic: false,
    features: [],
    ...input,
    ...publicSchemes(input),
    productID: newID(),
    retiredAt: null,
    createdAt: author.now,
    version: 1,
  }
  refuseDoubles(row.features)
  await tx.insert(products).values(row)
  await recordChange(tx, author, {
    action: 'product.create',
    subjectKind: SUBJECT,
    subjectID: row.productID,
    after: audited(row),
  })
  return row
}

/**
 * Existing customers are not affected, because price, schemes and features were copied to them. With `alsoCustomers`
 * those who pay the package's price, and were not promised it, get the new one: stops of active runs keep the price that
 * they have.
 */
export async function changePackage(
  tx: Queryable,
  author: Author,
  { productID, retired, alsoCustomers, pendingPrice, ...change }: InputOf<typeof updateProduct>,
  ifMatch: number | null,
): Promise<{ row: PackageRow; warnings: Warning[] }> {
  const today = await businessToday(tx, author.now)
  await bringUpPackages(tx, today, author.now, productID)
  const before = await existingPackage(tx, productID, today)
  requireVersion(ifMatch, before.version)
  const after: PackageRow = {
    ...before,
    ...change,
    ...publicSchemes({ ...before, ...change }),
    retiredAt: retiredAfter(before, retired, author.now),
    version: before.version + 1,
  }
  refuseDoubles(after.features)
  if (!changes(before, after)) return { row: before, warnings: [] }
  const isPriced = after.price !== before.price
  const { free, promised } = isPriced ? await paying(tx, before, today) : { free: [], promised: 0 }
  if (isPriced) await decidePendingPackage(tx, productID, pendingPrice)
  await tx.update(products).set(after).where(eq(products.productID, productID))
  await recordChange(tx, author, {
    action: 'product.update',
    subjectKind: SUBJECT,
    subjectID: productID,
    before: audited(before),
    after: audited(after),
  })
  if (alsoCustomers !== true) return { row: after, warnings: keptBy(free.length + promised, before.price) }
  await bringUp(tx, free, today, author.now)
  await decidePending(tx, free, pendingPrice, author.now)
  await raiseCustomers(tx, author, before, { customerIDs: free, price: after.price })
  return { row: after, warnings: keptBy(promised, before.price) }
}

function keptBy(customers: number, price: Cents): Warning[] {
  if (customers === 0) return []
  const who = customers === 1 ? '1 customer keeps' : `${customers.toLocaleString('en-AU')} customers keep`
  return [{ code: 'price_kept', message: `${who} ${showMoney(price)}.` }]
}

async function raiseCustomers(
  tx: Queryable,
  author: Author,
  before: PackageRow,
  { customerIDs, price }: { customerIDs: readonly string[]; price: Cents },
): Promise<void> {
  const raised = await tx
    .update(customers)
    .set({ amount: price, version: sql`${customers.version} + 1` })
    .where(among(customers.customerID, customerIDs))
    .returning({ customerID: customers.customerID })
  await recordChanges(
    tx,
    author,
    raised.map(({ customerID }) => ({
      action: 'customer.update',
      subjectKind: 'customer',
      subjectID: customerID,
      before: { amountCents: before.price },
      after: { amountCents: price },
    })),
  )
}

export async function removePackage(
  tx: Queryable,
  author: Author,
  productID: string,
  ifMatch: number | null,
): Promise<void> {
  const before = await existingPackage(tx, productID, await businessToday(tx, author.now))
  requireVersion(ifMatch, before.version)
  await refusing(() => tx.delete(products).where(eq(products.productID, productID)), { reference: 'product_in_use' })
  await recordChange(tx, author, {
    action: 'product.delete',
    subjectKind: SUBJECT,
    subjectID: productID,
    before: audited(before),
  })
}

const publicSchemes = (given: Partial<Pick<PackageRow, 'publicPaymentScheme' | 'publicCollectionScheme'>>) => ({
  publicPaymentScheme: storedText(given.publicPaymentScheme),
  publicCollectionScheme: storedText(given.publicCollectionScheme),
})

/** Retiring it again does not change the date. */
function retiredAfter({ retiredAt }: PackageRow, retired: boolean | undefined, now: Date): Date | null {
  if (retired === undefined) return retiredAt
  return retired ? (retiredAt ?? now) : null
}

async function existingPackage(tx: Queryable, productID: string, today: Day): Promise<PackageRow> {
  const row = await packageByID(tx, productID, today)
  if (!row) throw new Refused('not_found')
  return row
}

function refuseDoubles(features: readonly string[]): void {
  const double = firstDouble(features)
  if (double !== null)
    throw new Refused('feature_defined', { fields: { [`features.${double}`]: refusals.feature_defined.message } })
}

function audited({
  productID: _packageID,
  createdAt: _createdAt,
  version: _version,
  retiredAt,
  ...fields
}: PackageRow): Record<string, unknown> {
  return { ...fields, retired: retiredAt !== null }
}
