import { and, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { customerOf } from '../../../http/depots.ts'
import type { Actor } from '../../../http/serve.ts'

export interface PossibleDouble {
  readonly customerID: string
  readonly refId: string
  readonly fullName: string
  /** The request has entries in the books, which only a role with money moves. */
  readonly hasMoney: boolean
}

interface Row {
  request_id: string
  customer_id: string
  ref_number: number
  full_name: string
  has_money: boolean
}

/**
 * The customers that these requests may duplicate: the one recorded at registration, else one with the same email,
 * mobile phone, or name and address, in this order. Each criterion is a separate join, because a combined condition
 * could not use a hash join. They are materialised once: without statistics, in a new database, the planner would
 * compute them again for every customer.
 * @param depotID the one depot that the caller sees, who is told of no other's customer; null: every depot
 */
export async function possibleDoubles(
  db: Queryable,
  customerIDs: readonly string[],
  { depotID }: Pick<Actor, 'depotID'>,
): Promise<Map<string, PossibleDouble>> {
  if (customerIDs.length === 0) return new Map()
  const { rows } = await db.execute(sql`
    with asked as (
      select c.customer_id, c.possible_double_id, c.mobile_phone, lower(c.address) as address, lower(u.email) as email, c.name_key as name
      from customers c join users u on u.user_id = c.customer_id
      where c.customer_id = any(${sql.param([...customerIDs])}::uuid[])
    ), alike as materialized (
      select customer_id as request_id, possible_double_id as customer_id, 0 as place from asked
      union all
      select asked.customer_id, u.user_id, 1 from asked join users u on lower(u.email) = asked.email
      union all
      select asked.customer_id, c.customer_id, 2 from asked join customers c on c.mobile_phone = asked.mobile_phone
      union all
      select asked.customer_id, c.customer_id, 3
      from asked join customers c on lower(c.address) = asked.address and c.name_key = asked.name
    )
    select distinct on (alike.request_id) alike.request_id, c.customer_id, c.ref_number, u.full_name,
      (exists (select from customer_accounts a where a.customer_id = alike.request_id)
        or exists (select from opening_balances o where o.customer_id = alike.request_id)) as has_money
    from alike
    join customers c on c.customer_id = alike.customer_id and c.hidden_at is null
    join users u on u.user_id = c.customer_id
    where ${and(sql`alike.customer_id <> alike.request_id`, customerOf(sql`c.customer_id`, depotID ?? undefined))}
    order by alike.request_id, alike.place, c.ref_number`)
  const found = rows as unknown as Row[]
  return new Map(
    found.map((row) => [
      row.request_id,
      { customerID: row.customer_id, refId: String(row.ref_number), fullName: row.full_name, hasMoney: row.has_money },
    ]),
  )
}
