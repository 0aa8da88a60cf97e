import { inArray, sql } from 'drizzle-orm'
import { dayOf } from '#domain/dates.ts'
import type { Database } from '../db/database.ts'
import { mails } from '../db/tables/mails.ts'
import { NOTICE, noticeSent } from '../features/prices/public.ts'
import { DEMO_ZONE } from './weeks.ts'

/**
 * The demo has no mail server. What its made-up firm mailed in the past counts as sent, as in a real one: from then on
 * the days of notice of a price rise run.
 */
export async function deliverMails(db: Database): Promise<void> {
  const sent = await db
    .update(mails)
    .set({ state: 'sent', sentAt: sql`${mails.createdAt}`, attempts: 1, sealedLink: null })
    .where(inArray(mails.state, ['kept', 'queued']))
    .returning({ mailID: mails.mailID, dedupeKey: mails.dedupeKey, sentAt: mails.sentAt })
  for (const { mailID, dedupeKey, sentAt } of sent)
    if (dedupeKey.startsWith(`${NOTICE} `)) await noticeSent(db, mailID, dayOf(sentAt!, DEMO_ZONE))
}
