import { checkoutIsOn, LEAST_BY_CARD, MOST_BY_CARD } from '#domain/checkout.ts'
import { isID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import type { Dependencies, Secrets } from '../../ports.ts'
import { settingsInForce } from '../settings/public.ts'

const PURPOSE = 'prepay'
const PREFIX = 'prepay.'

/** A token with which one collection of this request can be paid in advance; null where card payment is off. */
export async function prepayToken(
  db: Queryable,
  { payments, secrets }: Pick<Dependencies, 'payments' | 'secrets'>,
  { customerID, amount }: { readonly customerID: string; readonly amount: number },
): Promise<string | null> {
  const isOn = checkoutIsOn((await settingsInForce(db))['checkout.enabled'], payments.kind)
  if (!isOn || amount < LEAST_BY_CARD || amount > MOST_BY_CARD) return null
  return `${PREFIX}${customerID}.${secrets.hmac(PURPOSE, customerID)}`
}

/** The customer whose collection a token pays; null when this server did not sign it, or it is an invoice's. */
export function customerOfPrepayToken(secrets: Pick<Secrets, 'verifyHmac'>, token: string): string | null {
  const [, customerID = '', signature = ''] = /^prepay\.([^.]+)\.([0-9a-f]{64})$/.exec(token) ?? []
  return isID(customerID) && secrets.verifyHmac(PURPOSE, customerID, signature) ? customerID : null
}
