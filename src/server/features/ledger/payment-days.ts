import { addDays, type Day, dayOf } from '#domain/dates.ts'
import type { Queryable } from '../../db/database.ts'
import { among } from '../../db/among.ts'
import { customers } from '../../db/tables/customers.ts'
import type { SettingsInForce } from '../settings/public.ts'

/** On which days a customer's payment may be dated. */

/** A payment is dated at most so long before its customer was entered: a slip of the year. */
const DAYS_BEFORE_CUSTOMER = 366

/** The first day on which each customer may pay; unknown customers are left out. */
export async function firstPayDays(
  db: Queryable,
  settings: SettingsInForce,
  customerIDs: readonly string[],
): Promise<Map<string, Day>> {
  const rows = await db
    .select({ customerID: customers.customerID, createdAt: customers.createdAt, startDate: customers.startDate })
    .from(customers)
    .where(among(customers.customerID, customerIDs))
  return new Map(
    rows.map(({ customerID, createdAt, startDate }) => {
      const [first] = [dayOf(createdAt, settings['business.timeZone']), startDate].toSorted()
      return [customerID, addDays(first!, -DAYS_BEFORE_CUSTOMER)]
    }),
  )
}

/** Why a payment can't be dated that day; null: it can. */
export function dayProblem(
  day: Day,
  firstDay: Day,
  settings: SettingsInForce,
  now: Date,
): 'future' | 'early' | 'closed' | null {
  if (day > dayOf(now, settings['business.timeZone'])) return 'future'
  if (day < firstDay) return 'early'
  return day <= settings['books.lockedThrough'] ? 'closed' : null
}
