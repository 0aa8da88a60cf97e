import { isID } from '#domain/identifiers.ts'
import type { Dependencies, Secrets } from '../../ports.ts'

const PURPOSE = 'checkout'

/** The token of an invoice's pay link: its holder may see what is owed, and pay it, without signing in. */
export function checkoutToken(secrets: Pick<Secrets, 'hmac'>, invoiceID: string): string {
  return `${invoiceID}.${secrets.hmac(PURPOSE, invoiceID)}`
}

/** The invoice of a pay link; null when this server did not sign it. */
export function invoiceOfToken(secrets: Pick<Secrets, 'verifyHmac'>, token: string): string | null {
  const [, invoiceID = '', signature = ''] = /^([^.]+)\.([0-9a-f]{64})$/.exec(token) ?? []
  return isID(invoiceID) && secrets.verifyHmac(PURPOSE, invoiceID, signature) ? invoiceID : null
}

export const payUrlOf = ({ config, secrets }: Pick<Dependencies, 'config' | 'secrets'>, invoiceID: string): string =>
  `${config.publicUrl}/pay/${checkoutToken(secrets, invoiceID)}`
