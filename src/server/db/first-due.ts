import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { firstDue } from '#domain/cycle.ts'
import { readSetting } from '#domain/settings.ts'
import type { Queryable } from './database.ts'
import { settingValues } from './setting-values.ts'
import { calendarSettings } from './tables/settings.ts'
import { customers } from './tables/customers.ts'

/**
 * Gives their first due period to the ACTIVE customers who have a week but no period yet: they were made before the
 * calendar, or their suburb had a week. Without it nobody would ever come and nothing would say so.
 * @param among which customers to look at; all when left out
 */
export async function giveFirstDue(tx: Queryable, among?: SQL): Promise<void> {
  const waiting = await tx
    .select({
      customerID: customers.customerID,
      collectionScheme: customers.collectionScheme,
      weekNumber: customers.weekNumber,
      startDate: customers.startDate,
    })
    .from(customers)
    .where(
      and(
        eq(customers.status, 'ACTIVE'),
        isNull(customers.dueYear),
        isNotNull(customers.weekNumber),
        isNull(customers.hiddenAt),
        among,
      ),
    )
  if (waiting.length === 0) return
  const rows = await tx.select().from(calendarSettings)
  const leadDays = readSetting(await settingValues(tx), 'start.leadDays')
  for (const { customerID, collectionScheme, weekNumber, startDate } of waiting) {
    const due = weekNumber && firstDue({ collectionScheme, weekNumber }, startDate, leadDays, rows)
    if (!due) continue
    await tx
      .update(customers)
      .set({
        dueYear: due.yearNumber,
        dueMonth: due.monthNumber,
        dueWeek: due.weekNumber ?? null,
        version: sql`${customers.version} + 1`,
      })
      .where(eq(customers.customerID, customerID))
  }
}
