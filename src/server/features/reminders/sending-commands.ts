import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { missingSender, type NotRemindedReason, reminderName } from '#domain/reminders.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { mails } from '../../db/tables/mails.ts'
import { reminderCustomers, reminders } from '../../db/tables/reminders.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { unsubscribeUrlOf } from '../mails/public.ts'
import { calendarWeek } from '../calendar/public.ts'
import { mailSenderOf, settingsInForce } from '../settings/public.ts'
import { reminderFields, reminderLetter } from './reminder-letter.ts'
import { planReminder } from './reminder-plan.ts'
import { addRecipients, type By, note, requireSender } from './reminders-commands.ts'
import { balancesFor, recipientsByID } from './recipients-reads.ts'
import { cutoffIn, lockReminder, type ReminderRow } from './reminders-reads.ts'
import { mailKey, waitAgain } from './send-again-commands.ts'

/**
 * Sends a batch. The office or the scheduler starts it once; then steps put its rows into the outbox, each in the
 * transaction that changes the row's state, so that any number of servers can do it and any can be killed.
 */

export type Needs = Pick<Dependencies, 'database' | 'clock' | 'mail' | 'config' | 'secrets' | 'log'>

/** Sends now, by the office. While it is being sent nothing changes; a completed one goes to those it did not reach. */
export async function sendReminder(
  tx: Queryable,
  by: By,
  deps: Pick<Needs, 'mail' | 'clock'>,
  reminderID: string,
): Promise<void> {
  const row = await lockReminder(tx, reminderID)
  if (!row) throw new Refused('not_found')
  if (row.status === 'pending' && row.sendingAt !== null) return
  const settings = await settingsInForce(tx)
  const week = await calendarWeek(tx, row.yearNumber, row.monthNumber, row.weekNumber)
  if (!week || by.now >= cutoffIn(settings, week)) throw new Refused('reminder_too_late')
  requireSender(settings)
  if (row.status === 'pending') return startSending(tx, by, row)
  const customers = await waitAgain(tx, deps, row)
  if (customers === 0) throw new Refused('none_failed')
  await note(tx, by, row, 'send-again', { readableID: reminderName(row), customers })
}

/** Adds those newly due; the others are judged when their mail is made. The caller has locked the reminder. */
async function startSending(tx: Queryable, by: By, row: ReminderRow): Promise<void> {
  const { recipients } = await planReminder(tx, row, row.reminderID, by.now)
  await addRecipients(tx, row, recipients)
  // An automatic reminder without recipients is not listed. Its row stays, so that it is not made again for the week.
  if (row.auto && (await tx.$count(reminderCustomers, eq(reminderCustomers.reminderID, row.reminderID))) === 0) {
    await tx.update(reminders).set({ deletedAt: by.now }).where(eq(reminders.reminderID, row.reminderID))
    return
  }
  await tx
    .update(reminders)
    .set({ sendingAt: by.now, version: row.version + 1 })
    .where(eq(reminders.reminderID, row.reminderID))
  await note(tx, by, row, 'send', { readableID: reminderName(row) })
}

const SCHEDULER = { actor: null, requestID: null }

/** Starts the activated reminders whose time has come, each once. @returns how many */
export async function startDue({ database, clock }: Needs): Promise<number> {
  const now = clock.now()
  const due = await database.db
    .select({ reminderID: reminders.reminderID })
    .from(reminders)
    .where(
      and(
        eq(reminders.status, 'pending'),
        isNotNull(reminders.activatedAt),
        isNull(reminders.sendingAt),
        isNull(reminders.deletedAt),
        lte(reminders.runAt, now),
      ),
    )
    .orderBy(asc(reminders.runAt), asc(reminders.reminderID))
  if (due.length === 0) return 0
  // The reminder waits until Settings has the firm's details; Home shows which are missing.
  if (missingSender(mailSenderOf(await settingsInForce(database.db))).length > 0) return 0
  for (const { reminderID } of due)
    await inTransaction(
      database.db,
      async (tx) => {
        const row = await lockReminder(tx, reminderID)
        if (row?.status !== 'pending' || row.sendingAt !== null || row.activatedAt === null || row.runAt > now) return
        await startSending(tx, { ...SCHEDULER, now }, row)
      },
      { isolation: 'read committed' },
    )
  return due.length
}

