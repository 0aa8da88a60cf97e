import { type CustomerAction, customerCan, stateSentence } from '#domain/customers.ts'
import type { Queryable } from '../../db/database.ts'
import { Refused } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { customerByID, type CustomerRow } from './customers-reads.ts'

export async function keptCustomer(tx: Queryable, customerID: string): Promise<CustomerRow> {
  const row = await customerByID(tx, customerID)
  if (!row) throw new Refused('not_found')
  return row
}

/**
 * The customer, if this may be done to him in his state (`wrong_state`) and nobody changed him meanwhile (`version_conflict`).
 * The state comes first: who loses a race against the same button is told what happened.
 */
export async function customerFor(
  tx: Queryable,
  action: CustomerAction,
  customerID: string,
  ifMatch: number | null,
): Promise<CustomerRow> {
  const row = await keptCustomer(tx, customerID)
  if (!customerCan(row.status, action)) throw new Refused('wrong_state', { message: stateSentence(row.status) })
  requireVersion(ifMatch, row.version)
  return row
}
