import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { writeAudit } from '../../http/audit.ts'

/** Null: the customer is deleted. */
export async function getsReminders(db: Queryable, customerID: string): Promise<boolean | null> {
  const [row] = await db
    .select({ doNotRemind: customers.doNotRemind })
    .from(customers)
    .where(and(eq(customers.customerID, customerID), isNull(customers.hiddenAt)))
  return row ? !row.doNotRemind : null
}

/** Stops collection reminders or sends them again, and changes nothing else. Repeating it has no effect. */
export async function setReminded(
  tx: Queryable,
  { now, requestID }: { readonly now: Date; readonly requestID: string },
  customerID: string,
  reminded: boolean,
): Promise<void> {
  const changed = await tx
    .update(customers)
    .set({ doNotRemind: !reminded, version: sql`${customers.version} + 1` })
    .where(and(eq(customers.customerID, customerID), eq(customers.doNotRemind, reminded), isNull(customers.hiddenAt)))
    .returning({ customerID: customers.customerID })
  if (changed.length === 0) return
  await writeAudit(tx, {
    // The link in a mail is used without a session.
    actorID: null,
    action: reminded ? 'customer.resubscribe' : 'customer.unsubscribe',
    subjectKind: 'customer',
    subjectID: customerID,
    before: { doNotRemind: reminded },
    after: { doNotRemind: !reminded },
    requestID,
    at: now,
  })
}