/**
 * Minutes of mail that may wait in the outbox. Recipient and cut-off are judged when a mail is put there, so the rest
 * of a long reminder is judged later.
 */
const MINUTES_AHEAD = 2

/** How many more mails the outbox takes now. Mails that a mail server has deferred don't count. */
export async function outboxRoom({ database: { db } }: Pick<Needs, 'database'>): Promise<number> {
  const perMinute = (await settingsInForce(db))['mail.perMinute']
  const isNew = and(eq(mails.state, 'queued'), eq(mails.priority, 'bulk'), eq(mails.attempts, 0))
  return MINUTES_AHEAD * perMinute - (await db.$count(mails, isNew))
}

type Place = typeof reminderCustomers.$inferSelect

/** Takes rows that nobody else has and puts them into the outbox, in one transaction. @returns how many */
export function sendSome(deps: Needs, size: number): Promise<number> {
  return inTransaction(
    deps.database.db,
    async (tx) => {
      const found = await tx
        .select({ place: reminderCustomers, reminder: reminders })
        .from(reminderCustomers)
        .innerJoin(reminders, eq(reminders.reminderID, reminderCustomers.reminderID))
        .where(and(eq(reminderCustomers.state, 'waiting'), isNotNull(reminders.sendingAt)))
        .orderBy(asc(reminders.sendingAt), asc(reminders.reminderID), asc(reminderCustomers.customerID))
        .limit(size)
        .for('update', { of: reminderCustomers, skipLocked: true })
      const reminder = found[0]?.reminder
      if (!reminder) return 0
      const places = found.map(({ place }) => place).filter(({ reminderID }) => reminderID === reminder.reminderID)
      await queuePlaces(tx, deps, reminder, places)
      return places.length
    },
    { isolation: 'read committed' },
  )
}

async function queuePlaces(tx: Queryable, deps: Needs, reminder: ReminderRow, places: readonly Place[]): Promise<void> {
  const now = deps.clock.now()
  const settings = await settingsInForce(tx)
  const week = await calendarWeek(tx, reminder.yearNumber, reminder.monthNumber, reminder.weekNumber)
  const cutoff = week && cutoffIn(settings, week)
  if (!week || !cutoff || now >= cutoff) {
    const reason: NotRemindedReason = week ? 'too_late' : 'no_week'
    return notePlaces(
      tx,
      reminder,
      places.map(({ customerID }) => ({ customerID, reason })),
    )
  }
  const ids = places.map(({ customerID }) => customerID)
  const recipients = await recipientsByID(tx, week, reminder.reminderID, ids)
  const balances = await balancesFor(tx, ids)
  const noted: Noted[] = []
  for (const { customerID, tries } of places) {
    const recipient = recipients.get(customerID)
    const reason: NotRemindedReason | null = recipient ? recipient.reason : 'not_active'
    noted.push({ customerID, reason })
    if (!recipient || reason !== null) continue
    const { firstName, email } = recipient.customer
    const addressee = { customerID, firstName, balance: balances.get(customerID) ?? 0 }
    const letter = reminderLetter(reminder, reminderFields(deps, settings, week, addressee))
    const dedupeKey = mailKey(reminder.reminderID, customerID, tries + 1)
    await queueMail(
      tx,
      deps.mail,
      {
        dedupeKey,
        to: email!,
        ...letter,
        priority: 'bulk',
        notAfter: cutoff,
        unsubscribeUrl: unsubscribeUrlOf(deps, customerID, now),
      },
      now,
    )
  }
  await notePlaces(tx, reminder, noted)
}

interface Noted {
  readonly customerID: string
  /** Null: its mail is in the outbox. */
  readonly reason: NotRemindedReason | null
}

async function notePlaces(tx: Queryable, { reminderID }: ReminderRow, noted: readonly Noted[]): Promise<void> {
  await tx.execute(sql`
    update ${reminderCustomers} set
      state = case when given.reason is null then 'queued' else 'left_out' end, reason = given.reason,
      tries = tries + case when given.reason is null then 1 else 0 end
    from jsonb_to_recordset(${JSON.stringify(noted.map(({ customerID, reason }) => ({ customer: customerID, reason })))}::jsonb)
      as given(customer uuid, reason text)
    where ${reminderCustomers.reminderID} = ${reminderID} and ${reminderCustomers.customerID} = given.customer`)
}
