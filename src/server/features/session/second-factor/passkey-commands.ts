import { eq } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import type { Database, Queryable } from '../../../db/database.ts'
import { uniqueViolation } from '../../../db/errors.ts'
import { passkeys } from '../../../db/tables/sign-in.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import type { Actor } from '../../../http/serve.ts'
import type { Dependencies } from '../../../ports.ts'
import { businessNameOf, settingsInForce } from '../../settings/public.ts'
import { accountByID } from '../session-reads.ts'
import { type Registration, registrationOptions, verifyRegistration } from './passkey-ceremonies.ts'
import { storeChallenge, takeChallenge } from './passkey-challenges.ts'
import { challengeIn, siteOf } from './passkey-site.ts'
import { endLastFactor } from './second-factor-commands.ts'
import { notify, passkeyAdded, passkeyRemoved } from './second-factor-mails.ts'
import { passkeyOf, type PasskeyRow, passkeysOf } from './second-factor-reads.ts'

const PASSKEYS_MAX = 20

interface Registering extends Author {
  readonly actor: Actor
  readonly database: Database
  readonly site: string
}

/** The options with which the browser creates a passkey for the caller. */
export async function optionsToRegister({ database, site: origin, actor, now }: Registering) {
  const site = siteOf(origin)
  const stored = await passkeysOf(database, actor.userID)
  if (stored.length >= PASSKEYS_MAX) throw tooMany()
  const account = await accountByID(database, actor.userID, now)
  const businessName = businessNameOf(await settingsInForce(database))
  const options = await registrationOptions(site, {
    ...actor,
    userName: account?.email ?? actor.fullName,
    businessName,
    passkeys: stored,
  })
  await storeChallenge(database, options.challenge, 'register', actor.userID, now)
  return options
}

export async function storePasskey(
  context: Registering,
  deps: Dependencies,
  name: string,
  response: Registration,
): Promise<PasskeyRow> {
  const { database, site: origin, actor, now } = context
  const challenge = challengeIn(response.response.clientDataJSON)
  const isOurs = challenge !== null && (await takeChallenge(database, challenge, 'register', actor.userID, now))
  const made = isOurs ? await verifyRegistration(siteOf(origin), response, challenge) : null
  if (made === null) throw new Refused('passkey_refused')
  const transports = response.response.transports ?? []
  const row: PasskeyRow = {
    ...made,
    passkeyID: newID(now.getTime()),
    userID: actor.userID,
    name,
    transports,
    createdAt: now,
    lastUsedAt: null,
  }
  return inTransaction(database, async (tx) => {
    if ((await passkeysOf(tx, actor.userID)).length >= PASSKEYS_MAX) throw tooMany()
    await tx.insert(passkeys).values(row)
    await recordChange(tx, context, {
      action: 'second-factor.passkey-add',
      subjectKind: 'user',
      subjectID: actor.userID,
      after: { passkeyID: row.passkeyID, name },
    })
    await notify(tx, deps, actor.userID, passkeyAdded(name), now)
    return row
  }).catch((error: unknown) => {
    if (uniqueViolation(error) !== 'passkeys_credential') throw error
    throw new Refused('passkey_refused', { message: 'This passkey was already added.' })
  })
}

export async function renamePasskey(
  tx: Queryable,
  author: Author,
  passkeyID: string,
  name: string,
): Promise<PasskeyRow> {
  const before = await ownPasskey(tx, author, passkeyID)
  if (before.name === name) return before
  await tx.update(passkeys).set({ name }).where(eq(passkeys.passkeyID, passkeyID))
  const change = { before: { passkeyID, name: before.name }, after: { passkeyID, name } }
  await recordChange(tx, author, {
    action: 'second-factor.passkey-rename',
    subjectKind: 'user',
    subjectID: author.actor.userID,
    ...change,
  })
  return { ...before, name }
}

export async function removePasskey(
  tx: Queryable,
  deps: Dependencies,
  author: Author & { readonly actor: Actor },
  passkeyID: string,
): Promise<void> {
  const { name } = await ownPasskey(tx, author, passkeyID)
  await tx.delete(passkeys).where(eq(passkeys.passkeyID, passkeyID))
  await endLastFactor(tx, author.actor)
  await recordChange(tx, author, {
    action: 'second-factor.passkey-remove',
    subjectKind: 'user',
    subjectID: author.actor.userID,
    before: { passkeyID, name },
  })
  await notify(tx, deps, author.actor.userID, passkeyRemoved(name), author.now)
}

export async function ownPasskey(
  db: Queryable,
  { actor }: Pick<Author, 'actor'>,
  passkeyID: string,
): Promise<PasskeyRow> {
  const row = await passkeyOf(db, actor.userID, passkeyID)
  if (row === null) throw new Refused('not_found')
  return row
}

function tooMany(): Refused {
  return new Refused('wrong_state', {
    message: `You have ${PASSKEYS_MAX} passkeys. Remove one you no longer use first.`,
  })
}
