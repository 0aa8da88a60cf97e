import { type Day, isDay } from '#domain/dates.ts'
import { isID } from '#domain/identifiers.ts'
import type { Dependencies, Secrets } from '../../ports.ts'

const PURPOSE = 'checkout'

interface PayLink {
  readonly invoiceID: string
  /** When the office made the link; null: the link of the invoice's mails, which is always the same. */
  readonly madeOn: Day | null
}

const signedPart = ({ invoiceID, madeOn }: PayLink): string => (madeOn === null ? invoiceID : `${invoiceID}.${madeOn}`)

/** The token of an invoice's pay link: its holder may see what is owed, and pay it, without signing in. */
export function checkoutToken(secrets: Pick<Secrets, 'hmac'>, invoiceID: string, madeOn: Day | null = null): string {
  const part = signedPart({ invoiceID, madeOn })
  return `${part}.${secrets.hmac(PURPOSE, part)}`
}

/** What a pay link was made for; null when this server did not sign it. */
export function payLinkOfToken(secrets: Pick<Secrets, 'verifyHmac'>, token: string): PayLink | null {
  const [, invoiceID = '', madeOn = null, signature = ''] =
    /^([^.]+)(?:\.([0-9-]{10}))?\.([0-9a-f]{64})$/.exec(token) ?? []
  if (!isID(invoiceID) || (madeOn !== null && !isDay(madeOn))) return null
  return secrets.verifyHmac(PURPOSE, signedPart({ invoiceID, madeOn }), signature) ? { invoiceID, madeOn } : null
}

export const payUrlOf = (
  { config, secrets }: Pick<Dependencies, 'config' | 'secrets'>,
  invoiceID: string,
  madeOn: Day | null = null,
): string => `${config.publicUrl}/pay/${checkoutToken(secrets, invoiceID, madeOn)}`
