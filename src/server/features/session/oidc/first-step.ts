import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { passkeyChallenges } from '../../../db/tables/sign-in.ts'
import { oidcCookie, oidcCookieIn } from '../../../http/oidc-cookie.ts'
import type { Dependencies, OidcBegun } from '../../../ports.ts'
import { storeChallenge, takeChallenge } from '../second-factor/passkey-challenges.ts'

/**
 * A sign-in with the provider belongs to the browser that began it: its secrets are in a sealed cookie, and its state is
 * a row, which is used once. Any server of the installation can open the one and delete the other.
 */

const PURPOSE = 'oidc'
/** Long enough to find a phone and confirm there. */
const LASTS_MS = 10 * 60_000

type Secret = Omit<OidcBegun, 'url'>
type Deps = Pick<Dependencies, 'secrets'>

interface Browser {
  readonly database: Database
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly now: Date
}

/** @returns the cookie */
export async function storeBegun(
  { database, now }: Browser,
  { secrets, config }: Pick<Dependencies, 'secrets' | 'config'>,
  { state, nonce, verifier }: OidcBegun,
): Promise<string> {
  await storeChallenge(database, state, 'oidc', null, now, LASTS_MS)
  const sealed = secrets.seal(PURPOSE, JSON.stringify({ state, nonce, verifier } satisfies Secret))
  return oidcCookie(sealed, LASTS_MS / 1000, config)
}

/**
 * Uses the state up, whatever else the provider has answered; null: this browser did not begin it or has begun another
 * since, it was used, or took too long.
 */
export async function takeBegun(browser: Browser, deps: Deps, answer: string): Promise<Secret | null> {
  const secret = secretIn(browser, deps)
  if (secret === null || new URLSearchParams(answer).get('state') !== secret.state) return null
  return (await takeChallenge(browser.database, secret.state, 'oidc', null, browser.now)) ? secret : null
}

/** The provider has named this user, whose second step is to follow from the same browser. */
export async function awaitSecondStep({ database, now }: Browser, { state }: Secret, userID: string): Promise<void> {
  await storeChallenge(database, state, 'oidc-code', userID, now)
}

/** Whom the provider named in this browser; null: nobody, or too long ago. */
export async function namedUser(browser: Browser, deps: Deps): Promise<string | null> {
  const { challenge, purpose, expiresAt, userID } = passkeyChallenges
  const secret = secretIn(browser, deps)
  if (secret === null) return null
  const [row] = await browser.database
    .select({ userID })
    .from(passkeyChallenges)
    .where(and(eq(challenge, secret.state), eq(purpose, 'oidc-code'), gt(expiresAt, browser.now), isNotNull(userID)))
  return row?.userID ?? null
}

/** Whether the provider named this user in this browser; it is used up. */
export async function takeFirstStep(browser: Browser, deps: Deps, userID: string): Promise<boolean> {
  const secret = secretIn(browser, deps)
  return secret !== null && takeChallenge(browser.database, secret.state, 'oidc-code', userID, browser.now)
}

function secretIn({ headers }: Browser, { secrets }: Deps): Secret | null {
  const sealed = oidcCookieIn(headers['cookie'])
  if (sealed === null) return null
  try {
    return JSON.parse(secrets.open(PURPOSE, sealed)) as Secret
  } catch {
    // The cookie is another installation's, was changed, or was sealed with a key that is gone.
    return null
  }
}
