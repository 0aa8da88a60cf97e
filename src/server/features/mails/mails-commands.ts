import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { mails } from '../../db/tables/mails.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { type Mail, mailByID } from './mails-reads.ts'

const WHY_NOT = {
  queued: 'This mail is waiting to be sent already.',
  sent: 'This mail has been sent.',
  kept: 'This mail was kept because there was no mail server: pass it on by hand.',
} as const

/**
 * Another day of attempts for a mail that was given up. Its Message-ID stays what it was: should a server have taken it after all,
 * the inbox shows it once.
 */
export async function queueAgain(tx: Queryable, author: Author, { mail: port }: Pick<Dependencies, 'mail'>, mailID: string): Promise<Mail> {
  const before = await mailByID(tx, mailID)
  if (before === null) throw new Refused('not_found')
  if (before.state !== 'failed') throw new Refused('wrong_state', { message: WHY_NOT[before.state] })
  // SMTP_URL was taken away since: it would wait for ever.
  if (port.kind === 'kept') throw new Refused('wrong_state', { message: 'There is no mail server any more: set SMTP_URL, or pass this mail on by hand.' })
  const [after] = await tx.update(mails).set({ state: 'queued', attempts: 0, nextAttemptAt: author.now, lastError: null }).where(eq(mails.mailID, mailID)).returning()
  await recordChange(tx, author, { action: 'mail.send-again', subjectKind: 'mail', subjectID: mailID, before: { status: before.state }, after: { status: 'queued' } })
  return after!
}
