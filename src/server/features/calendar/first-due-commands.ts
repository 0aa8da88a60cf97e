import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { firstDue } from '#domain/cycle.ts'
import { readSetting } from '#domain/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { settingValues } from '../../db/setting-values.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { customers } from '../../db/tables/customers.ts'

/**
 * Sets the first due period of ACTIVE customers who have a week but no period, because they were created before the
 * calendar, or before their suburb had a week. Otherwise they would never be collected, and nothing would report it.
 * @param among which customers to look at; by default all
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
