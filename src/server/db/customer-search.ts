import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'
import { customers, suburbs } from './tables/customers.ts'
import { users } from './tables/users.ts'

/** "+61412345678" -> "0412345678", as people dial it at home. */
const asDialled = (phone: AnyColumn) => sql`case when ${phone} like '+61%' then '0' || substr(${phone}, 4) end`

/** A line each: a word of a keyword holds no space, so none is found across two fields. Migration 0004 writes the same. */
const SEARCH_TEXT = sql`lower(concat_ws(E'\\n',
  ${customers.refNumber}::text, ${users.fullName}, ${customers.company}, ${customers.address}, ${suburbs.label}, ${users.email},
  ${customers.mobilePhone}, ${asDialled(customers.mobilePhone)}, ${customers.homePhone}, ${asDialled(customers.homePhone)}))`
const NAME_KEY = sql`lower(${users.fullName})`

/**
 * Sets what customers are found and sorted by (`searchText`, `nameKey`) from what they are: call it after every write to one
 * of its fields, in the same transaction. It is no change of the customer's: his version stays.
 * @param where which customers, said of the table `customers` alone
 */
export async function refreshSearch(tx: Queryable, where: SQL): Promise<void> {
  await tx.execute(sql`
    update ${customers} set search_text = ${SEARCH_TEXT}, name_key = ${NAME_KEY}
    from ${users}, ${suburbs}
    where ${users.userID} = ${customers.customerID} and ${suburbs.suburbID} = ${customers.suburbID} and (${where})
      and (${customers.searchText}, ${customers.nameKey}) is distinct from (${SEARCH_TEXT}, ${NAME_KEY})`)
}
