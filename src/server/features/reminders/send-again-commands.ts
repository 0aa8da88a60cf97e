import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { RecipientState } from '#domain/reminders.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { mails } from '../../db/tables/mails.ts'
import { reminderCustomers, reminders } from '../../db/tables/reminders.ts'
import type { Dependencies } from '../../ports.ts'
import type { ReminderRow } from './reminders-reads.ts'

/** Follows the mails of reminders, and sends again to recipients whom they did not reach. */

type Needs = Pick<Dependencies, 'database' | 'clock' | 'mail'>

/** A deleted customer's mails are found by the ID in their keys. */
export const mailKey = (reminderID: string, customerID: string, tries: number) =>
  `reminder ${customerID} ${reminderID} ${tries}`

export function placeOfMail(dedupeKey: string): { customerID: string; reminderID: string } {
  const [, customerID = '', reminderID = ''] = dedupeKey.split(' ')
  return { customerID, reminderID }
}

/** The latest mail of a recipient: `mailKey` in SQL. */
export const IS_THEIRS = sql`${mails.dedupeKey} = 'reminder ' || ${reminderCustomers.customerID} || ' ' || ${reminderCustomers.reminderID} || ' ' || ${reminderCustomers.tries}`

/** The states of recipients that a completed reminder can be sent to again; kept ones only with a mail server. */
export const againStates = ({ kind }: Pick<Needs['mail'], 'kind'>): RecipientState[] =>
  kind === 'kept' ? ['failed'] : ['failed', 'kept']

/**
 * Puts recipients whom the reminder did not reach back to waiting for a new mail. The earlier mail can then no longer
 * be sent by hand: a kept one is deleted, a failed one becomes too late. The caller has locked the reminder.
 * @returns how many
 */
export async function waitAgain(
  tx: Queryable,
  { mail, clock }: Pick<Needs, 'mail' | 'clock'>,
  row: ReminderRow,
): Promise<number> {
  const states = againStates(mail)
  const ofReminder = and(eq(reminderCustomers.reminderID, row.reminderID), inArray(reminderCustomers.state, states))
  // The office may have sent mails by hand meanwhile.
  await tx.execute(followed(ofReminder))
  const again = await tx
    .update(reminderCustomers)
    .set({ state: 'waiting', reason: null })
    .where(ofReminder)
    .returning({ customerID: reminderCustomers.customerID, tries: reminderCustomers.tries })
  const keys = again.map(({ customerID, tries }) => mailKey(row.reminderID, customerID, tries))
  await tx.delete(mails).where(and(among(mails.dedupeKey, keys), eq(mails.state, 'kept')))
  await tx
    .update(mails)
    .set({ notAfter: clock.now() })
    .where(and(among(mails.dedupeKey, keys), eq(mails.state, 'failed')))
  return again.length
}

/** Includes a failed mail that the office sends again by hand. */
const FOLLOWED_MS = 30 * 24 * 3_600_000

const sinceThen = ({ clock }: Pick<Needs, 'clock'>) =>
  sql`${reminders.sendingAt} > ${new Date(clock.now().getTime() - FOLLOWED_MS).toISOString()}::timestamptz`

const followed = (which: SQL | undefined) => sql`
  update ${reminderCustomers} set state = ${mails.state}, sent_at = ${mails.sentAt},
    reason = case when ${mails.state} = 'failed' then coalesce(${mails.fault}, '') end
  from ${mails}, ${reminders}
  where ${reminders.reminderID} = ${reminderCustomers.reminderID} and ${mails.state} <> ${reminderCustomers.state}
    and ${IS_THEIRS} and ${which}`

/** Copies what became of the mails, and completes the reminders of which none is still being sent. */
export async function followMails(deps: Pick<Needs, 'database' | 'clock'>): Promise<void> {
  const { database, clock } = deps
  await database.db.execute(followed(and(sinceThen(deps), sql`${reminderCustomers.state} in ('queued', 'failed')`)))
  await database.db
    .update(reminders)
    .set({ status: 'completed', sentAt: clock.now(), version: sql`${reminders.version} + 1` })
    .where(
      and(
        eq(reminders.status, 'pending'),
        isNotNull(reminders.sendingAt),
        isNull(reminders.deletedAt),
        sql`not exists (select from ${reminderCustomers} where ${reminderCustomers.reminderID} = ${reminders.reminderID}
          and ${reminderCustomers.state} in ('waiting', 'queued'))`,
      ),
    )
}

/**
 * Follows kept mails that the office sends by hand once there is a mail server. No index finds them, so it is done less
 * often.
 */
export async function followKept(deps: Needs): Promise<void> {
  if (deps.mail.kind === 'kept') return
  await deps.database.db.execute(followed(and(sinceThen(deps), eq(reminderCustomers.state, 'kept'))))
}
