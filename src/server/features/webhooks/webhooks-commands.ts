import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { createWebhook } from '#contract/v1/webhooks.ts'
import { newID } from '#domain/identifiers.ts'
import { WEBHOOK_TEST, WEBHOOKS_MAX } from '#domain/webhooks.ts'
import type { Queryable } from '../../db/database.ts'
import { webhookMessages, webhooks } from '../../db/tables/webhooks.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import type { Actor } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { newSecret } from './post-message.ts'
import { addressProblem } from './webhook-address.ts'

export const SUBJECT = 'webhook'
export const PURPOSE = 'webhook secret'
const ENDED = 'ended'

/** Makes a webhook, whose secret is in this answer only. Confirm the author's password first. */
export async function addWebhook(
  tx: Queryable,
  { secrets, config }: Pick<Dependencies, 'secrets' | 'config'>,
  author: Author & { readonly actor: Actor },
  { url, ...input }: InputOf<typeof createWebhook>,
): Promise<AnswerOf<typeof createWebhook>> {
  const { actor, now } = author
  const problem = addressProblem(url, config.webhookHosts)
  if (problem !== null) refuseField('url', problem)
  const [there] = await tx.select({ number: count() }).from(webhooks).where(isNull(webhooks.endedAt))
  if (there!.number >= WEBHOOKS_MAX) throw new Refused('too_many_webhooks')
  const secret = newSecret()
  const kinds = [...new Set(input.kinds)]
  const row = { webhookID: newID(now.getTime()), url, kinds, createdAt: now, endedAt: null }
  await tx.insert(webhooks).values({
    ...row,
    sealedSecret: secrets.seal(PURPOSE, secret),
    origin: config.publicUrl,
    createdBy: actor.userID,
  })
  await recordChange(tx, author, {
    action: 'webhook.create',
    subjectKind: SUBJECT,
    subjectID: row.webhookID,
    // The path may be a secret, which the readers of the audit are not shown.
    after: { host: new URL(url).host, kinds },
  })
  return { ...row, createdBy: actor.fullName, here: true, waiting: 0, sentAt: null, lastError: null, secret }
}

/** Ends a webhook, and gives up what waits for it. One that has ended stays as it is. */
export async function endWebhookOf(tx: Queryable, author: Author, webhookID: string): Promise<void> {
  if (await endOf(tx, webhookID, author.now))
    return recordChange(tx, author, { action: 'webhook.end', subjectKind: SUBJECT, subjectID: webhookID })
  await existing(tx, webhookID)
}

/** @returns whether it was in use until now */
export async function endOf(tx: Queryable, webhookID: string, now: Date): Promise<boolean> {
  const [ended] = await tx
    .update(webhooks)
    .set({ endedAt: now })
    .where(and(eq(webhooks.webhookID, webhookID), isNull(webhooks.endedAt)))
    .returning({ webhookID: webhooks.webhookID })
  await tx
    .update(webhookMessages)
    .set({ state: 'failed', nextAttemptAt: null, lastError: sql`coalesce(${webhookMessages.lastError}, ${ENDED})` })
    .where(and(eq(webhookMessages.webhookID, webhookID), eq(webhookMessages.state, 'queued')))
  return ended !== undefined
}

export async function queueTest(tx: Queryable, webhookID: string, now: Date): Promise<void> {
  if ((await existing(tx, webhookID)).endedAt !== null)
    throw new Refused('wrong_state', { message: 'This webhook has ended.' })
  await tx.insert(webhookMessages).values({
    messageID: newID(now.getTime()),
    webhookID,
    kind: WEBHOOK_TEST,
    data: {},
    state: 'queued',
    nextAttemptAt: now,
    createdAt: now,
  })
}

/** Throws 404 where there is none. */
export async function existing(tx: Queryable, webhookID: string) {
  const [known] = await tx.select({ endedAt: webhooks.endedAt }).from(webhooks).where(eq(webhooks.webhookID, webhookID))
  if (!known) throw new Refused('not_found')
  return known
}
