import { eq, sql } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import { newID } from '#domain/identifiers.ts'
import { defaultRunAt, missingSender, reminderName } from '#domain/reminders.ts'
import { nextNumber } from '../../db/counters.ts'
import type { Queryable } from '../../db/database.ts'
import { asRecords } from '../../db/insert-rows.ts'
import { reminderCustomers, reminders } from '../../db/tables/reminders.ts'
import { writeAudit } from '../../http/audit.ts'
import { type Author, changes, doneBy } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { calendarWeek, type StoredCalendarRow } from '../calendar/public.ts'
import { mailSenderOf, settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { planReminder } from './reminder-plan.ts'
import type { Part, Recipient } from './recipients-reads.ts'
import { cutoffIn, lockReminder, type ReminderRow } from './reminders-reads.ts'

/** An admin, or nobody: the scheduler. */
export interface By {
  readonly actor: Author['actor'] | null
  readonly requestID: string | null
  readonly now: Date
}

export interface Texts {
  readonly emailSubject?: string | undefined
  readonly emailContent?: string | undefined
  readonly emailContentUrl?: string | undefined
}
interface NewReminder extends WeekRef, Partial<Part>, Texts {
  readonly description?: string | null | undefined
  readonly runAt?: Date | undefined
}

/** Makes a pending batch of those due now. Throws with the reason when there are none. */
export async function createReminder(tx: Queryable, by: By, wish: NewReminder): Promise<string> {
  const part = { collectionScheme: wish.collectionScheme ?? null, runNumber: wish.runNumber ?? null }
  const { week, recipients, cannot } = await planReminder(tx, { ...wish, ...part }, null, by.now)
  if (cannot !== null || week === null) throw new Refused('cannot_generate_reminder', { reason: cannot ?? '' })
  const settings = await settingsInForce(tx)
  const runAt = wish.runAt ?? usualRunAt(settings, week)
  requireBeforeCutoff(settings, week, runAt)
  const row = await insertReminder(tx, by, settings, week, {
    ...part,
    description: wish.description || null,
    runAt,
    ...(await textsOf(tx, wish)),
  })
  await addRecipients(tx, row, recipients)
  return row.reminderID
}

export const usualRunAt = (settings: SettingsInForce, week: StoredCalendarRow): Date =>
  defaultRunAt(week, settings['business.timeZone'], settings['noPickup.cutoff'])

export async function insertReminder(
  tx: Queryable,
  by: By,
  settings: SettingsInForce,
  { yearNumber, monthNumber, weekNumber }: WeekRef,
  some: Partial<ReminderRow> & Pick<ReminderRow, 'runAt'>,
): Promise<ReminderRow> {
  const week = { yearNumber, monthNumber, weekNumber }
  const [row] = await tx
    .insert(reminders)
    .values({
      reminderID: newID(by.now.getTime()),
      ...week,
      sequenceNumber: await nextNumber(tx, `reminder ${yearNumber}-${monthNumber}-${weekNumber}`, 1),
      emailSubject: settings['mail.collectionReminder.subject'],
      emailContent: settings['mail.collectionReminder.text'],
      status: 'pending',
      createdAt: by.now,
      ...some,
    })
    .returning()
  await note(tx, by, row!, 'create', { readableID: reminderName(row!), runAt: row!.runAt.toISOString() })
  return row!
}

/** Customers whom another batch of the week added meanwhile stay there. */
export async function addRecipients(tx: Queryable, row: ReminderRow, recipients: readonly Recipient[]): Promise<void> {
  const { reminderID, yearNumber, monthNumber, weekNumber } = row
  const places = recipients.map(({ customer: { customerID } }) => ({
    reminderID,
    customerID,
    yearNumber,
    monthNumber,
    weekNumber,
    state: 'waiting' as const,
  }))
  if (places.length === 0) return
  const { columns, relation } = asRecords(reminderCustomers, places)
  const names = sql.join(columns.map(sql.identifier), sql`, `)
  await tx.execute(
    sql`insert into ${reminderCustomers} (${names}) select ${names} from ${relation} on conflict do nothing`,
  )
}

/** A reminder can be changed only before it is sent; afterwards it shows what was sent. */
export async function changeReminder(
  tx: Queryable,
  by: By,
  reminderID: string,
  {
    active,
    runAt: given,
    description,
    ...texts
  }: Pick<NewReminder, 'description' | 'runAt'> & Texts & { active?: boolean | undefined },
  ifMatch: number | null,
): Promise<void> {
  const before = await lockReminder(tx, reminderID)
  if (!before) throw new Refused('not_found')
  requireVersion(ifMatch, before.version)
  const runAt = given ?? before.runAt
  const turnedOn = active ?? before.activatedAt !== null
  const after = {
    ...(description !== undefined && { description: description || null }),
    ...(await textsOf(tx, texts)),
    runAt,
    activatedAt: turnedOn ? (before.activatedAt ?? by.now) : null,
  }
  if (!changes(before, after)) return
  if (before.sendingAt !== null) throw new Refused('wrong_state')
  await requireSendable(tx, before, runAt, turnedOn, by.now)
  await tx
    .update(reminders)
    .set({ ...after, version: before.version + 1 })
    .where(eq(reminders.reminderID, reminderID))
  const act =
    before.activatedAt === null && turnedOn ? 'activate' : !turnedOn && before.activatedAt ? 'deactivate' : 'update'
  await note(tx, by, before, act, { readableID: reminderName(before), runAt: runAt.toISOString() })
}

async function requireSendable(
  tx: Queryable,
  row: ReminderRow,
  runAt: Date,
  active: boolean,
  now: Date,
): Promise<void> {
  const settings = await settingsInForce(tx)
  const week = await calendarWeek(tx, row.yearNumber, row.monthNumber, row.weekNumber)
  if (active) {
    if (!week || now >= cutoffIn(settings, week)) throw new Refused('reminder_too_late')
    requireSender(settings)
    if (runAt <= now) throw new Refused('run_at_passed')
  }
  if (week && runAt.getTime() !== row.runAt.getTime()) requireBeforeCutoff(settings, week, runAt)
}

/** Every reminder names its sender and how to reach them. */
export function requireSender(settings: SettingsInForce): void {
  const missing = missingSender(mailSenderOf(settings))
  if (missing.length > 0)
    throw new Refused('sender_incomplete', { message: `Missing in Settings: ${missing.join(', ')}.` })
}

function requireBeforeCutoff(settings: SettingsInForce, week: StoredCalendarRow, runAt: Date): void {
  if (runAt >= cutoffIn(settings, week)) refuseField('runAt', 'This is after the cut-off')
}

/** Its customers may then be in another reminder of the week. */
export async function deleteReminder(tx: Queryable, by: By, reminderID: string, ifMatch: number | null): Promise<void> {
  const before = await lockReminder(tx, reminderID)
  if (!before) throw new Refused('not_found')
  requireVersion(ifMatch, before.version)
  if (before.sendingAt !== null) throw new Refused('wrong_state')
  await tx.delete(reminderCustomers).where(eq(reminderCustomers.reminderID, reminderID))
  await tx.update(reminders).set({ deletedAt: by.now }).where(eq(reminders.reminderID, reminderID))
  await note(tx, by, before, 'delete', { readableID: reminderName(before) })
}

const CONTENT_URL = /^\/v1\/reminders\/([0-9a-f-]{36})\/content$/

export const contentUrlOf = (reminderID: string): string => `/v1/reminders/${reminderID}/content`

/** The given texts, one of them perhaps by the ID of another reminder. */
async function textsOf(
  tx: Queryable,
  { emailSubject, emailContent, emailContentUrl }: Texts,
): Promise<{ emailSubject?: string; emailContent?: string }> {
  const subject = emailSubject === undefined ? {} : { emailSubject }
  if (emailContent !== undefined) return { ...subject, emailContent }
  if (emailContentUrl === undefined) return subject
  const reminderID = CONTENT_URL.exec(emailContentUrl.toLowerCase())?.[1]
  const [other] =
    reminderID === undefined
      ? []
      : await tx
          .select({ emailContent: reminders.emailContent })
          .from(reminders)
          .where(eq(reminders.reminderID, reminderID))
  if (!other) refuseField('emailContentUrl', 'This isn’t the address of a reminder’s text')
  return { ...subject, emailContent: other.emailContent }
}

/** The author is null for the scheduler. */
export async function note(
  tx: Queryable,
  { actor, requestID, now }: By,
  { reminderID }: Pick<ReminderRow, 'reminderID'>,
  act: string,
  after: Record<string, unknown>,
): Promise<void> {
  await writeAudit(tx, {
    ...(actor === null ? { actorID: null } : doneBy(actor)),
    requestID,
    at: now,
    action: `reminder.${act}`,
    subjectKind: 'reminder',
    subjectID: reminderID,
    after,
  })
}
