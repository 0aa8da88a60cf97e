import { isID } from '#domain/identifiers.ts'
import type { Dependencies, Secrets } from '../../ports.ts'

const PURPOSE = 'calendar-feed'

/**
 * The address that a calendar program reads. Its ID is in the database, its signature is not, so a copy of the database
 * opens no calendar.
 */
export const feedUrlOf = ({ config, secrets }: Pick<Dependencies, 'config' | 'secrets'>, feedID: string): string =>
  `${config.publicUrl}/v1/calendar-feeds/${feedID}.${secrets.hmac(PURPOSE, feedID)}.ics`

/** Null: this server did not sign it. */
export function feedOfToken(secrets: Pick<Secrets, 'verifyHmac'>, token: string): string | null {
  const [, feedID = '', signature = ''] = /^([^.]+)\.([0-9a-f]{64})\.ics$/.exec(token) ?? []
  return isID(feedID) && secrets.verifyHmac(PURPOSE, feedID, signature) ? feedID : null
}
