import type { WeekRef } from '#domain/calendar.ts'
import { formatDay } from '#domain/dates.ts'
import type { Queryable } from '../../db/database.ts'
import { calendarWeek, type StoredCalendarRow } from '../calendar/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { type Part, type Recipient, recipientsOfWeek } from './recipients-reads.ts'
import { cutoffIn } from './reminders-reads.ts'

/** The recipients of a reminder: the preview shows them, creating and sending store them. */
export interface ReminderPlan {
  /** Null: the calendar does not contain the week. */
  readonly week: StoredCalendarRow | null
  readonly recipients: readonly Recipient[]
  readonly leftOut: readonly Recipient[]
  /** The run numbers of all customers of the week, whatever the part. */
  readonly runNumbers: readonly number[]
  /** Why it can't be made, in words; null: it can. */
  readonly cannot: string | null
}

/** @param reminderID an existing batch; null: a new one */
export async function planReminder(
  db: Queryable,
  wish: WeekRef & Part,
  reminderID: string | null,
  now: Date,
): Promise<ReminderPlan> {
  const { yearNumber, monthNumber, weekNumber } = wish
  const week = await calendarWeek(db, yearNumber, monthNumber, weekNumber)
  if (!week)
    return {
      week,
      recipients: [],
      leftOut: [],
      runNumbers: [],
      cannot: `Week ${weekNumber} of ${monthNumber}/${yearNumber} isn’t in the calendar.`,
    }
  const { recipients: all, runNumbers } = await recipientsOfWeek(db, week, reminderID, wish)
  const recipients = all.filter(({ reason }) => reason === null)
  const leftOut = all.filter(({ reason }) => reason !== null)
  const isLate = now >= cutoffIn(await settingsInForce(db), week)
  const cannot = isLate
    ? 'The cut-off for this week has passed.'
    : recipients.length > 0
      ? null
      : whyNobody(week, leftOut)
  return { week, recipients, leftOut, runNumbers, cannot }
}

function whyNobody({ from, to }: StoredCalendarRow, leftOut: readonly Recipient[]): string {
  if (leftOut.length === 0) return `No customers are due in the week from ${formatDay(from)} to ${formatDay(to)}.`
  return leftOut.every(({ reason }) => reason === 'other_reminder')
    ? 'All customers due this week are in another reminder.'
    : 'Of the customers due this week, none is left to remind.'
}
