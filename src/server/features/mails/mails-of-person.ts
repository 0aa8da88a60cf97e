import { type SQL, sql } from 'drizzle-orm'
import { mails } from '../../db/tables/mails.ts'

/** The person a mail is about is the second word of its key. */
const PERSON = sql<string>`split_part(${mails.dedupeKey}, ' ', 2)`

/** Matches nothing for a driver or an admin. */
export function aboutCustomer(customerID: string): SQL {
  return sql`(${PERSON} = ${customerID} and exists (select 1 from customers c where c.customer_id = ${customerID}))`
}

/**
 * The newest refused mail of a customer, if the customer or their payer still has that address and nothing was sent to
 * it since. It ends when the address is corrected, or a mail arrives.
 */
export const UNDELIVERABLE = sql<boolean>`(${mails.state} = 'failed' and ${mails.fault} = 'address'
  and exists (select 1 from customers c join users u on u.user_id = c.customer_id
    where c.customer_id::text = ${PERSON} and lower(${mails.to}) in (lower(u.email), lower(c.bill_to_email)))
  and not exists (select 1 from mails newer
    where split_part(newer.dedupe_key, ' ', 2) = ${PERSON} and newer.created_at > ${mails.createdAt}
      and lower(newer.to_address) = lower(${mails.to})
      and (newer.state = 'sent' or newer.fault = 'address')))`
