import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { passkeys } from '../../../db/tables/sign-in.ts'
import { Refused } from '../../../http/refused.ts'
import { type Account, accountByID } from '../session-reads.ts'
import { type Authentication, authenticationOptions, verifyAuthentication } from './passkey-ceremonies.ts'
import { storeChallenge, takeChallenge } from './passkey-challenges.ts'
import { challengeIn, siteOf } from './passkey-site.ts'

interface Ceremony {
  readonly database: Database
  readonly site: string
  readonly now: Date
}

/** The options with which the browser signs in with any passkey it has for this site. */
export async function optionsToSignIn({ database, site: origin, now }: Ceremony) {
  const options = await authenticationOptions(siteOf(origin))
  await storeChallenge(database, options.challenge, 'sign-in', null, now)
  return options
}

/** The account of the verified passkey. The caller checks whether the account may sign in. */
export async function accountByPasskey(
  { database, site: origin, now }: Ceremony,
  response: Authentication,
): Promise<Account> {
  const challenge = challengeIn(response.response.clientDataJSON)
  const isOurs = challenge !== null && (await takeChallenge(database, challenge, 'sign-in', null, now))
  const [passkey] = isOurs ? await database.select().from(passkeys).where(eq(passkeys.credentialID, response.id)) : []
  const proved =
    passkey && challenge !== null ? await verifyAuthentication(siteOf(origin), response, challenge, passkey) : null
  if (!passkey || proved === null) throw new Refused('passkey_refused')
  // Only one of two answers with the same counter signs in, because a copied authenticator would send the same.
  const moved = await database
    .update(passkeys)
    .set({ ...proved, lastUsedAt: now })
    .where(and(eq(passkeys.passkeyID, passkey.passkeyID), eq(passkeys.counter, passkey.counter)))
    .returning({ passkeyID: passkeys.passkeyID })
  const account = moved.length > 0 ? await accountByID(database, passkey.userID, now) : null
  if (account === null) throw new Refused('passkey_refused')
  return account
}
