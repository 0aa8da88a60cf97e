import * as z from 'zod/mini'
import { NOT_REMINDED_REASONS, RECIPIENT_STATES, REMINDER_STATUSES } from '#domain/reminders.ts'
import { COLLECTION_SCHEMES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  day,
  id,
  instant,
  line,
  monthNumber,
  noContent,
  notes,
  optionalLine,
  queryNumber,
  runNumber,
  weekNumber,
  yearNumber,
} from '../shapes.ts'

/** Reminders before a collection week, for the office (domain.md 9). */

const ADMIN = { ADMIN: 'any' } as const
const READS = ['customers', 'suburbs', 'runs', 'settings', 'mails'] as const

const week = { yearNumber, monthNumber, weekNumber }
/** Only customers with this cycle, and in this round. */
const part = {
  collectionScheme: z.optional(z.nullable(z.enum(COLLECTION_SCHEMES))),
  runNumber: z.optional(z.nullable(runNumber)),
}
/** `/v1/reminders/{reminderID}/content`, as an answer gives it; the text of that reminder is copied. */
const contentUrl = z.string().check(z.maxLength(200))
const content = notes.check(z.minLength(1))

const shown = {
  reminderID: id,
  /** M-2026-11-W2 */
  readableID: z.string(),
  ...week,
  /** Null: the week is no longer in the calendar. */
  fromDate: z.nullable(day),
  toDate: z.nullable(day),
  /** The first instant that is too late to skip; nothing is sent from then on. */
  cutoff: z.nullable(instant),
  collectionScheme: z.nullable(z.enum(COLLECTION_SCHEMES)),
  runNumber: z.nullable(runNumber),
  description: z.nullable(z.string()),
  runAt: instant,
  status: z.enum(REMINDER_STATUSES),
  /** The scheduler sends it at `runAt`. */
  active: z.boolean(),
  /** Made by the setting `reminder.auto`. */
  auto: z.boolean(),
  /** Some recipients are not in the outbox yet, or the outbox has not sent all. */
  sending: z.boolean(),
  sentAt: z.nullable(instant),
  emailSubject: z.string(),
  emailContentUrl: z.string(),
  /** Number of recipients, without those left out. */
  customers: z.int(),
  counts: z.object({
    waiting: z.int(),
    queued: z.int(),
    sent: z.int(),
    failed: z.int(),
    kept: z.int(),
    left_out: z.int(),
  }),
  /**
   * Number of recipients it can be sent to again: failed, or kept when there was no mail server. 0 until it is
   * completed.
   */
  sendAgain: z.int(),
  createdAt: instant,
  version: z.int(),
}
export const listedReminder = z.object(shown)
export type ListedReminder = z.input<typeof listedReminder>

export const reminder = z.object({ ...shown, emailContent: z.string() })
export type Reminder = z.input<typeof reminder>

export const listReminders = endpoint({
  method: 'GET',
  path: '/v1/reminders',
  summary: 'Reminders; `from` and `to` bound `runAt`',
  roles: ADMIN,
  area: 'customers',
  reads: READS,
  input: z.strictObject({
    ...pageQuery,
    status: z.optional(z.enum(REMINDER_STATUSES)),
    yearNumber: z.optional(queryNumber(yearNumber)),
    monthNumber: z.optional(queryNumber(monthNumber)),
    weekNumber: z.optional(queryNumber(weekNumber)),
  }),
  output: pageOf(listedReminder),
  refusals: ['keyword_too_short'],
})

/** Weeks in which customers are due and not all are in a reminder: what the office has to do. */
export const listRemindersDue = endpoint({
  method: 'GET',
  path: '/v1/reminders/due',
  summary:
    'Reminders to see to: weeks within the next 14 days without one, and pending ones that nobody activated, before their cut-off',
  roles: ADMIN,
  area: 'customers',
  reads: READS,
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        ...week,
        fromDate: day,
        toDate: day,
        runAt: instant,
        /** Null: the week has none yet. */
        reminderID: z.nullable(id),
        readableID: z.nullable(z.string()),
      }),
    ),
    /** What every reminder must name and Settings lacks, in words; empty: nothing. */
    missingSender: z.array(z.string()),
  }),
  refusals: [],
})

export const createReminder = endpoint({
  method: 'POST',
  path: '/v1/reminders',
  summary: 'A pending reminder to the customers due in a week; `runAt` is the Wednesday before at 9:00 by default',
  roles: ADMIN,
  area: 'customers',
  changes: ['reminders'],
  input: z.strictObject({
    ...week,
    ...part,
    description: z.optional(z.nullable(optionalLine)),
    runAt: z.optional(instant),
    emailSubject: z.optional(line),
    emailContentUrl: z.optional(contentUrl),
    emailContent: z.optional(content),
  }),
  output: reminder,
  status: 201,
  refusals: ['cannot_generate_reminder'],
})

export const getReminder = endpoint({
  method: 'GET',
  path: '/v1/reminders/{reminderID}',
  summary: 'One reminder, with how far it is',
  roles: ADMIN,
  area: 'customers',
  reads: READS,
  input: z.strictObject({ reminderID: id }),
  output: reminder,
  refusals: [],
})

export const updateReminder = endpoint({
  method: 'PUT',
  path: '/v1/reminders/{reminderID}',
  summary:
    'Change a reminder that is not being sent; `active: true` has it sent at `runAt`, `false` stops that. A `runAt` in the past is refused as `run_at_passed`: send it out, or name a later one',
  roles: ADMIN,
  area: 'customers',
  changes: ['reminders'],
  input: z.strictObject({
    reminderID: id,
    description: z.optional(z.nullable(optionalLine)),
    runAt: z.optional(instant),
    emailSubject: z.optional(line),
    emailContentUrl: z.optional(contentUrl),
    emailContent: z.optional(content),
    active: z.optional(z.boolean()),
  }),
  output: reminder,
  versioned: true,
  refusals: ['wrong_state', 'run_at_passed', 'reminder_too_late', 'sender_incomplete', 'version_conflict'],
})

