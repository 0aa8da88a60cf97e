import { isIP } from 'node:net'
import { Refused } from '../../../http/refused.ts'

export interface Site {
  /** Scheme, host and port, as signed by the browser. */
  readonly origin: string
  /** The host, which is the relying party id of passkeys. */
  readonly rpID: string
}

/** The site at the address that the person uses. Refuses an IP address, because WebAuthn supports host names only. */
export function siteOf(origin: string): Site {
  const url = URL.canParse(origin) ? new URL(origin) : null
  const rpID = url?.hostname ?? ''
  if (url === null || rpID === '' || isIP(rpID) > 0 || rpID.startsWith('[')) {
    throw new Refused('wrong_state', {
      message: 'Passkeys need a domain name, such as https://office.example, set as PUBLIC_URL.',
    })
  }
  return { origin: url.origin, rpID }
}

/** The challenge that the browser's answer names; null: it names none, or the page was in a frame of another site. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const clientData = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown
      crossOrigin?: unknown
    } | null
    if (clientData === null || typeof clientData.challenge !== 'string' || clientData.crossOrigin === true) return null
    return clientData.challenge
  } catch {
    return null
  }
}
