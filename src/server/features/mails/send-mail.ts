import { and, eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { dayOf } from '#domain/dates.ts'
import {
  enhancedCode,
  faultOf,
  NO_LONGER_DUE,
  type SmtpRefusal,
  TOO_LATE,
  waitBeforeNext,
} from '#domain/mail-faults.ts'
import type { Queryable } from '../../db/database.ts'
import { LINK_IN_TEXT, LINK_NOT_SHOWN } from '../../db/mail-links.ts'
import { attachmentsOf } from '../../db/mail-outbox.ts'
import { mails } from '../../db/tables/mails.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../ports.ts'
import { mayLeave } from '../chasing/public.ts'
import { NOTICE, noticeSent } from '../prices/public.ts'
import { logoBytes, settingsInForce } from '../settings/public.ts'
import type { ClaimedMail } from './claim-mail.ts'
import { writtenMail } from './written-mail.ts'

/**
 * Tries a claimed mail once and stores the outcome. If the process is killed after the mail server accepted it and
 * before that is stored, it is sent again under the same Message-ID.
 */
export async function sendMail(deps: Dependencies, mail: ClaimedMail): Promise<void> {
  const { database, clock, mail: port, config } = deps
  try {
    if (!(await mayLeave(deps, mail))) return await giveUp(deps, mail, NO_LONGER_DUE)
    const written = await writtenMail(deps, mail)
    const attachments = await drawn(deps, mail)
    // The time is checked again, because drawing a PDF takes some.
    if (isLate(mail, clock.now())) return await giveUp(deps, mail, TOO_LATE)
    await port.send({
      ...written,
      attachments,
      messageID: messageIDOf(mail.dedupeKey, config.publicUrl),
      to: mail.to,
      subject: mail.subject,
      unsubscribeUrl: mail.unsubscribeUrl,
    })
  } catch (error) {
    return noteFailure(deps, mail, error)
  }
  const sent = { state: 'sent' as const, sentAt: clock.now(), nextAttemptAt: null, lastError: null, fault: null }
  const note = (db: Queryable) =>
    db
      .update(mails)
      .set({ ...sent, sealedLink: null, text: withoutLinks(mails.text), html: withoutLinks(mails.html) })
      .where(eq(mails.mailID, mail.mailID))
  if (!mail.dedupeKey.startsWith(`${NOTICE} `)) return void (await note(database.db))
  // A rise begins no sooner than its days of notice after this.
  await inTransaction(database.db, async (tx) => {
    await note(tx)
    await noticeSent(tx, mail.mailID, dayOf(sent.sentAt, (await settingsInForce(tx))['business.timeZone']))
  })
}

/**
 * The same message to the same person has the same id, so that a mail sent twice after a crash appears once in the
 * inbox.
 */
export function messageIDOf(dedupeKey: string, publicUrl: string): string {
  return `<${createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32)}@${new URL(publicUrl).hostname}>`
}

interface File {
  readonly filename: string
  readonly content: Buffer
}

async function drawn(deps: Pick<Dependencies, 'database' | 'pdf'>, mail: ClaimedMail): Promise<File[]> {
  const files: File[] = []
  for (const at of attachmentsOf(mail).keys()) files.push((await attached(deps, mail, at))!)
  return files
}

/** One PDF of a mail; null: it has fewer. @param at 0 is the first */
export async function attached(
  { database, pdf }: Pick<Dependencies, 'database' | 'pdf'>,
  mail: Pick<ClaimedMail, 'attachment'>,
  at: number,
): Promise<File | null> {
  const found = attachmentsOf(mail)[at]
  if (found === undefined) return null
  return { filename: found.filename, content: await pdf.render(found.document, await logoBytes(database.db)) }
}

const isLate = ({ notAfter }: ClaimedMail, now: Date) => notAfter !== null && notAfter <= now

async function giveUp({ database }: Dependencies, { mailID }: ClaimedMail, why: string): Promise<void> {
  await database.db
    .update(mails)
    .set({ state: 'failed', fault: 'late', lastError: why, nextAttemptAt: null })
    .where(eq(mails.mailID, mailID))
}

async function noteFailure(
  { database, clock, log }: Dependencies,
  { mailID, attempts, to }: ClaimedMail,
  error: unknown,
): Promise<void> {
  const refusal = refusalIn(error)
  const fault = refusal && faultOf(refusal)
  const description = describe(error, refusal)
  const lastError = describeFailure(error, to)
  const wait = waitBeforeNext(fault, attempts)
  const after =
    wait === null
      ? { state: 'failed' as const, nextAttemptAt: null }
      : { nextAttemptAt: new Date(clock.now().getTime() + wait) }
  await database.db
    .update(mails)
    .set({ ...after, fault, lastError })
    // Another sender may have failed it as too late.
    .where(and(eq(mails.mailID, mailID), eq(mails.state, 'queued')))
  log.warn({ mailID, attempts, fault, givenUp: wait === null, error: description }, 'a mail could not be sent')
}

/** Mails of earlier versions contain their link in the text. */
const withoutLinks = (column: typeof mails.text | typeof mails.html) =>
  sql`regexp_replace(${column}, ${sql.raw(LINK_IN_TEXT)}, ${LINK_NOT_SHOWN}, 'g')`

function refusalIn(error: unknown): SmtpRefusal | null {
  if (!(error instanceof Error)) return null
  const of = (name: string): unknown =>
    name in error ? (error as unknown as Record<string, unknown>)[name] : undefined
  const [code, command, replyCode, reply] = [of('code'), of('command'), of('responseCode'), of('response')]
  return {
    code: typeof code === 'string' ? code : error.name,
    command: typeof command === 'string' ? command : '',
    replyCode: typeof replyCode === 'number' ? replyCode : null,
    reply: typeof reply === 'string' ? reply : null,
  }
}

/** The mail server's own sentence, without the recipient's address; without a sentence, what went wrong. */
export function describeFailure(error: unknown, to: string): string {
  const refusal = refusalIn(error)
  return answerOf(refusal, to) ?? describe(error, refusal)
}

const ANSWER_LENGTH = 300

/** The mail server's own sentence in one line; null: it gave none. */
function answerOf(refusal: SmtpRefusal | null, to: string): string | null {
  const answer = refusal?.reply?.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (!answer) return null
  const theirs = to.toLowerCase()
  const words = answer.split(' ').map((word) => (word.toLowerCase().includes(theirs) ? '…' : word))
  return words.join(' ').slice(0, ANSWER_LENGTH)
}

/** For the log: without the mail server's sentence, which quotes the recipient. */
function describe(error: unknown, refusal: SmtpRefusal | null): string {
  if (refusal === null) return typeof error
  return [refusal.code, refusal.replyCode, enhancedCode(refusal.reply)].filter((part) => part !== null).join(' ')
}
