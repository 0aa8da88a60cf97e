import { eq } from 'drizzle-orm'
import type { Buyer } from '#domain/documents/documents.ts'
import { paymentReference } from '#domain/identifiers.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'

/** The addressee of documents in the customer's place; null: the customer. */
export interface BillTo {
  readonly billToName: string | null
  readonly billToEmail: string | null
}

interface BuyerRow extends BillTo {
  readonly customerID: string
  readonly refNumber: number
  readonly company: string | null
  readonly fullName: string
  readonly email: string | null
  readonly address: string
  readonly suburb: string
  readonly state: string
  readonly postcode: string
}

export async function buyersOf(db: Queryable, customerIDs: readonly string[]): Promise<Map<string, BuyerRow>> {
  if (customerIDs.length === 0) return new Map()
  const rows = await db
    .select({
      customerID: customers.customerID,
      refNumber: customers.refNumber,
      company: customers.company,
      fullName: users.fullName,
      email: users.email,
      billToName: customers.billToName,
      billToEmail: customers.billToEmail,
      address: customers.address,
      suburb: suburbs.label,
      state: customers.state,
      postcode: customers.postcode,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(among(customers.customerID, [...new Set(customerIDs)]))
  return new Map(rows.map((row) => [row.customerID, row]))
}

/**
 * A property manager or a company is the buyer, with the customer and the place of collection in the address.
 * @param billTo of an issued invoice, if its addressee was not that of the customer's next ones
 */
export function buyerOf(row: BuyerRow, { billToName, billToEmail }: BillTo = row): Buyer {
  const refId = String(row.refNumber)
  const name = billToName ?? row.company ?? row.fullName
  const place = [row.address, `${row.suburb} ${row.state} ${row.postcode}`]
  return {
    name,
    address: [...(name === row.fullName ? [] : [row.fullName]), ...place].join('\n'),
    email: billToEmail ?? row.email,
    refId,
    paymentReference: paymentReference(refId),
  }
}
