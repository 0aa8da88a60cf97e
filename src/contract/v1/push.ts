import * as z from 'zod/mini'
import { PUSH_ENDPOINT_MAX } from '#domain/pushes.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../paging.ts'
import { id, instant, noContent, nothing } from '../shapes.ts'

const CUSTOMER = { CUSTOMER: 'own' } as const

/** The push service's address for a browser: a secret, sent in bodies only and never answered. */
const pushEndpoint = z
  .string()
  .check(z.minLength(1), z.maxLength(PUSH_ENDPOINT_MAX), z.regex(/^https?:\/\/[!-~]+$/, 'Not an address'))

export const pushSubscription = z.object({
  pushSubscriptionID: id,
  /** Browser and system in words; null: unknown. */
  device: z.nullable(z.string()),
  createdAt: instant,
  /** When the last notification was sent to it; null: none within two months. */
  sentAt: z.nullable(instant),
})

export const getPushKey = endpoint({
  method: 'GET',
  path: '/v1/push/key',
  summary: 'The public key with which a browser subscribes to notifications (VAPID)',
  roles: CUSTOMER,
  input: nothing,
  output: z.object({ publicKey: z.string() }),
  refusals: [],
})

export const listPushSubscriptions = endpoint({
  method: 'GET',
  path: '/v1/push/subscriptions',
  summary: 'The devices on which a customer gets notifications, the newest first',
  roles: { ADMIN: 'any', CUSTOMER: 'own' },
  area: 'customers',
  depot: 'records',
  reads: ['customers', 'sessions'],
  input: z.strictObject({ customerID: z.optional(id) }),
  output: pageOf(pushSubscription),
  refusals: [],
})

export const createPushSubscription = endpoint({
  method: 'POST',
  path: '/v1/push/subscriptions',
  summary:
    'Notifications on this device: the browser’s subscription, at a known push service; sent again it keeps its ID',
  roles: CUSTOMER,
  changes: ['push'],
  input: z.strictObject({
    endpoint: pushEndpoint,
    keys: z.strictObject({
      /** An uncompressed point of P-256. */
      p256dh: z.string().check(z.regex(/^B[A-P][A-Za-z0-9_-]{85}$/)),
      /** 16 bytes. */
      auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
    }),
  }),
  output: pushSubscription,
  status: 201,
  // The body has the device's keys, which are stored in one place only.
  idempotencyKey: false,
  refusals: [],
})

export const seePushSubscription = endpoint({
  method: 'POST',
  path: '/v1/push/subscriptions/seen',
  summary:
    'Whether this browser’s subscription is the caller’s: it then belongs to this session; another customer’s is ended, because the browser has changed hands',
  roles: CUSTOMER,
  changes: ['push'],
  input: z.strictObject({ endpoint: pushEndpoint }),
  output: z.object({ pushSubscriptionID: z.nullable(id) }),
  idempotencyKey: false,
  refusals: [],
})

export const deletePushSubscription = endpoint({
  method: 'DELETE',
  path: '/v1/push/subscriptions/{pushSubscriptionID}',
  summary: 'No more notifications on this device',
  roles: CUSTOMER,
  changes: ['push'],
  input: z.strictObject({ pushSubscriptionID: id }),
  output: noContent,
  status: 204,
  refusals: [],
})
