import { and, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { listCustomers } from '#contract/v1/customers.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { customerAccounts } from '../../db/tables/ledger.ts'
import { users } from '../../db/tables/users.ts'
import { keywordInText } from '../../http/keyword.ts'
import { orderOf } from '../../http/paging.ts'

const SORTS = {
  refId: customers.refNumber,
  fullName: customers.nameKey,
  firstName: sql`lower(${users.firstName})`,
  lastName: sql`lower(${users.lastName})`,
  mobilePhone: customers.mobilePhone,
  company: sql`lower(${customers.company})`,
  address: sql`lower(${customers.address})`,
  suburb: sql`lower(${suburbs.label})`,
  postcode: customers.postcode,
  email: sql`lower(${users.email})`,
  weekNumber: customers.weekNumber,
  runNumber: customers.runNumber,
  stopOrder: customers.stopOrder,
  status: customers.status,
  serviceType: customers.serviceType,
  collectionScheme: customers.collectionScheme,
  startDate: customers.startDate,
  createdAt: customers.createdAt,
  accountBalance: sql`coalesce(${customerAccounts.credit} - ${customerAccounts.owing}, 0)`,
}

/** The list's order. It ends in a unique column, so that no row is on two pages or on none. */
export function customersInOrder(sort: string | undefined): SQL[] {
  return [...orderOf(sort, SORTS, 'fullName'), sql`${customers.customerID}`]
}

/**
 * The list's filters (api.md, "Users"). Requests (PENDING) have their own list and appear here only when asked for.
 * `from` and `to` limit what totalSales counts and exclude no customer.
 */
export function customersFilter(input: InputOf<typeof listCustomers>): SQL | undefined {
  return and(
    isNull(customers.hiddenAt),
    input.status ? eq(customers.status, input.status) : ne(customers.status, 'PENDING'),
    input.depotID === undefined ? undefined : eq(suburbs.depotID, input.depotID),
    input.suburbID === undefined ? undefined : eq(customers.suburbID, input.suburbID),
    input.weekNumber === undefined ? undefined : eq(customers.weekNumber, input.weekNumber),
    input.runNumber === undefined ? undefined : eq(customers.runNumber, input.runNumber),
    input.serviceType && input.serviceType !== 'ALL' ? eq(customers.serviceType, input.serviceType) : undefined,
    input.productID === undefined ? undefined : eq(customers.productID, input.productID),
    input.accountType && eq(customers.accountType, input.accountType),
    input.invoiceType && eq(customers.invoiceType, input.invoiceType),
    input.origin && eq(customers.origin, input.origin),
    input.hasEmail === undefined ? undefined : input.hasEmail ? isNotNull(users.email) : isNull(users.email),
    input.owing === undefined ? undefined : sql`(coalesce(${customerAccounts.owing}, 0) > 0) = ${input.owing}`,
    keywordInText(input.keyword, customers.searchText, [customers.mobilePhone, customers.homePhone]),
  )
}
