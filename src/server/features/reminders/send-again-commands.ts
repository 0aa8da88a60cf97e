import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { RecipientState } from '#domain/reminders.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { mails } from '../../db/tables/mails.ts'
import { reminderCustomers, reminders } from '../../db/tables/reminders.ts'
import type { Dependencies } from '../../ports.ts'
import type { ReminderRow } from './reminders-reads.ts'

/** What became of a reminder's mails, and sending to those again whom it did not reach. */

type Needs = Pick<Dependencies, 'database' | 'clock' | 'mail'>

/** A deleted customer's mails are found by the ID in their keys. */
export const mailKey = (reminderID: string, customerID: string, tries: number) =>
  `reminder ${customerID} ${reminderID} ${tries}`

/** The latest mail of a recipient: `mailKey` in SQL. */
const IS_THEIRS = sql`${mails.dedupeKey} = 'reminder ' || ${reminderCustomers.customerID} || ' ' || ${reminderCustomers.reminderID} || ' ' || ${reminderCustomers.tries}`

/** The recipients that a completed reminder can be sent to again; those kept, once there is a mail server. */
export const againStates = ({ kind }: Pick<Needs['mail'], 'kind'>): RecipientState[] =>
  kind === 'kept' ? ['failed'] : ['failed', 'kept']

/**
 * Makes those wait whom the reminder did not reach, for a mail of their own. Nobody can send the earlier one by hand as
 * well then: one that was kept is deleted, one that failed is too late. The caller has locked the reminder.
 * @returns how many
 */
export async function waitAgain(
  tx: Queryable,
  { mail, clock }: Pick<Needs, 'mail' | 'clock'>,
  row: ReminderRow,
): Promise<number> {
  const states = againStates(mail)
  const ofReminder = and(eq(reminderCustomers.reminderID, row.reminderID), inArray(reminderCustomers.state, states))
  // Mails that the office has sent by hand meanwhile.
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

/** Also of a failed mail that the office sends again by hand. */
const FOLLOWED_MS = 30 * 24 * 3_600_000

const sinceThen = ({ clock }: Pick<Needs, 'clock'>) =>
  sql`${reminders.sendingAt} > ${new Date(clock.now().getTime() - FOLLOWED_MS).toISOString()}::timestamptz`

const followed = (which: SQL | undefined) => sql`
  update ${reminderCustomers} set state = ${mails.state}, sent_at = ${mails.sentAt},
    reason = case when ${mails.state} = 'failed' then coalesce(${mails.fault}, '') end
  from ${mails}, ${reminders}
  where ${reminders.reminderID} = ${reminderCustomers.reminderID} and ${mails.state} <> ${reminderCustomers.state}
    and ${IS_THEIRS} and ${which}`

/** Takes over what became of the mails, and completes the reminders of which nothing is under way. */
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

/** Kept mails that the office sends by hand once there is a mail server. No index finds them: less often. */
export async function followKept(deps: Needs): Promise<void> {
  if (deps.mail.kind === 'kept') return
  await deps.database.db.execute(followed(and(sinceThen(deps), eq(reminderCustomers.state, 'kept'))))
}
