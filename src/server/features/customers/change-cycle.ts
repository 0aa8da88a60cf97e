import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { updateCycle } from '#contract/v1/customers.ts'
import { isOnRequest } from '#domain/cycle.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { requireVersion } from '../../http/serve.ts'
import { productByID } from '../products/products-reads.ts'
import { businessToday } from '../settings/settings-reads.ts'
import { auditedCustomer } from './customers-audit.ts'
import { type DueKept, firstDueFrom, movedDue, namedDue, serviceTypeOf } from './customer-cycle.ts'
import { keptCustomer } from './customers-commands.ts'
import type { CustomerRow } from './customers-reads.ts'

/** Scheme, week, run number and first due period in one transaction (domain.md 3). */
export async function changeCycle(tx: Queryable, author: Author, input: InputOf<typeof updateCycle>, ifMatch: number | null): Promise<void> {
  const { customerID, collectionScheme, weekNumber, runNumber } = input
  const before = await keptCustomer(tx, customerID)
  requireVersion(ifMatch, before.version)
  const product = await productByID(tx, before.productID)
  const row = {
    collectionScheme,
    serviceType: serviceTypeOf(product?.serviceType ?? before.serviceType, collectionScheme),
    weekNumber,
    ownWeek: before.ownWeek || weekNumber !== before.weekNumber,
    runNumber,
    ...(input.stopOrder !== undefined && { stopOrder: input.stopOrder }),
    ...(await pointerAfter(tx, author, before, input)),
    // The office names the period anew: a job once shifted to a week of its own no longer decides.
    ...(input.due && { shiftedYear: null, shiftedMonth: null, shiftedWeek: null }),
    version: before.version + 1,
  }
  if (!changes(before, row)) return
  await tx.update(customers).set(row).where(eq(customers.customerID, customerID))
  await recordChange(tx, author, {
    action: 'customer.cycle',
    subjectKind: 'customer',
    subjectID: customerID,
    before: auditedCustomer(before),
    after: auditedCustomer(await keptCustomer(tx, customerID)),
  })
}

/** Named, else kept, else (he was on request till now) his first week from today or from his start on. */
async function pointerAfter(tx: Queryable, { now }: Author, before: CustomerRow, { collectionScheme, weekNumber, due }: InputOf<typeof updateCycle>): Promise<DueKept> {
  if (due) return namedDue(tx, collectionScheme, weekNumber, due)
  if (before.dueYear !== null || isOnRequest(collectionScheme)) return movedDue(before, collectionScheme, weekNumber)
  const today = await businessToday(tx, now)
  return firstDueFrom(tx, collectionScheme, weekNumber, before.startDate > today ? before.startDate : today)
}
