import { isID } from '#domain/identifiers.ts'
import type { Dependencies, Secrets } from '../../ports.ts'

const PURPOSE = 'autopay-invitation'
const GOOD_MS = 30 * 86_400_000

/** The address of an invitation: its holder sees the firm's name, and may save a method for the customer. */
export function inviteLink(
  { config, secrets }: Pick<Dependencies, 'config' | 'secrets'>,
  customerID: string,
  now: Date,
): { url: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + GOOD_MS)
  const subject = `${customerID}.${expiresAt.getTime()}`
  return { url: inviteUrl({ config }, `${subject}.${secrets.hmac(PURPOSE, subject)}`), expiresAt }
}

export const inviteUrl = ({ config }: Pick<Dependencies, 'config'>, token: string): string =>
  `${config.publicUrl}/pay-automatically/${token}`

/** The customer whom a token invites; null when this server did not sign it, or it is too old. */
export function invitedBy(secrets: Pick<Secrets, 'verifyHmac'>, token: string, now: Date): string | null {
  const [, customerID = '', until = '', signature = ''] = /^([^.]+)\.(\d{1,15})\.([0-9a-f]{64})$/.exec(token) ?? []
  if (!isID(customerID) || !secrets.verifyHmac(PURPOSE, `${customerID}.${until}`, signature)) return null
  return Number(until) > now.getTime() ? customerID : null
}
