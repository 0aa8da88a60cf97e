import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import { WEBHOOK_TEST, webhookVerdict, webhookWait } from '#domain/webhooks.ts'
import { type BackgroundRun, startBackgroundWork } from '../../background-work.ts'
import type { Database } from '../../db/database.ts'
import { webhookMessages, webhooks } from '../../db/tables/webhooks.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeAudit } from '../../http/audit.ts'
import type { Dependencies } from '../../ports.ts'
import { postMessage } from './post-message.ts'
import { PrivateAddress } from './webhook-address.ts'
import { endOf, existing, PURPOSE, SUBJECT } from './webhooks-commands.ts'

type WebhookNeeds = Pick<Dependencies, 'database' | 'clock' | 'secrets' | 'config' | 'log'>
type Message = typeof webhookMessages.$inferSelect
interface Claimed {
  readonly message: Message
  readonly webhook: typeof webhooks.$inferSelect
}

const LOOK_EVERY_MS = 5_000
/** Of each webhook, so that one that is slow or has much to be told does not keep the others waiting. */
const AT_ONCE = 4
/** How many requests are under way at a time. */
const LANES = 8
/** After this time another process may send a message whose claiming process has died. */
const CLAIM_MS = 5 * 60_000
/** After no answer nothing else is sent to the webhook for as long as to repeat it, and at most for so long. */
const SILENT_MS = 60_000
const KEPT_MS = 7 * 86_400_000
const ENDED_BY_ITSELF = { actorID: null, action: 'webhook.end', subjectKind: SUBJECT, requestID: null } as const

/**
 * Sends what is due. Any number of servers may do it at once, and any may be killed at any moment: a message may then
 * arrive twice, with the same id.
 * @param goOn asked before each message
 * @returns how many were tried
 */
export async function sendWebhooks(deps: WebhookNeeds, goOn: () => boolean = () => true): Promise<number> {
  let tried = 0
  while (goOn()) {
    const claimed = await claim(deps.database.db, deps.clock.now(), deps.config.publicUrl)
    if (claimed.length === 0) break
    const waiting = [...claimed]
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined && goOn(); next = waiting.shift()) await send(deps, next)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    tried += claimed.length
  }
  return tried
}

function claim(db: Database, now: Date, origin: string): Promise<Claimed[]> {
  return inTransaction(
    db,
    async (tx) => {
      const waiting = tx
        .select()
        .from(webhookMessages)
        .where(
          and(
            eq(webhookMessages.webhookID, webhooks.webhookID),
            eq(webhookMessages.state, 'queued'),
            lte(webhookMessages.nextAttemptAt, now),
          ),
        )
        .orderBy(asc(webhookMessages.nextAttemptAt), asc(webhookMessages.messageID))
        .limit(AT_ONCE)
        .for('update', { skipLocked: true })
        .as('message')
      const due = await tx
        .select()
        .from(webhooks)
        .innerJoinLateral(waiting, sql`true`)
        .where(eq(webhooks.origin, origin))
        .orderBy(asc(waiting.nextAttemptAt), asc(waiting.messageID))
      for (const { message } of due)
        await change(tx, message, {
          attempts: sql`${webhookMessages.attempts} + 1`,
          nextAttemptAt: new Date(now.getTime() + CLAIM_MS),
        })
      return due.map(({ message, webhooks: webhook }) => ({
        message: { ...message, attempts: message.attempts + 1 },
        webhook,
      }))
    },
    { isolation: 'read committed' },
  )
}

async function send(deps: WebhookNeeds, { message, webhook }: Claimed): Promise<void> {
  const { database, secrets, config, clock, log } = deps
  const { db } = database
  const { messageID, kind, data, createdAt, attempts } = message
  const { webhookID, url } = webhook
  // It may have ended since it was claimed, or before a transaction was committed that did not know it.
  if ((await existing(db, webhookID)).endedAt !== null)
    return void (await inTransaction(db, (tx) => endOf(tx, webhookID, clock.now())))
  let status: number | null = null
  let failure = 'no answer'
  try {
    const secret = secrets.open(PURPOSE, webhook.sealedSecret)
    const body = JSON.stringify({ type: kind, timestamp: createdAt.toISOString(), data })
    status = await postMessage({ url, secret, messageID, body, sentAt: clock.now() }, config.webhookHosts)
  } catch (error) {
    failure = error instanceof PrivateAddress ? 'private address' : `no answer (${nameOf(error)})`
  }
  const lastError = status === null ? failure : `answered ${status}`
  const now = clock.now()
  switch (webhookVerdict(status)) {
    case 'sent':
      return change(db, message, { state: 'sent', sentAt: now, nextAttemptAt: null, lastError: null })
    case 'ended':
      await change(db, message, { state: 'failed', nextAttemptAt: null, lastError })
      await inTransaction(db, async (tx) => {
        if (await endOf(tx, webhookID, now)) await writeAudit(tx, { ...ENDED_BY_ITSELF, subjectID: webhookID, at: now })
      })
      return log.warn({ webhookID }, 'a webhook answered 410, and has ended')
    case 'again': {
      const wait = kind === WEBHOOK_TEST ? null : webhookWait(attempts)
      await change(
        db,
        message,
        wait === null
          ? { state: 'failed', nextAttemptAt: null, lastError }
          : { nextAttemptAt: new Date(now.getTime() + wait), lastError },
      )
      if (status === null)
        await leaveAlone(db, webhookID, new Date(now.getTime() + Math.min(wait ?? SILENT_MS, SILENT_MS)))
      return log.warn({ webhookID, kind, attempts, error: lastError }, 'a webhook could not be called')
    }
  }
}

/** Such as ECONNREFUSED; a message might quote the address, whose path may be a secret. */
const nameOf = (error: unknown): string =>
  (error as { code?: unknown }).code === undefined
    ? ((error as { name?: string }).name ?? 'Error')
    : String((error as { code: unknown }).code)

/** Stores what became of it. One that another process has finished meanwhile stays as it is. */
async function change(
  db: Parameters<typeof endOf>[0],
  { messageID }: Message,
  after: Parameters<ReturnType<Database['update']>['set']>[0],
): Promise<void> {
  await db
    .update(webhookMessages)
    .set(after)
    .where(and(eq(webhookMessages.messageID, messageID), eq(webhookMessages.state, 'queued')))
}

/** Lets all that waits for a webhook wait until then. In a transaction, because two servers may do it at once. */
function leaveAlone(db: Database, webhookID: string, until: Date): Promise<unknown> {
  const ofIt = and(eq(webhookMessages.webhookID, webhookID), eq(webhookMessages.state, 'queued'))
  return inTransaction(
    db,
    (tx) =>
      tx
        .update(webhookMessages)
        .set({ nextAttemptAt: until })
        .where(and(ofIt, lt(webhookMessages.nextAttemptAt, until))),
    { isolation: 'read committed' },
  )
}

/** Deletes messages older than a week, those of servers that no longer exist too. */
export async function forgetOldMessages(db: Database, now: Date): Promise<void> {
  await db.delete(webhookMessages).where(lt(webhookMessages.createdAt, new Date(now.getTime() - KEPT_MS)))
}

/** Sends what is due every five seconds. `stop` waits for the messages being sent. */
export function startWebhookRunner(deps: WebhookNeeds): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: LOOK_EVERY_MS,
    failed: 'the webhooks could not be called',
    works: { webhooks: (goOn) => sendWebhooks(deps, goOn) },
  })
}
