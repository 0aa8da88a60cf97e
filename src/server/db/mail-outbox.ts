import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import type { Database, Queryable } from './database.ts'
import { mails } from './tables/mails.ts'

/** Placeholder for the one-time link in a mail's text and HTML. */
export const LINK_PLACE = '{link}'

export interface NewMail {
  /** Identifies one message to one person: a repeated key does not create a second mail. */
  readonly dedupeKey: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
}

export interface MailLink {
  readonly url: string
  readonly expiresAt: Date
  /** The account that the link opens; null: none. */
  readonly userID: string | null
}

/** The mail port: without a mail server a mail is stored for the admin to read. */
interface Port {
  readonly kind: 'smtp' | 'kept'
}

/** Encrypts links; the server's `Secrets` implements it. */
interface Seal {
  seal(purpose: string, text: string): Buffer
}
interface Opener {
  open(purpose: string, sealed: Buffer): string
}

type Row = typeof mails.$inferSelect

const PURPOSE = 'mail-link'

/** Writes a mail into the outbox, inside the transaction of the change it announces; it is sent after the commit. */
export function queueMail(tx: Queryable, port: Port, mail: NewMail, now: Date): Promise<void> {
  return put(tx, port, mail, now)
}

/**
 * The same with a one-time link. Text and HTML contain only `{link}`, because they are shown, searched and backed up.
 * The link is stored encrypted, and only until the mail is sent.
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

/** Whether the mail has a valid link; does not decrypt it. */
export function hasLink({ sealedLink, linkExpiresAt }: Pick<Row, 'sealedLink' | 'linkExpiresAt'>, now: Date): boolean {
  return sealedLink !== null && linkExpiresAt !== null && linkExpiresAt > now
}

/** The link of a mail while it is valid; null: there is none, or it has expired. */
export function linkOf(mail: Pick<Row, 'sealedLink' | 'linkExpiresAt'>, secrets: Opener, now: Date): string | null {
  return hasLink(mail, now) ? secrets.open(PURPOSE, mail.sealedLink!) : null
}

/** Deletes the links in a user's mails, which are no longer valid; such mails are not sent either. */
export async function forgetLinksOf(tx: Queryable, userID: string): Promise<void> {
  await tx
    .update(mails)
    .set({ sealedLink: null })
    .where(and(eq(mails.linkUserID, userID), isNotNull(mails.sealedLink)))
}

/** Part of the nightly maintenance. */
export async function forgetExpiredLinks(db: Database, now: Date): Promise<void> {
  await db
    .update(mails)
    .set({ sealedLink: null })
    .where(and(isNotNull(mails.sealedLink), lte(mails.linkExpiresAt, now)))
}
