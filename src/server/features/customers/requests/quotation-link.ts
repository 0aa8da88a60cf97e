import type { Cents } from '#domain/money.ts'
import { isID } from '#domain/identifiers.ts'
import type { Secrets } from '../../../ports.ts'

const PURPOSE = 'quotation'
const VALID_MS = 30 * 86_400_000

/** What a quotation's link says of itself; nothing of it is kept here, so it needs no table and no clearing up. */
export interface Offer {
  readonly customerID: string
  readonly price: Cents
  readonly expiresAt: Date
}

export function offerFrom(now: Date, customerID: string, price: Cents): Offer {
  return { customerID, price, expiresAt: new Date(now.getTime() + VALID_MS) }
}

export function quotationToken(secrets: Secrets, { customerID, price, expiresAt }: Offer): string {
  const text = [customerID, price, expiresAt.getTime()].join('.')
  return `${text}.${secrets.hmac(PURPOSE, text)}`
}

/** The offer behind a link; null when we did not sign it, or its time is over. */
export function offerOf(secrets: Secrets, token: string, now: Date): Offer | null {
  const [, text = '', customerID = '', price, expires, signature = ''] =
    /^(([^.]+)\.(\d{1,9})\.(\d{13}))\.([0-9a-f]{64})$/.exec(token) ?? []
  if (!isID(customerID) || !secrets.verifyHmac(PURPOSE, text, signature)) return null
  const expiresAt = new Date(Number(expires))
  return expiresAt > now ? { customerID, price: Number(price), expiresAt } : null
}
