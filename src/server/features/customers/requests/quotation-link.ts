import type { Cents } from '#domain/money.ts'
import { isID } from '#domain/identifiers.ts'
import type { Secrets } from '../../../ports.ts'

const PURPOSE = 'quotation'
const VALID_MS = 30 * 86_400_000

/** The content of a quotation's link. It is not stored, so it needs no table and no maintenance. */
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

/** The offer of a link; null: the signature is invalid, or the offer has expired. */
export function offerOf(secrets: Secrets, token: string, now: Date): Offer | null {
  const [, text = '', customerID = '', price, expires, signature = ''] =
    /^(([^.]+)\.(\d{1,9})\.(\d{13}))\.([0-9a-f]{64})$/.exec(token) ?? []
  if (!isID(customerID) || !secrets.verifyHmac(PURPOSE, text, signature)) return null
  const expiresAt = new Date(Number(expires))
  return expiresAt > now ? { customerID, price: Number(price), expiresAt } : null
}
