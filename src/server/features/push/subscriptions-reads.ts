import { and, desc, eq, max } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { pushes, pushSubscriptions } from '../../db/tables/pushes.ts'

/** The device's address and keys are left out, because only its push service gets them. */
export interface SubscriptionShown {
  readonly pushSubscriptionID: string
  readonly browser: string | null
  readonly createdAt: Date
  readonly sentAt: Date | null
}

const SHOWN = {
  pushSubscriptionID: pushSubscriptions.pushSubscriptionID,
  browser: pushSubscriptions.browser,
  createdAt: pushSubscriptions.createdAt,
  sentAt: max(pushes.sentAt),
}

export function subscriptionsOf(db: Queryable, customerID: string): Promise<SubscriptionShown[]> {
  return shown(db, eq(pushSubscriptions.customerID, customerID))
}

export async function subscriptionByID(
  db: Queryable,
  customerID: string,
  pushSubscriptionID: string,
): Promise<SubscriptionShown | null> {
  const whose = eq(pushSubscriptions.customerID, customerID)
  const [row] = await shown(db, and(whose, eq(pushSubscriptions.pushSubscriptionID, pushSubscriptionID)))
  return row ?? null
}

function shown(db: Queryable, where: ReturnType<typeof and>): Promise<SubscriptionShown[]> {
  return db
    .select(SHOWN)
    .from(pushSubscriptions)
    .leftJoin(pushes, eq(pushes.pushSubscriptionID, pushSubscriptions.pushSubscriptionID))
    .where(where)
    .groupBy(pushSubscriptions.pushSubscriptionID)
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.pushSubscriptionID))
}
