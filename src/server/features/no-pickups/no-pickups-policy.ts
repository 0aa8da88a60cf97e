import type { Queryable } from '../../db/database.ts'
import { Refused } from '../../http/refused.ts'
import type { Actor } from '../../http/serve.ts'
import { noPickupByID, type NoPickupShown } from './no-pickups-reads.ts'

/** An admin finds any customer's, a customer only their own; another's answers as if it did not exist. */
export async function noPickupFor(db: Queryable, actor: Actor, noPickupID: string): Promise<NoPickupShown> {
  const row = await noPickupByID(db, noPickupID)
  if (!row || (actor.role !== 'ADMIN' && row.customerID !== actor.userID)) throw new Refused('not_found')
  return row
}
