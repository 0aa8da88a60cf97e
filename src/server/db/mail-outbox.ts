import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { PrintedDocument } from '#domain/documents/documents.ts'
import { newID } from '#domain/identifiers.ts'
import { REPLACED } from '#domain/mail-faults.ts'
import { among } from './among.ts'
import type { Database, Queryable } from './database.ts'
import { mails } from './tables/mails.ts'

/** Bytes of the largest photo in a mail, because thousands of mails are sent in one evening. */
export const INLINE_PHOTO_MAX = 500_000

/** Stands for the one-time link in a mail's text and HTML. */
export const LINK_PLACE = '{link}'

export interface NewMail {
  /**
   * Identifies one message to one person; a repeated key creates no second mail. Its words are the kind, the person's
   * id and what else distinguishes the message. The customer's page finds mails by the second word.
   */
  readonly dedupeKey: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Replaces the HTML that is made from the text. */
  readonly html?: string | undefined
  readonly attachments?: readonly MailAttachment[] | undefined
  /** `account` (the default) is sent before `bulk`. The setting `mail.perMinute` limits only bulk mails. */
  readonly priority?: 'account' | 'bulk' | undefined
  /** After this instant the mail fails with the error 'too late'. */
  readonly notAfter?: Date | undefined
  /**
   * Adds List-Unsubscribe and List-Unsubscribe-Post (RFC 8058) and a link in the footer. A POST to this address must
   * unsubscribe without a session.
   */
  readonly unsubscribeUrl?: string | undefined
  /** A photo of the store, shown in the mail when it is at most 500 kB. */
  readonly inlinePhotoID?: string | undefined
}

/** A PDF that is made when the mail is sent; until then only its content is kept. */
export interface MailAttachment {
  readonly filename: string
  readonly document: PrintedDocument
}

export interface MailLink {
  readonly url: string
  readonly expiresAt: Date
  /** The account that the link opens; null: none. */
  readonly userID: string | null
}

/** The mail port. Without a mail server a mail is stored for the admin to read. */
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

/** The PDFs of a mail. Rows of earlier versions contain one, not a list. */
export function attachmentsOf({ attachment }: Pick<Row, 'attachment'>): readonly MailAttachment[] {
  if (attachment === null) return []
  return Array.isArray(attachment) ? (attachment as MailAttachment[]) : [attachment as MailAttachment]
}

export const PURPOSE = 'mail-link'

/** Writes a mail into the outbox inside the transaction of the change it announces. It is sent after the commit. */
export function queueMail(tx: Queryable, port: Port, mail: NewMail, now: Date): Promise<void> {
  return put(tx, port, mail, now)
}

/**
 * The same with a one-time link. Text and HTML, which are shown, searched and backed up, contain only `{link}`. The
 * link is stored encrypted, and only until the mail is sent.
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

/** Rows of one statement; a completed run has hundreds. */
const AT_ONCE = 200

/** @returns the IDs by key; a key that was there is left out */
export async function queueMails(
  tx: Queryable,
  port: Port,
  all: readonly NewMail[],
  now: Date,
): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const rows = await tx
      .insert(mails)
      .values(all.slice(at, at + AT_ONCE).map((mail) => rowOf(port, mail, now)))
      .onConflictDoNothing({ target: mails.dedupeKey })
      .returning({ dedupeKey: mails.dedupeKey, mailID: mails.mailID })
    for (const { dedupeKey, mailID } of rows) made.set(dedupeKey, mailID)
  }
  return made
}

async function put(tx: Queryable, port: Port, mail: NewMail & Partial<Row>, now: Date): Promise<void> {
  await tx
    .insert(mails)
    .values(rowOf(port, mail, now))
    .onConflictDoNothing({ target: mails.dedupeKey })
}

/**
 * Marks failed and kept mails as replaced, so that they can no longer be sent. Another mail carries their content, and
 * the customer would get the same twice.
 */
export async function replaceMails(tx: Queryable, mailIDs: readonly string[], now: Date): Promise<void> {
  await tx
    .update(mails)
    .set({ state: 'failed', fault: 'late', lastError: REPLACED, nextAttemptAt: null, notAfter: now })
    .where(and(among(mails.mailID, mailIDs), inArray(mails.state, ['failed', 'kept'])))
}

function rowOf(
  { kind }: Port,
  { attachments = [], ...mail }: NewMail & Partial<Row>,
  now: Date,
): typeof mails.$inferInsert {
  const sending = kind === 'smtp' ? { state: 'queued' as const, nextAttemptAt: now } : { state: 'kept' as const }
  const attachment = attachments.length === 0 ? null : attachments
  return { ...mail, ...sending, attachment, mailID: newID(now.getTime()), createdAt: now }
}

/** Whether the mail has a valid link, without decrypting it. */
export function hasLink({ sealedLink, linkExpiresAt }: Pick<Row, 'sealedLink' | 'linkExpiresAt'>, now: Date): boolean {
  return sealedLink !== null && linkExpiresAt !== null && linkExpiresAt > now
}

/** The link of a mail; null: none, or it has expired. */
export function linkOf(mail: Pick<Row, 'sealedLink' | 'linkExpiresAt'>, secrets: Opener, now: Date): string | null {
  return hasLink(mail, now) ? secrets.open(PURPOSE, mail.sealedLink!) : null
}

/** Deletes the links in a user's mails when they are no longer valid; such mails are not sent. */
export async function forgetLinksOf(tx: Queryable, userID: string): Promise<void> {
  await tx
    .update(mails)
    .set({ sealedLink: null })
    .where(and(eq(mails.linkUserID, userID), isNotNull(mails.sealedLink)))
}

/** Nightly maintenance. */
export async function forgetExpiredLinks(db: Database, now: Date): Promise<void> {
  await db
    .update(mails)
    .set({ sealedLink: null })
    .where(and(isNotNull(mails.sealedLink), lte(mails.linkExpiresAt, now)))
}
