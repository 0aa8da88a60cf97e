import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { updateOwnAccount } from '#contract/v1/own-account.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { storedPhone } from '../../http/stored-values.ts'
import { changeOf } from '../customers/public.ts'
import { refreshSearch } from '../search/public.ts'
import { hasOtherPayer, ownRow } from './own-account-reads.ts'

/** What a customer may change of their own record; the office changes everything else. */
export async function changeOwnAccount(
  tx: Queryable,
  author: Author,
  { mobilePhone, homePhone, reminders, invoicesByEmail }: InputOf<typeof updateOwnAccount>,
  ifMatch: number | null,
): Promise<void> {
  const customerID = author.actor.userID
  const before = await ownRow(tx, customerID)
  requireVersion(ifMatch, before.version)
  const row: Partial<typeof customers.$inferInsert> = {
    ...(mobilePhone !== undefined && { mobilePhone: storedPhone('mobilePhone', mobilePhone) }),
    ...(homePhone !== undefined && { homePhone: storedPhone('homePhone', homePhone) }),
    ...(reminders !== undefined && { doNotRemind: !reminders }),
    ...(invoicesByEmail !== undefined && { doNotSendInvoiceEmail: !invoicesByEmail }),
  }
  if (!changes(before, row)) return
  // A tenant must not stop the property manager's invoices.
  if (hasOtherPayer(before) && changes(before, { doNotSendInvoiceEmail: row.doNotSendInvoiceEmail }))
    throw new Refused('wrong_state', { message: 'Your invoices go to another payer. Please ask the office.' })
  await tx
    .update(customers)
    .set({ ...row, version: before.version + 1 })
    .where(eq(customers.customerID, customerID))
  await refreshSearch(tx, eq(customers.customerID, customerID))
  await recordChange(tx, author, changeOf(before, await ownRow(tx, customerID)))
}
