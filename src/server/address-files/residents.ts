import { and, eq, isNull } from 'drizzle-orm'
import { among } from '../db/among.ts'
import type { Queryable } from '../db/database.ts'
import { customers, suburbs } from '../db/tables/customers.ts'

/** A customer, as far as a file of addresses is concerned. */
export interface Resident {
  readonly customerID: string
  readonly refNumber: number
  readonly address: string
  readonly suburb: string
  readonly postcode: string
}

/** All who are not deleted, or those of them, by refId. */
export async function residentsOf(db: Queryable, customerIDs?: readonly string[]): Promise<Resident[]> {
  return db
    .select({
      customerID: customers.customerID,
      refNumber: customers.refNumber,
      address: customers.address,
      suburb: suburbs.label,
      postcode: customers.postcode,
    })
    .from(customers)
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(and(isNull(customers.hiddenAt), customerIDs && among(customers.customerID, customerIDs)))
    .orderBy(customers.refNumber)
}
