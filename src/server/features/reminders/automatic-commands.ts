import { and, gt, lte } from 'drizzle-orm'
import { addDays, dayOf } from '#domain/dates.ts'
import { madeFrom, REMINDER_AHEAD_DAYS } from '#domain/reminders.ts'
import type { Queryable } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { sameWeek } from '../../db/same-week.ts'
import { inTransaction } from '../../db/transaction.ts'
import { calendarRowsAsked, type StoredCalendarRow } from '../calendar/public.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { planReminder } from './reminder-plan.ts'
import { addRecipients, insertReminder, usualRunAt } from './reminders-commands.ts'
import { cutoffIn, type ReminderRow } from './reminders-reads.ts'
import type { Needs } from './sending-commands.ts'

const EVERYBODY = { collectionScheme: null, runNumber: null }

/** The weeks whose reminder is to be made by now and can still be sent, earliest first. */
export async function weeksToRemind(db: Queryable, settings: SettingsInForce, now: Date): Promise<StoredCalendarRow[]> {
  const timeZone = settings['business.timeZone']
  const today = dayOf(now, timeZone)
  const ahead = and(gt(calendarSettings.from, today), lte(calendarSettings.from, addDays(today, REMINDER_AHEAD_DAYS)))
  const rows = await calendarRowsAsked(db, ahead, [])
  return rows.filter(
    (row) => madeFrom(row, timeZone, settings['noPickup.cutoff']) <= now && now < cutoffIn(settings, row),
  )
}

/** Every batch of the week, including deleted ones. */
export async function batchesOf(db: Queryable, week: StoredCalendarRow): Promise<ReminderRow[]> {
  return db.select().from(reminders).where(sameWeek(reminders, week))
}

/**
 * `reminder.auto`: makes and activates each week's batch once, with those due by then; sending adds the others. One
 * that the office has deleted is not made again. @returns how many
 */
export async function makeAutomatic({ database, clock }: Needs): Promise<number> {
  const now = clock.now()
  const settings = await settingsInForce(database.db)
  if (!settings['reminder.auto']) return 0
  let made = 0
  for (const week of await weeksToRemind(database.db, settings, now)) {
    if ((await batchesOf(database.db, week)).some(({ auto }) => auto)) continue
    try {
      await inTransaction(
        database.db,
        async (tx) => {
          const by = { actor: null, requestID: null, now }
          const runAt = usualRunAt(settings, week)
          const row = await insertReminder(tx, by, settings, week, { runAt, auto: true, activatedAt: now })
          const { recipients } = await planReminder(tx, { ...week, ...EVERYBODY }, row.reminderID, now)
          await addRecipients(tx, row, recipients)
        },
        { isolation: 'read committed' },
      )
      made++
    } catch (error) {
      // Another server made it at the same moment.
      if (uniqueViolation(error) !== 'reminders_auto_week') throw error
    }
  }
  return made
}
