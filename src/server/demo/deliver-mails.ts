import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { mails } from '../db/tables/mails.ts'

/** The demo has no mail server. What its made-up firm mailed in the past counts as sent, as in a real one. */
export async function deliverMails(db: Database): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'sent', sentAt: sql`${mails.createdAt}`, attempts: 1, sealedLink: null })
    .where(inArray(mails.state, ['kept', 'queued']))
}
