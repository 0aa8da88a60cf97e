import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { foldedIn, foldedLines, phoneIn } from '../../db/folded.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'

/** The folded text in which the keyword search looks. */
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
/** Customers are listed by family name. */
const NAME_KEY = foldedIn(sql`${users.lastName} || ' ' || ${users.firstName}`)

/**
 * Updates the columns that customers are searched and sorted by (`searchText`, `nameKey`). Call it after every write to
 * one of the source fields, in the same transaction. The customer's version stays.
 * @param where which customers, as a condition on the table `customers` alone
 */
export async function refreshSearch(tx: Queryable, where: SQL): Promise<void> {
  await tx.execute(sql`
    update ${customers} set search_text = ${SEARCH_TEXT}, name_key = ${NAME_KEY}
    from ${users}, ${suburbs}
    where ${users.userID} = ${customers.customerID} and ${suburbs.suburbID} = ${customers.suburbID} and (${where})
      and (${customers.searchText}, ${customers.nameKey}) is distinct from (${SEARCH_TEXT}, ${NAME_KEY})`)
}
