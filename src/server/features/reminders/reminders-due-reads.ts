import type { AnswerOf } from '#contract/endpoint.ts'
import type { listRemindersDue } from '#contract/v1/reminders.ts'
import { missingSender, reminderName } from '#domain/reminders.ts'
import type { Queryable } from '../../db/database.ts'
import { mailSenderOf, settingsInForce } from '../settings/public.ts'
import { batchesOf, weeksToRemind } from './automatic-commands.ts'
import { planReminder } from './reminder-plan.ts'
import { usualRunAt } from './reminders-commands.ts'

type Due = AnswerOf<typeof listRemindersDue>

/** What the office has to attend to: weeks with customers due and no reminder, and reminders that nobody activated. */
export async function remindersDue(db: Queryable, now: Date): Promise<Due> {
  const settings = await settingsInForce(db)
  const items: Due['items'] = []
  for (const week of await weeksToRemind(db, settings, now)) {
    const batches = await batchesOf(db, week)
    const { yearNumber, monthNumber, weekNumber, from, to } = week
    const named = { yearNumber, monthNumber, weekNumber, fromDate: from, toDate: to }
    for (const row of batches) {
      const { reminderID, runAt, deletedAt, activatedAt, sendingAt } = row
      if (deletedAt === null && activatedAt === null && sendingAt === null)
        items.push({ ...named, runAt, reminderID, readableID: reminderName(row) })
    }
    if (batches.length > 0 || settings['reminder.auto']) continue
    const { cannot } = await planReminder(db, { ...week, collectionScheme: null, runNumber: null }, null, now)
    if (cannot === null) items.push({ ...named, runAt: usualRunAt(settings, week), reminderID: null, readableID: null })
  }
  return { items, missingSender: missingSender(mailSenderOf(settings)) }
}
