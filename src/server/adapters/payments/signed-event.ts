import type { Stripe } from 'stripe'
import type { ProviderEvent, RefusedEvent } from '../../payments-port.ts'
import { eventOf } from './stripe-events.ts'

/** A webhook signed longer ago may have been recorded by a third party and sent again. */
const TOLERANCE_SECONDS = 300

/** The event of a webhook that one of the secrets signed recently. */
export function readSigned(
  { webhooks }: typeof Stripe,
  request: { rawBody: Uint8Array; header: string | undefined; now: Date; secrets: readonly string[] },
): ProviderEvent | RefusedEvent {
  const { rawBody, header = '', now, secrets } = request
  const signed = (secret: string, toleranceSeconds: number) =>
    orNull(() => webhooks.signature?.verifyHeader(rawBody, header, secret, toleranceSeconds, undefined, now.getTime()))
  const secret = secrets.find((secret) => signed(secret, TOLERANCE_SECONDS))
  if (secret === undefined)
    return { kind: 'refused', reason: secrets.some((secret) => signed(secret, 0)) ? 'too_old' : 'signature' }
  const event = orNull(() =>
    eventOf(webhooks.constructEvent(rawBody, header, secret, TOLERANCE_SECONDS, undefined, now.getTime())),
  )
  return event ?? { kind: 'refused', reason: 'unreadable' }
}

/** Null when it throws, because the client reports a wrong signature, or a body that is no event, only by an error. */
function orNull<T>(call: () => T): T | null {
  try {
    return call()
  } catch {
    return null
  }
}
