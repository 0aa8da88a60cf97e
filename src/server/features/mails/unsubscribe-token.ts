import { isID } from '#domain/identifiers.ts'
import type { Dependencies, Secrets } from '../../ports.ts'

const PURPOSE = 'unsubscribe'
const VALID_MS = 60 * 86_400_000

/** The address for List-Unsubscribe, whose holder may stop this customer's collection reminders for 60 days. */
export function unsubscribeUrlOf(
  { config, secrets }: Pick<Dependencies, 'config' | 'secrets'>,
  customerID: string,
  now: Date,
): string {
  const subject = `${customerID}.${now.getTime() + VALID_MS}`
  return `${config.publicUrl}/v1/unsubscribe/${subject}.${secrets.hmac(PURPOSE, subject)}`
}

/** The customer of the link; null: this server did not sign it, or it is too old. */
export function customerOfToken(secrets: Pick<Secrets, 'verifyHmac'>, token: string, now: Date): string | null {
  const [, subject = '', customerID = '', expires = '', signature = ''] =
    /^(([^.]+)\.(\d{13}))\.([0-9a-f]{64})$/.exec(token) ?? []
  if (!isID(customerID) || !secrets.verifyHmac(PURPOSE, subject, signature)) return null
  return Number(expires) > now.getTime() ? customerID : null
}
