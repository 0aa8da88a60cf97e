import { and, count, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { cutoffOf } from '#domain/calendar.ts'
import type { RecipientState } from '#domain/reminders.ts'
import type { Queryable } from '../../db/database.ts'
import { keptBySubject } from '../../db/kept-totals.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { sameWeek } from '../../db/same-week.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'

export type ReminderRow = typeof reminders.$inferSelect
export type Counts = Record<RecipientState, number>
export interface ReminderShown {
  row: ReminderRow
  counts: Counts
  /** Null: the week is no longer in the calendar. */
  week: { from: string; to: string; cutoff: Date } | null
}

/** When skipping the week, and sending its reminder, ends. */
export const cutoffIn = (settings: SettingsInForce, week: { from: string }): Date =>
  cutoffOf(week, settings['business.timeZone'], settings['noPickup.cutoff'])

export async function remindersPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: ReminderShown[]; total: number }> {
  const filter = and(isNull(reminders.deletedAt), where)
  const found = await db
    .select({ row: reminders, from: calendarSettings.from, to: calendarSettings.to })
    .from(reminders)
    .leftJoin(calendarSettings, sameWeek(calendarSettings, reminders))
    .where(filter)
    .orderBy(...orderBy, desc(reminders.reminderID))
    .limit(limit)
    .offset(offset)
  const [sum] = await db.select({ total: count() }).from(reminders).where(filter)
  const countsOf = await countsOfReminders(
    db,
    found.map(({ row }) => row.reminderID),
  )
  const settings = await settingsInForce(db)
  const rows = found.map(({ row, from, to }): ReminderShown => ({
    row,
    counts: countsOf.get(row.reminderID) ?? { ...NONE },
    week: from === null || to === null ? null : { from, to, cutoff: cutoffIn(settings, { from }) },
  }))
  return { rows, total: sum!.total }
}

/** Null for a deleted one. */
export async function reminderByID(db: Queryable, reminderID: string): Promise<ReminderShown | null> {
  const { rows } = await remindersPage(db, {
    where: eq(reminders.reminderID, reminderID),
    orderBy: [],
    limit: 1,
    offset: 0,
  })
  return rows[0] ?? null
}

/** Locks the reminder, so that changing and sending it run one after the other. */
export async function lockReminder(tx: Queryable, reminderID: string): Promise<ReminderRow | null> {
  const [row] = await tx
    .select()
    .from(reminders)
    .where(and(eq(reminders.reminderID, reminderID), isNull(reminders.deletedAt)))
    .for('update')
  return row ?? null
}

const NONE: Readonly<Counts> = { waiting: 0, queued: 0, sent: 0, failed: 0, kept: 0, left_out: 0 }

async function countsOfReminders(db: Queryable, reminderIDs: readonly string[]): Promise<Map<string, Counts>> {
  const counts = new Map<string, Counts>()
  if (reminderIDs.length === 0) return counts
  const subjects = reminderIDs.flatMap((reminderID) => Object.keys(NONE).map((state) => `${reminderID} ${state}`))
  for (const { subject, total } of await keptBySubject(db, 'reminders', subjects)) {
    const [reminderID = '', state = ''] = subject.split(' ')
    counts.set(reminderID, { ...NONE, ...counts.get(reminderID), [state]: total })
  }
  return counts
}
