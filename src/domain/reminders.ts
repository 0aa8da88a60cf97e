import { type CalendarRow, cutoffOf, type WeekRef } from './calendar.ts'
import { showClock, showDayAndTime, showLongDay } from './clock-words.ts'
import { addDays, type Day, dayOf, instantAt, mondayOf, startOfDay } from './dates.ts'
import { countedLeftOut, LEFT_OUT_REASONS, type LeftOutReason, leftOutWords } from './run-plan.ts'

/** The reminder before a collection week (domain.md 9): who gets it, and when. */

export const REMINDER_STATUSES = ['pending', 'completed'] as const

/**
 * A recipient: `waiting` for the batch to be sent, `queued` in the outbox, then `sent`, `failed`, or `kept` if there is
 * no mail server; `left_out`: no longer to be reminded when it was sent.
 */
export const RECIPIENT_STATES = ['waiting', 'queued', 'sent', 'failed', 'kept', 'left_out'] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]

/** Why a customer gets no reminder. Reasons of customers who are due come first. */
export const NOT_REMINDED_REASONS = [
  'no_email',
  'do_not_remind',
  'no_pickup',
  'other_reminder',
  'recorded',
  ...LEFT_OUT_REASONS,
  'no_week',
  'too_late',
] as const
export type NotRemindedReason = (typeof NOT_REMINDED_REASONS)[number]

export const notRemindedWords: Readonly<Record<NotRemindedReason, string>> = {
  ...leftOutWords,
  no_email: 'No email.',
  do_not_remind: 'Doesn’t want reminders.',
  no_pickup: 'No pickup this week.',
  other_reminder: 'In another reminder for this week.',
  recorded: 'This week’s stop is already recorded.',
  no_week: 'The week is no longer in the calendar.',
  too_late: 'The cut-off had passed.',
}

/** The same after a number of customers: "11 without an email". */
export const countedNotReminded: Readonly<Record<NotRemindedReason, string>> = {
  ...countedLeftOut,
  no_email: 'without an email',
  do_not_remind: 'opted out of reminders',
  no_pickup: 'with no pickup this week',
  other_reminder: 'in another reminder for this week',
  recorded: 'already recorded this week',
  no_week: 'of a week that is no longer in the calendar',
  too_late: 'after the cut-off',
}

export interface RecipientFacts {
  /** Null: the customer has a stop to come; `recorded`: had one; else why the due rule leaves them out. */
  readonly notDue: LeftOutReason | 'recorded' | null
  readonly hasNoPickup: boolean
  readonly doNotRemind: boolean
  readonly email: string | null
  /** Whether the customer is in another batch of this week. */
  readonly hasOther: boolean
}

/** Null: gets the reminder; else the reason for the office. */
export function whyNotReminded(facts: RecipientFacts): NotRemindedReason | null {
  // A no pickup may have moved the customer to the next period, so that they are not due.
  if (facts.hasNoPickup) return 'no_pickup'
  if (facts.notDue !== null) return facts.notDue
  if (facts.hasOther) return 'other_reminder'
  if (facts.doNotRemind) return 'do_not_remind'
  return facts.email === null ? 'no_email' : null
}

/** M-2026-11-W2; a further batch of the same week M-2026-11-W2-2. */
export function reminderName(week: WeekRef & { sequenceNumber: number }): string {
  const month = String(week.monthNumber).padStart(2, '0')
  const further = week.sequenceNumber === 1 ? '' : `-${week.sequenceNumber}`
  return `M-${week.yearNumber}-${month}-W${week.weekNumber}${further}`
}

const RUN_AT = '09:00'
/** A reminder leaves the customer at least this long to answer. */
const LEAST_MS = 24 * 3_600_000
/** There are so many days from the Wednesday to the Sunday of the usual cut-off. */
const USUAL_DAYS = 4

/**
 * When a week's reminder is sent by default: Wednesday 9:00 business time of the week before. With a cut-off before
 * Thursday 9:00, as many days before it as Wednesday is before Sunday.
 */
export function defaultRunAt(row: Pick<CalendarRow, 'from'>, timeZone: string, cutoff: string): Date {
  const wednesday = instantAt(addDays(mondayOf(row.from), -5), RUN_AT, timeZone)
  const end = cutoffOf(row, timeZone, cutoff)
  if (end.getTime() - wednesday.getTime() >= LEAST_MS) return wednesday
  return instantAt(addDays(lastDayOf(end, timeZone), -USUAL_DAYS), RUN_AT, timeZone)
}

/**
 * `reminder.auto` makes a week's batch from two days before it is sent by default, so that the office sees it first:
 * from the Monday of the week before, unless the cut-off is early.
 */
export function madeFrom(row: Pick<CalendarRow, 'from'>, timeZone: string, cutoff: string): Date {
  return startOfDay(addDays(dayOf(defaultRunAt(row, timeZone, cutoff), timeZone), -2), timeZone)
}

/** Days from today within which a week begins whose reminder may be made: by the earliest cut-off, of a Sunday's week. */
export const REMINDER_AHEAD_DAYS = 20

/** The last minute in which a customer may skip: "Sunday 8 November, 11:59 pm". */
export function showCutoff(row: Pick<CalendarRow, 'from'>, timeZone: string, cutoff: string): string {
  const day = lastDayOf(cutoffOf(row, timeZone, cutoff), timeZone)
  return `${showLongDay(day)}, ${showClock(cutoff.split(' ')[1] ?? '')}`
}

/** The cut-off is the first instant that is too late; if it is midnight, its minute belongs to the day before. */
const lastDayOf = (end: Date, timeZone: string): Day => dayOf(new Date(end.getTime() - 60_000), timeZone)

/** Why no mail arrived. @param fault as the outbox noted it: MailFault, or nothing */
export function failureWords(fault: string | null): string {
  if (fault === 'late') return notRemindedWords.too_late
  return fault === 'address' ? 'The mail server refused the address.' : 'The email couldn’t be delivered.'
}

/** The missing ones, in words, among the firm's details that every reminder must name. */
export function missingSender(firm: { legalName: string; abn: string; phone: string; email: string }): string[] {
  return [
    ...(firm.legalName === '' ? ['legal name'] : []),
    ...(firm.abn === '' ? ['ABN'] : []),
    ...(firm.phone === '' && firm.email === '' ? ['phone or email'] : []),
  ]
}

/** `{ day: '2026-11-11', time: '09:00' }`: an instant as a day and a time of the business. */
export function dayAndTime(instant: Date, timeZone: string): { day: Day; time: string } {
  const day = dayOf(instant, timeZone)
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return { day, time: parts.format(instant) }
}

/** "Wed 11/11/2026, 9:00 am" in the business time zone. */
export function showBusinessTime(instant: Date, timeZone: string): string {
  const { day, time } = dayAndTime(instant, timeZone)
  return showDayAndTime(day, time)
}
