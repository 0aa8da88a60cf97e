import { isIP } from 'node:net'
import { Refused } from '../../../http/refused.ts'

export interface Site {
  /** Scheme, host and port, as the browser signs it. */
  readonly origin: string
  /** The host alone: passkeys belong to it. */
  readonly rpID: string
}

/** The site at the address the person uses. Refuses an IP address: WebAuthn has passkeys for names only. */
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

/** The challenge the browser says it answers; null when it says none, or another site's page held ours in a frame. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const said = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown
      crossOrigin?: unknown
    } | null
    if (said === null || typeof said.challenge !== 'string' || said.crossOrigin === true) return null
    return said.challenge
  } catch {
    return null
  }
}
