import { and, count, eq, isNull, type SQL } from 'drizzle-orm'
import type { DuePointer } from '#domain/cycle.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, products, suburbs } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'

/** A customer with the names that stand beside his ids. */
export interface CustomerRow extends Omit<typeof customers.$inferSelect, 'features'> {
  features: string[]
  firstName: string
  lastName: string
  fullName: string
  email: string | null
  suburb: string
  suburbWeek: number | null
  servicePackage: string
}

/** One customer; null when there is none, or he is deleted (hidden). */
export async function customerByID(db: Queryable, customerID: string): Promise<CustomerRow | null> {
  const [row] = await select(db, and(eq(customers.customerID, customerID), isNull(customers.hiddenAt)))
  return row ? flat(row) : null
}

export async function customersPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: CustomerRow[]; total: number }> {
  const rows = await select(db, where).orderBy(...orderBy).limit(limit).offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(where)
  return { rows: rows.map(flat), total: counted!.total }
}

/** The next due period as the domain and the wire hold it. */
export function duePointer({ dueYear, dueMonth, dueWeek }: Pick<CustomerRow, 'dueYear' | 'dueMonth' | 'dueWeek'>): DuePointer | null {
  if (dueYear === null || dueMonth === null) return null
  return { yearNumber: dueYear, monthNumber: dueMonth, ...(dueWeek !== null && { weekNumber: dueWeek }) }
}

const select = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      customer: customers,
      user: { firstName: users.firstName, lastName: users.lastName, fullName: users.fullName, email: users.email },
      suburb: { suburb: suburbs.label, suburbWeek: suburbs.weekNumber },
      product: { servicePackage: products.name },
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .innerJoin(products, eq(products.productID, customers.productID))
    .where(where)

function flat({ customer, user, suburb, product }: Awaited<ReturnType<typeof select>>[number]): CustomerRow {
  return { ...customer, ...user, ...suburb, ...product }
}
