import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import type { DuePointer } from '#domain/cycle.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, products, suburbs } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'

/** A customer with the names of their ids. */
export interface CustomerRow extends Omit<typeof customers.$inferSelect, 'features' | 'searchText' | 'nameKey'> {
  features: string[]
  firstName: string
  lastName: string
  fullName: string
  email: string | null
  /** 0: another account signs in with this email, or a registration is not confirmed yet. */
  signsIn: number
  suburb: string
  suburbWeek: number | null
  servicePackage: string
}

/** One customer; null: there is none, or they are deleted (hidden). */
export async function customerByID(db: Queryable, customerID: string): Promise<CustomerRow | null> {
  const [row] = await select(db, and(eq(customers.customerID, customerID), isNull(customers.hiddenAt)))
  return row ? flat(row) : null
}

/** The existing ones among these customers, in this order. */
export async function customersByID(db: Queryable, customerIDs: readonly string[]): Promise<CustomerRow[]> {
  if (customerIDs.length === 0) return []
  const found = new Map(
    (await select(db, among(customers.customerID, customerIDs))).map((row) => [row.customer.customerID, row]),
  )
  return customerIDs.flatMap((customerID) => {
    const row = found.get(customerID)
    return row ? [flat(row)] : []
  })
}

/** The next due period in the form of domain and wire. */
export function duePointer({
  dueYear,
  dueMonth,
  dueWeek,
}: Pick<CustomerRow, 'dueYear' | 'dueMonth' | 'dueWeek'>): DuePointer | null {
  if (dueYear === null || dueMonth === null) return null
  return { yearNumber: dueYear, monthNumber: dueMonth, ...(dueWeek !== null && { weekNumber: dueWeek }) }
}

// Leaves out columns for the database's own use.
const { searchText: _searchText, nameKey: _nameKey, ...shown } = getTableColumns(customers)

const select = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      customer: shown,
      user: {
        firstName: users.firstName,
        lastName: users.lastName,
        fullName: users.fullName,
        email: users.email,
        signsIn: users.signsIn,
      },
      suburb: { suburb: suburbs.label, suburbWeek: suburbs.weekNumber },
      package: { servicePackage: products.name },
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .innerJoin(products, eq(products.productID, customers.productID))
    .where(where)

function flat({
  customer,
  user,
  suburb,
  package: packageRow,
}: Awaited<ReturnType<typeof select>>[number]): CustomerRow {
  return { ...customer, ...user, ...suburb, ...packageRow }
}
