import { sql } from 'drizzle-orm'
import type { WebhookKind } from '#domain/webhooks.ts'
import type { Queryable } from './database.ts'
import { webhookMessages, webhooks } from './tables/webhooks.ts'

/**
 * Queues a message to each webhook of this kind, inside the transaction of what happened. After the commit the webhook
 * runner sends them.
 * @param things one message each: ids, and figures without which a receiver would have to ask
 */
export async function noteWebhooks(
  tx: Queryable,
  kind: WebhookKind,
  things: readonly Readonly<Record<string, unknown>>[],
  now: Date,
): Promise<void> {
  if (things.length === 0) return
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into ${webhookMessages} (message_id, webhook_id, kind, data, state, next_attempt_at, created_at)
    select gen_random_uuid(), ${webhooks.webhookID}, ${kind}::text, thing.value, 'queued', ${at}, ${at}
    from ${webhooks}, jsonb_array_elements(${JSON.stringify(things)}::jsonb) as thing(value)
    where ${webhooks.endedAt} is null and ${webhooks.kinds} @> to_jsonb(${kind}::text)`)
}
