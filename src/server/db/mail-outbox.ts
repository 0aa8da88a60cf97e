import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import type { Database, Queryable } from './database.ts'
import { mails } from './tables/mails.ts'

/** Stands in a mail's text and HTML where its one-time link goes. */
export const LINK_PLACE = '{link}'

export interface NewMail {
  /** One thing to one person: the same key twice is one mail. */
  readonly dedupeKey: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
}

export interface MailLink {
  readonly url: string
  readonly expiresAt: Date
  /** Whose account the link opens; null: none. */
  readonly userID: string | null
}

/** The mail port: without a mail server a mail is kept for the admin to read. */
interface Port {
  readonly kind: 'smtp' | 'kept'
}

/** What seals links; the server's `Secrets` fit. */
interface Seal {
  seal(purpose: string, text: string): Buffer
}
interface Opener {
  open(purpose: string, sealed: Buffer): string
}

type Row = typeof mails.$inferSelect

const PURPOSE = 'mail-link'

/** Writes a mail into the outbox, inside the transaction of what it tells about; it is sent once that is committed. */
export function queueMail(tx: Queryable, port: Port, mail: NewMail, now: Date): Promise<void> {
  return put(tx, port, mail, now)
}

/**
 * The same with a one-time link, of which text and HTML say only `{link}`: they are shown, searched and backed up. The link is kept
 * sealed, and only until the mail is sent.
 */
export function queueMailWithLink(
  tx: Queryable,
  { mail: port, secrets }: { readonly mail: Port; readonly secrets: Seal },
  { link: { url, expiresAt, userID }, ...mail }: NewMail & { readonly link: MailLink },
  now: Date,
): Promise<void> {
  return put(
    tx,
    port,
    { ...mail, sealedLink: secrets.seal(PURPOSE, url), linkExpiresAt: expiresAt, linkUserID: userID },
    now,
  )
}

async function put(tx: Queryable, { kind }: Port, mail: NewMail & Partial<Row>, now: Date): Promise<void> {
  const sending = kind === 'smtp' ? { state: 'queued' as const, nextAttemptAt: now } : { state: 'kept' as const }
  await tx
    .insert(mails)
    .values({ ...mail, ...sending, mailID: newID(now.getTime()), createdAt: now })
    .onConflictDoNothing({ target: mails.dedupeKey })
}

/** Whether the mail has a link that works; without opening it. */
export function hasLink({ sealedLink, linkExpiresAt }: Pick<Row, 'sealedLink' | 'linkExpiresAt'>, now: Date): boolean {
  return sealedLink !== null && linkExpiresAt !== null && linkExpiresAt > now
}

/** The link of a mail while it works; null: there is none, or none any more. */
export function linkOf(mail: Pick<Row, 'sealedLink' | 'linkExpiresAt'>, secrets: Opener, now: Date): string | null {
  return hasLink(mail, now) ? secrets.open(PURPOSE, mail.sealedLink!) : null
}

/** The links in somebody's mails open nothing any more: they are kept no longer, and not sent either. */
export async function forgetLinksOf(tx: Queryable, userID: string): Promise<void> {
  await tx
    .update(mails)
    .set({ sealedLink: null })
    .where(and(eq(mails.linkUserID, userID), isNotNull(mails.sealedLink)))
}

/** Part of the nightly care. */
export async function forgetExpiredLinks(db: Database, now: Date): Promise<void> {
  await db
    .update(mails)
    .set({ sealedLink: null })
    .where(and(isNotNull(mails.sealedLink), lte(mails.linkExpiresAt, now)))
}
