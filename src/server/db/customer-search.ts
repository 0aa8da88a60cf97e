import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'
import { foldedIn, foldedLines, phoneIn } from './folded.ts'
import { customers, suburbs } from './tables/customers.ts'
import { users } from './tables/users.ts'

/** Migration `folded_search` writes the same. */
const SEARCH_TEXT = foldedLines([
  sql`${customers.refNumber}::text`,
  users.fullName,
  customers.company,
  customers.address,
  suburbs.label,
  users.email,
  phoneIn(customers.mobilePhone),
  phoneIn(customers.homePhone),
])
const NAME_KEY = foldedIn(users.fullName)

/**
 * Sets what customers are found and sorted by (`searchText`, `nameKey`) from what they are: call it after every write to one
 * of its fields, in the same transaction. It is no change of the customer's: their version stays.
 * @param where which customers, said of the table `customers` alone
 */
export async function refreshSearch(tx: Queryable, where: SQL): Promise<void> {
  await tx.execute(sql`
    update ${customers} set search_text = ${SEARCH_TEXT}, name_key = ${NAME_KEY}
    from ${users}, ${suburbs}
    where ${users.userID} = ${customers.customerID} and ${suburbs.suburbID} = ${customers.suburbID} and (${where})
      and (${customers.searchText}, ${customers.nameKey}) is distinct from (${SEARCH_TEXT}, ${NAME_KEY})`)
}
