import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { LINK_IN_TEXT, LINK_NOT_SHOWN } from '../../db/mail-links.ts'
import { LINK_PLACE, linkOf } from '../../db/mail-outbox.ts'
import { mails } from '../../db/tables/mails.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../ports.ts'

type Mail = typeof mails.$inferSelect

const LOOK_EVERY_MS = 5_000
const MINUTE_MS = 60_000
/** Pauses of 1, 2, 4 ... minutes, at most 6 hours: the mail fails after about a day. */
const ATTEMPTS = 13
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS
/** After this time another process may send a mail that was claimed by a process which has died. */
const CLAIM_MS = 5 * MINUTE_MS
const LINK_ENDED = '[This link expired before the email could be sent. Please ask for a new one.]'

/** Sends mails from the outbox until none is due. Several nodes may do it at once. Returns how many were tried. */
export async function sendWaitingMails(deps: Dependencies): Promise<number> {
  let tried = 0
  for (let mail = await claimNext(deps); mail !== null; mail = await claimNext(deps)) {
    await sendOne(deps, mail)
    tried++
  }
  return tried
}

/** Checks the outbox every few seconds. `stop` waits for the mail being sent. */
export function startMailSender(deps: Dependencies): { stop(): Promise<void> } {
  if (deps.mail.kind === 'kept') return { stop: () => Promise.resolve() }
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const look = () => {
    if (busy) return
    busy = true
    running = sendWaitingMails(deps)
      .catch((error: unknown) =>
        deps.log.error({ kind: error instanceof Error ? error.name : typeof error }, 'the outbox could not be read'),
      )
      .finally(() => (busy = false))
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  look()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * The same message to the same person has the same id, so that a mail sent twice after a crash appears once in the
 * inbox.
 */
export function messageIDOf(dedupeKey: string, publicUrl: string): string {
  return `<${createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32)}@${new URL(publicUrl).hostname}>`
}

async function claimNext({ database, clock }: Dependencies): Promise<Mail | null> {
  const now = clock.now()
  return inTransaction(
    database.db,
    async (tx) => {
      const [due] = await tx
        .select({ mailID: mails.mailID })
        .from(mails)
        .where(and(eq(mails.state, 'queued'), lte(mails.nextAttemptAt, now)))
        .orderBy(asc(mails.nextAttemptAt), asc(mails.mailID))
        .limit(1)
        .for('update', { skipLocked: true })
      if (due === undefined) return null
      const [claimed] = await tx
        .update(mails)
        .set({ attempts: sql`${mails.attempts} + 1`, nextAttemptAt: new Date(now.getTime() + CLAIM_MS) })
        .where(eq(mails.mailID, due.mailID))
        .returning()
      return claimed ?? null
    },
    { isolation: 'read committed' },
  )
}

async function sendOne({ database, clock, mail: port, config, log, secrets }: Dependencies, mail: Mail): Promise<void> {
  try {
    const { text, html } = withLink(mail, secrets, clock.now())
    await port.send({
      messageID: messageIDOf(mail.dedupeKey, config.publicUrl),
      to: mail.to,
      subject: mail.subject,
      text,
      html,
    })
    const sent = { state: 'sent' as const, sentAt: clock.now(), nextAttemptAt: null, lastError: null }
    await database.db
      .update(mails)
      .set({ ...sent, sealedLink: null, text: withoutLinks(mails.text), html: withoutLinks(mails.html) })
      .where(eq(mails.mailID, mail.mailID))
  } catch (error) {
    const lastError = describe(error)
    const givenUp = mail.attempts >= ATTEMPTS || refusedForGood(error)
    const wait = Math.min(MINUTE_MS * 2 ** (mail.attempts - 1), LONGEST_WAIT_MS)
    const after = givenUp
      ? { state: 'failed' as const, nextAttemptAt: null }
      : { nextAttemptAt: new Date(clock.now().getTime() + wait) }
    await database.db
      .update(mails)
      .set({ ...after, lastError })
      .where(eq(mails.mailID, mail.mailID))
    log.warn({ mailID: mail.mailID, attempts: mail.attempts, givenUp, error: lastError }, 'a mail could not be sent')
  }
}

/** Text and HTML as the recipient gets them. A link that expired while the mail was queued is not sent. */
function withLink(mail: Mail, secrets: Dependencies['secrets'], now: Date): Pick<Mail, 'text' | 'html'> {
  if (mail.linkExpiresAt === null) return mail
  const link = linkOf(mail, secrets, now) ?? LINK_ENDED
  return {
    text: mail.text.replaceAll(LINK_PLACE, () => link),
    html: mail.html?.replaceAll(LINK_PLACE, () => link.replaceAll('&', '&amp;')) ?? null,
  }
}

/** Mails of earlier versions contain their link in the text. */
const withoutLinks = (column: typeof mails.text | typeof mails.html) =>
  sql`regexp_replace(${column}, ${sql.raw(LINK_IN_TEXT)}, ${LINK_NOT_SHOWN}, 'g')`

/**
 * The mail server answered 5xx for this recipient or message: another attempt would give the same result. A wrong
 * password is retried, because the operator may correct it.
 */
function refusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500
}

/** Without the mail server's message: it quotes the recipient. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return 'responseCode' in error && typeof error.responseCode === 'number' ? `${code} ${error.responseCode}` : code
}
