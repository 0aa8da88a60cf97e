import { count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listWebhookMessages, listWebhooks } from '#contract/v1/webhooks.ts'
import { WEBHOOK_WAITS_MS } from '#domain/alerts.ts'
import { WEBHOOK_TEST } from '#domain/webhooks.ts'
import type { Queryable } from '../../db/database.ts'
import { users } from '../../db/tables/users.ts'
import { webhookMessages, webhooks } from '../../db/tables/webhooks.ts'

type Shown = AnswerOf<typeof listWebhooks>['items'][number]
type ShownMessage = AnswerOf<typeof listWebhookMessages>['items'][number]

interface PageQuery {
  readonly where: SQL | undefined
  readonly orderBy: SQL[]
  readonly limit: number
  readonly offset: number
}

const ofIt = sql`${webhookMessages.webhookID} = ${webhooks.webhookID}`

/** @param origin PUBLIC_URL of this server */
export async function webhooksPage(
  db: Queryable,
  query: PageQuery,
  origin: string,
): Promise<{ items: Shown[]; total: number }> {
  const rows = await db
    .select({
      webhookID: webhooks.webhookID,
      url: webhooks.url,
      kinds: webhooks.kinds,
      createdBy: users.fullName,
      makerLeft: sql<boolean>`${users.disabledAt} is not null`,
      createdAt: webhooks.createdAt,
      endedAt: webhooks.endedAt,
      here: sql<boolean>`${webhooks.origin} = ${origin}`,
      waiting: sql<number>`(select count(*)::int from ${webhookMessages} where ${ofIt} and ${webhookMessages.state} = 'queued')`,
      sentAt: sql<Date | null>`(
        select ${webhookMessages.sentAt} from ${webhookMessages}
        where ${ofIt} and ${webhookMessages.state} = 'sent' order by ${webhookMessages.createdAt} desc limit 1)`.mapWith(
        webhookMessages.sentAt,
      ),
      lastError: sql<string | null>`(
        select ${webhookMessages.lastError} from ${webhookMessages}
        where ${ofIt} and ${webhookMessages.attempts} > 0 order by ${webhookMessages.createdAt} desc limit 1)`,
    })
    .from(webhooks)
    .innerJoin(users, eq(users.userID, webhooks.createdBy))
    .where(query.where)
    .orderBy(...query.orderBy)
    .limit(query.limit)
    .offset(query.offset)
  const [counted] = await db.select({ total: count() }).from(webhooks).where(query.where)
  return { items: rows.map((row) => ({ ...row, kinds: row.kinds as Shown['kinds'] })), total: counted!.total }
}

/** Whether a webhook in use has not taken a message for an hour, or its last one was given up. Tests do not count. */
export async function aWebhookFails(db: Queryable, now: Date): Promise<boolean> {
  const late = new Date(now.getTime() - WEBHOOK_WAITS_MS).toISOString()
  const { rows } = await db.execute(sql`
    select 1 from ${webhooks} join ${webhookMessages} on ${ofIt}
    where ${webhooks.endedAt} is null and ${webhookMessages.kind} <> ${WEBHOOK_TEST}
      and (${webhookMessages.state} = 'queued' and ${webhookMessages.createdAt} < ${late}::timestamptz
        or ${webhookMessages.state} = 'failed' and not exists (
          select 1 from ${webhookMessages} later where later.webhook_id = ${webhooks.webhookID}
            and later.state = 'sent' and later.created_at >= ${webhookMessages.createdAt}))
    limit 1`)
  return rows.length > 0
}

/** The newest first. */
export async function messagesPage(
  db: Queryable,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: ShownMessage[]; total: number }> {
  const items = await db
    .select(MESSAGE)
    .from(webhookMessages)
    .where(where)
    .orderBy(desc(webhookMessages.createdAt), webhookMessages.messageID)
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(webhookMessages).where(where)
  return { items, total: counted!.total }
}

const MESSAGE = {
  messageID: webhookMessages.messageID,
  kind: webhookMessages.kind,
  state: webhookMessages.state,
  attempts: webhookMessages.attempts,
  nextAttemptAt: webhookMessages.nextAttemptAt,
  lastError: webhookMessages.lastError,
  createdAt: webhookMessages.createdAt,
  sentAt: webhookMessages.sentAt,
}
