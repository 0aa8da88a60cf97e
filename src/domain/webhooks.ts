/** Webhooks: what other programs are told of, and what becomes of an attempt to tell them. */

export const WEBHOOK_KINDS = [
  'run.completed',
  'stop.recorded',
  'invoice.issued',
  'payment.booked',
  'customer.changed',
  'case.opened',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** Sent only when the office asks for it. */
export const WEBHOOK_TEST = 'test'

/** Webhooks that have not ended. */
export const WEBHOOKS_MAX = 20
export const WEBHOOK_URL_MAX = 500

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The waits after the first, second, ... failed attempt; after the last the message is given up, a day after the first. */
const WAITS_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 16 * HOUR_MS] as const

/** @param attempts how many were made @returns milliseconds to the next; null: it is given up */
export const webhookWait = (attempts: number): number | null => WAITS_MS[attempts - 1] ?? null

/**
 * What an answer means. `ended`: 410, by which the receiver says that it wants nothing any more (Standard Webhooks).
 * @param status null: no answer
 */
export function webhookVerdict(status: number | null): 'sent' | 'ended' | 'again' {
  if (status === 410) return 'ended'
  return status !== null && status >= 200 && status < 300 ? 'sent' : 'again'
}

/** Audit entries about a customer by which nothing of the customer changes. */
const NO_CHANGE: ReadonlySet<string> = new Set(['customer.statement', 'customer.call', 'customer.calendar-feed'])

/** What the message of a kind that follows from the audit log calls the id of the entry's subject. */
export const AUDITED_ID = {
  'run.completed': 'runOrderID',
  'customer.changed': 'customerID',
  'case.opened': 'caseID',
} as const satisfies Partial<Record<WebhookKind, string>>

/** The webhook that follows from an entry of the audit log; null: none. */
export function webhookOfAudit(action: string, subjectKind: string): keyof typeof AUDITED_ID | null {
  if (action === 'run.complete') return 'run.completed'
  if (action === 'case.open') return 'case.opened'
  return subjectKind === 'customer' && !NO_CHANGE.has(action) ? 'customer.changed' : null
}
