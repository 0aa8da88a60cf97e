import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { updateCycle } from '#contract/v1/customers.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { packageByID } from '../packages/public.ts'
import { businessToday } from '../settings/public.ts'
import { cycleFacts } from '../calendar/public.ts'
import { auditedCustomer } from './customers-audit.ts'
import { changedCycle } from './customer-rows.ts'
import { customerFor, existingCustomer } from './customers-policy.ts'

/** Changes scheme, week, run number and first due period in one transaction (domain.md 3). */
export async function changeCycle(
  tx: Queryable,
  author: Author,
  { customerID, ...input }: InputOf<typeof updateCycle>,
  ifMatch: number | null,
): Promise<void> {
  const before = await customerFor(tx, 'cycle', customerID, ifMatch)
  const today = await businessToday(tx, author.now)
  const facts = { ...(await cycleFacts(tx, author.now)), package: await packageByID(tx, before.productID, today) }
  const row = changedCycle(before, input, facts)
  if (!changes(before, row)) return
  await tx.update(customers).set(row).where(eq(customers.customerID, customerID))
  await recordChange(tx, author, {
    action: 'customer.cycle',
    subjectKind: 'customer',
    subjectID: customerID,
    before: auditedCustomer(before),
    after: auditedCustomer(await existingCustomer(tx, customerID)),
  })
}
