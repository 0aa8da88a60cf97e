import * as z from 'zod/mini'
import { WEBHOOK_KINDS, WEBHOOK_TEST, WEBHOOK_URL_MAX } from '#domain/webhooks.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, noContent } from '../shapes.ts'
import { currentPassword } from './account.ts'

/** Addresses of other programs that are told what happened (api.md, "Webhooks"). No token calls these operations. */

const ADMIN = { ADMIN: 'any' } as const

const kinds = z.array(z.enum(WEBHOOK_KINDS))

export const webhook = z.object({
  webhookID: id,
  url: z.string(),
  kinds,
  createdBy: z.string(),
  /** Who made it is no longer in the office. Earlier servers omit it. */
  makerLeft: z.optional(z.boolean()),
  createdAt: instant,
  endedAt: z.nullable(instant),
  /** False: it was made at another address of this product, and this server sends nothing to it. */
  here: z.boolean(),
  /** Messages that wait for an answer. */
  waiting: z.int(),
  /** When a message was last accepted; null: none was. */
  sentAt: z.nullable(instant),
  /** Why the last attempt failed; null: it did not. */
  lastError: z.nullable(z.string()),
})
export type Webhook = z.input<typeof webhook>

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'Webhooks, without their secret; those that ended stay in the list',
  roles: ADMIN,
  area: 'users',
  reads: ['admins'],
  input: z.strictObject(pageQuery),
  output: pageOf(webhook),
  refusals: ['keyword_too_short'],
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Make a webhook. The secret that signs its messages is in this answer only',
  roles: ADMIN,
  area: 'users',
  changes: ['webhooks'],
  input: z.strictObject({
    /** https, at a public address; others only if WEBHOOK_HOSTS names their host. */
    url: z.string().check(z.trim(), z.minLength(1), z.maxLength(WEBHOOK_URL_MAX)),
    kinds: kinds.check(z.minLength(1, 'Tick at least one'), z.maxLength(WEBHOOK_KINDS.length)),
    currentPassword,
  }),
  output: z.extend(webhook, { secret: z.string() }),
  status: 201,
  idempotencyKey: false,
  refusals: ['password_wrong', 'rate_limited', 'too_many_webhooks'],
})

export const endWebhook = endpoint({
  method: 'DELETE',
  path: '/v1/webhooks/{webhookID}',
  summary: 'End a webhook: nothing is sent to it any more, not even what waits',
  roles: ADMIN,
  area: 'users',
  changes: ['webhooks'],
  input: z.strictObject({ webhookID: id }),
  output: noContent,
  status: 204,
  refusals: [],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks/{webhookID}/test',
  summary: 'Queue a message of the type `test`, which tells nothing',
  roles: ADMIN,
  area: 'users',
  changes: ['webhooks'],
  input: z.strictObject({ webhookID: id }),
  output: noContent,
  status: 204,
  refusals: ['wrong_state'],
})

export const listWebhookMessages = endpoint({
  method: 'GET',
  path: '/v1/webhooks/{webhookID}/messages',
  summary: 'What a webhook was told in the last week, and what became of it',
  roles: ADMIN,
  area: 'users',
  input: z.strictObject({ ...pageQuery, webhookID: id }),
  output: pageOf(
    z.object({
      messageID: id,
      kind: z.enum([...WEBHOOK_KINDS, WEBHOOK_TEST]),
      state: z.enum(['queued', 'sent', 'failed']),
      attempts: z.int(),
      nextAttemptAt: z.nullable(instant),
      lastError: z.nullable(z.string()),
      createdAt: instant,
      sentAt: z.nullable(instant),
    }),
  ),
  refusals: ['keyword_too_short'],
})
