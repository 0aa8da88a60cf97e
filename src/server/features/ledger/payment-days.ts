import { addDays, type Day, dayOf } from '#domain/dates.ts'
import type { Queryable } from '../../db/database.ts'
import { among } from '../../db/among.ts'
import { customers } from '../../db/tables/customers.ts'
import type { SettingsInForce } from '../settings/public.ts'

/** A payment dated more days than this before its customer or driver was entered has a mistyped year. */
const DAYS_BEFORE_PERSON = 366

/** The first day that a person's money may be dated. @param startDate of the service or the employment */
export function firstDayOf({ createdAt, startDate }: { createdAt: Date; startDate: Day }, timeZone: string): Day {
  const [first] = [dayOf(createdAt, timeZone), startDate].toSorted()
  return addDays(first!, -DAYS_BEFORE_PERSON)
}

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
  return new Map(rows.map(({ customerID, ...row }) => [customerID, firstDayOf(row, settings['business.timeZone'])]))
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