export const deleteReminder = endpoint({
  method: 'DELETE',
  path: '/v1/reminders/{reminderID}',
  summary: 'Delete a reminder that was not sent',
  roles: ADMIN,
  area: 'customers',
  changes: ['reminders'],
  input: z.strictObject({ reminderID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['wrong_state', 'version_conflict'],
})

export const sendReminder = endpoint({
  method: 'PUT',
  path: '/v1/reminders/{reminderID}/send',
  summary:
    'Send it out now, in the background; its recipients are judged again, and those newly due are added. A completed one is sent again to those whose mail failed or was kept without a mail server, and to nobody else',
  roles: ADMIN,
  area: 'customers',
  changes: ['reminders', 'mails'],
  input: z.strictObject({ reminderID: id }),
  output: reminder,
  refusals: ['reminder_too_late', 'sender_incomplete', 'none_failed'],
})

/** Names listed of those who get it, and of those who don't for one reason; the counts are complete. */
export const REMINDER_NAMES_SHOWN = 200

const person = { customerID: id, refId: z.string(), customer: z.string(), address: z.string(), suburb: z.string() }

const preview = z.object({
  ...week,
  fromDate: z.nullable(day),
  toDate: z.nullable(day),
  cutoff: z.nullable(instant),
  /** When it would be sent by default. */
  runAt: z.nullable(instant),
  /** Why it can't be made, in words; null: it can. */
  cannot: z.nullable(z.string()),
  recipients: z.object({ count: z.int(), customers: z.array(z.object({ ...person, email: z.string() })) }),
  /** Number of recipients that an existing reminder does not have yet. */
  added: z.int(),
  leftOut: z.array(
    z.object({
      reason: z.enum(NOT_REMINDED_REASONS),
      /** Words that follow the count: "11 blocked". */
      message: z.string(),
      count: z.int(),
      customers: z.array(z.object(person)),
    }),
  ),
  /** The run numbers of the customers whom the week’s collections are for, in their order. */
  runNumbers: z.array(z.int()),
  /** Subject and text of new reminders, and the fields of one recipient, to fill in while they are edited. */
  template: z.object({ subject: z.string(), text: z.string() }),
  fields: z.record(z.string(), z.string()),
})
export type ReminderPreview = z.input<typeof preview>

export const previewNewReminder = endpoint({
  method: 'POST',
  path: '/v1/reminders/preview',
  summary: 'Who a new reminder of this week would reach, who not and why; makes nothing',
  roles: ADMIN,
  area: 'customers',
  changes: [],
  reads: READS,
  input: z.strictObject({ ...week, ...part }),
  output: preview,
  status: 200,
  idempotencyKey: false,
  refusals: [],
})

export const previewReminder = endpoint({
  method: 'POST',
  path: '/v1/reminders/{reminderID}/preview',
  summary: 'Who gets this reminder if it is sent now, who not and why; makes nothing',
  roles: ADMIN,
  area: 'customers',
  changes: [],
  reads: READS,
  input: z.strictObject({ reminderID: id }),
  output: preview,
  status: 200,
  idempotencyKey: false,
  refusals: [],
})

export const listReminderCustomers = endpoint({
  method: 'GET',
  path: '/v1/reminders/{reminderID}/customers',
  summary: 'The recipients of a reminder, and what became of each',
  roles: ADMIN,
  area: 'customers',
  reads: READS,
  input: z.strictObject({
    reminderID: id,
    page: pageQuery.page,
    perPage: pageQuery.perPage,
    keyword: pageQuery.keyword,
    state: z.optional(z.enum(RECIPIENT_STATES)),
  }),
  output: pageOf(
    z.object({
      customerID: id,
      refId: z.string(),
      fullName: z.string(),
      email: z.nullable(z.string()),
      suburb: z.string(),
      runNumber,
      state: z.enum(RECIPIENT_STATES),
      /** Why it was left out or failed, in words. */
      reason: z.nullable(z.string()),
      /** The mail server's answer, if it failed. */
      mailError: z.nullable(z.string()),
      sentAt: z.nullable(instant),
    }),
  ),
  refusals: ['keyword_too_short'],
})

const callList = z.object({
  items: z.array(
    z.object({ ...person, runNumber, mobilePhone: z.nullable(z.string()), homePhone: z.nullable(z.string()) }),
  ),
})

export const getCallList = endpoint({
  method: 'GET',
  path: '/v1/reminders/{reminderID}/call-list',
  summary: 'Everybody due in the week who has no email, to be called',
  roles: ADMIN,
  area: 'customers',
  reads: READS,
  input: z.strictObject({ reminderID: id }),
  output: callList,
  refusals: [],
})

export const previewCallList = endpoint({
  method: 'POST',
  path: '/v1/reminders/call-list',
  summary: 'The same of a week without a reminder, also where none can be made; makes nothing',
  roles: ADMIN,
  area: 'customers',
  changes: [],
  reads: READS,
  input: z.strictObject({ ...week, ...part }),
  output: callList,
  status: 200,
  idempotencyKey: false,
  refusals: [],
})

export const getReminderContent = endpoint({
  method: 'GET',
  path: '/v1/reminders/{reminderID}/content',
  summary: 'The text of a reminder’s email with its fields, as plain text',
  roles: ADMIN,
  area: 'customers',
  reads: READS,
  input: z.strictObject({ reminderID: id }),
  output: z.unknown(),
  refusals: [],
})
