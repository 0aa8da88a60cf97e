import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { listRequests } from '#contract/v1/requests.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers, products, suburbs } from '../../../db/tables/customers.ts'
import { customerOf } from '../../../http/depots.ts'
import { keywordInText } from '../../../http/keyword.ts'
import { orderOf } from '../../../http/paging.ts'
import { createdBetween } from '../../settings/public.ts'

// A missing instant sorts as the earliest, so that the last accepted or quoted requests come first in descending order.
const orNever = (instant: typeof customers.quotedAt | typeof customers.acceptedAt) =>
  sql`coalesce(${instant}, 'epoch'::timestamptz)`
const SORTS = {
  createdAt: customers.createdAt,
  refId: customers.refNumber,
  fullName: customers.nameKey,
  address: sql`lower(${customers.address})`,
  suburb: sql`lower(${suburbs.label})`,
  postcode: customers.postcode,
  servicePackage: sql`(select lower(${products.name}) from ${products} where ${products.productID} = ${customers.productID})`,
  startDate: customers.startDate,
  quotedAt: orNever(customers.quotedAt),
  quotedPrice: customers.quotedPrice,
  quotations: customers.quotations,
  acceptedAt: orNever(customers.acceptedAt),
}

export function requestsInOrder(sort: string | undefined): SQL[] {
  return [...orderOf(sort, SORTS, '-createdAt'), sql`${customers.customerID} desc`]
}

/** The list's filters (api.md, "Lists"); `from` and `to` limit the day of the request. */
export async function requestsFilter(db: Queryable, input: InputOf<typeof listRequests>): Promise<SQL | undefined> {
  return and(
    isNull(customers.hiddenAt),
    eq(customers.status, 'PENDING'),
    customerOf(customers.customerID, input.depotID),
    input.productID === undefined ? undefined : eq(customers.productID, input.productID),
    input.suburbID === undefined ? undefined : eq(customers.suburbID, input.suburbID),
    input.quoted === undefined ? undefined : input.quoted ? isNotNull(customers.quotedAt) : isNull(customers.quotedAt),
    input.accepted === undefined
      ? undefined
      : input.accepted
        ? isNotNull(customers.acceptedAt)
        : isNull(customers.acceptedAt),
    keywordInText(input.keyword, customers.searchText, [customers.mobilePhone, customers.homePhone]),
    await createdBetween(db, customers.createdAt, input),
  )
}
