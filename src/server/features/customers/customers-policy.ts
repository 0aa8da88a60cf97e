import { type CustomerAction, customerCan, stateSentence } from '#domain/customers.ts'
import type { Queryable } from '../../db/database.ts'
import { Refused } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { customerByID, type CustomerRow } from './customers-reads.ts'

export async function existingCustomer(tx: Queryable, customerID: string): Promise<CustomerRow> {
  const row = await customerByID(tx, customerID)
  if (!row) throw new Refused('not_found')
  return row
}

/**
 * The customer, if their status allows the action (`wrong_state`) and the version is current (`version_conflict`). The
 * status is checked first, so that after a race for one button the later request is told what happened.
 */
export async function customerFor(
  tx: Queryable,
  action: CustomerAction,
  customerID: string,
  ifMatch: number | null,
): Promise<CustomerRow> {
  const row = await existingCustomer(tx, customerID)
  if (!customerCan(row.status, action)) throw new Refused('wrong_state', { message: stateSentence(row.status) })
  requireVersion(ifMatch, row.version)
  return row
}
