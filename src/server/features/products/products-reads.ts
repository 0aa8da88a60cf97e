import { count, eq, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { products } from '../../db/tables/customers.ts'

export type ProductRow = typeof products.$inferSelect

export async function productByID(db: Queryable, productID: string): Promise<ProductRow | null> {
  const [row] = await db.select().from(products).where(eq(products.productID, productID))
  return row ?? null
}

export async function productsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: ProductRow[]; total: number }> {
  const rows = await db.select().from(products).where(where).orderBy(...orderBy).limit(limit).offset(offset)
  const [counted] = await db.select({ total: count() }).from(products).where(where)
  return { rows, total: counted!.total }
}

/** What is offered at registration, cheapest first. */
export async function publicProducts(db: Queryable): Promise<ProductRow[]> {
  return db.select().from(products).where(eq(products.isPublic, true)).orderBy(products.price, products.name, products.productID)
}
