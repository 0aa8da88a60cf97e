import { eq, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { createProduct, updateProduct } from '#contract/v1/packages.ts'
import { firstDouble } from '#domain/features.ts'
import { newID } from '#domain/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import { refusals } from '#domain/refusals.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, products } from '../../db/tables/customers.ts'
import { type Author, changes, recordChange, recordChanges } from '../../http/changes.ts'
import { storedText } from '../../http/stored-values.ts'
import { Refused } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import { requireVersion } from '../../http/serve.ts'
import { packageByID, type PackageRow, paysPrice } from './packages-reads.ts'

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
 * those who pay the package's price get the new one: stops copied it when they were put into a run, and keep it.
 */
export async function changePackage(
  tx: Queryable,
  author: Author,
  { productID, retired, alsoCustomers, ...change }: InputOf<typeof updateProduct>,
  ifMatch: number | null,
): Promise<PackageRow> {
  const before = await existingPackage(tx, productID)
  requireVersion(ifMatch, before.version)
  const after: PackageRow = {
    ...before,
    ...change,
    ...publicSchemes({ ...before, ...change }),
    retiredAt: retiredAfter(before, retired, author.now),
    version: before.version + 1,
  }
  refuseDoubles(after.features)
  if (!changes(before, after)) return before
  await tx.update(products).set(after).where(eq(products.productID, productID))
  await recordChange(tx, author, {
    action: 'product.update',
    subjectKind: SUBJECT,
    subjectID: productID,
    before: audited(before),
    after: audited(after),
  })
  if (alsoCustomers === true && after.price !== before.price) await raiseCustomers(tx, author, before, after.price)
  return after
}

async function raiseCustomers(tx: Queryable, author: Author, before: PackageRow, price: Cents): Promise<void> {
  const raised = await tx
    .update(customers)
    .set({ amount: price, version: sql`${customers.version} + 1` })
    .where(paysPrice(before))
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
  const before = await existingPackage(tx, productID)
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

async function existingPackage(tx: Queryable, productID: string): Promise<PackageRow> {
  const row = await packageByID(tx, productID)
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
