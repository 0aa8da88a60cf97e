import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { byKey } from '#domain/by-key.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { calendarWeek } from '../calendar/public.ts'
import { recipientsByID } from './recipients-reads.ts'
import { placeOfMail } from './send-again-commands.ts'

/**
 * Of these mails of reminders: the ones whose customers would get no reminder of that week now, because they were
 * collected, skipped or moved meanwhile, or left. @param dedupeKeys each from `mailKey` @returns their keys
 */
export async function notDueAnyMore(db: Queryable, dedupeKeys: readonly string[]): Promise<Set<string>> {
  const places = dedupeKeys.map((dedupeKey) => ({ dedupeKey, ...placeOfMail(dedupeKey) }))
  const ofReminders = byKey(places, ({ reminderID }) => reminderID)
  const rows = await db
    .select()
    .from(reminders)
    .where(among(reminders.reminderID, [...ofReminders.keys()]))
  const due = new Set<string>()
  for (const { reminderID, yearNumber, monthNumber, weekNumber } of rows) {
    const week = await calendarWeek(db, yearNumber, monthNumber, weekNumber)
    const of = ofReminders.get(reminderID) ?? []
    const ids = of.map(({ customerID }) => customerID)
    if (!week) continue
    const recipients = await recipientsByID(db, week, reminderID, ids)
    for (const { dedupeKey, customerID } of of) if (recipients.get(customerID)?.reason === null) due.add(dedupeKey)
  }
  return new Set(dedupeKeys.filter((dedupeKey) => !due.has(dedupeKey)))
}
