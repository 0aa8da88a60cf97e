import { newID } from '#domain/identifiers.ts'
import type { Queryable } from './database.ts'
import { mails } from './tables/mails.ts'

export interface NewMail {
  /** One thing to one person: the same key twice is one mail. */
  readonly dedupeKey: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
}

/**
 * Writes a mail into the outbox, inside the transaction of what it tells about; it is sent once that is committed.
 * @param kind the mail port's: without a mail server it is kept for the admin to read
 */
export async function queueMail(tx: Queryable, { kind }: { readonly kind: 'smtp' | 'kept' }, mail: NewMail, now: Date): Promise<void> {
  const sending = kind === 'smtp' ? { state: 'queued' as const, nextAttemptAt: now } : { state: 'kept' as const }
  await tx
    .insert(mails)
    .values({ ...mail, ...sending, mailID: newID(now.getTime()), createdAt: now })
    .onConflictDoNothing({ target: mails.dedupeKey })
}
