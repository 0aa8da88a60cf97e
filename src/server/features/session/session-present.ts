import type { Profile } from '#contract/v1/session.ts'
import { MAX_FILES, MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import type { Queryable } from '../../db/database.ts'
import { Refused } from '../../http/refused.ts'
import type { Actor } from '../../http/serve.ts'
import type { FeatureConfig } from '../../ports.ts'
import { businessNameOf, logoUrl, settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { type Account, accountByID } from './session-reads.ts'

export function presentSession({ token, expiresAt }: { token: string; expiresAt: Date }): {
  token: string
  expiresAt: string
} {
  return { token, expiresAt: expiresAt.toISOString() }
}

function presentProfile(
  { userID, fullName, firstName, lastName, role, email }: Account,
  settings: SettingsInForce,
  logoUrl: string | null,
  config: FeatureConfig,
): Profile {
  return {
    userID,
    fullName,
    firstName,
    lastName,
    role,
    email,
    accountBalance: 0,
    business: { name: businessNameOf(settings), logoUrl },
    config: limits(settings, config),
  }
}

export function presentConfig(
  settings: SettingsInForce,
  logoUrl: string | null,
  config: FeatureConfig,
  setUpNeeded: boolean,
) {
  return { businessName: businessNameOf(settings), logoUrl, setUpNeeded, ...limits(settings, config) }
}

function limits(
  settings: SettingsInForce,
  { allowRegister, allowReAssignDriver, pageSize }: FeatureConfig,
): Profile['config'] {
  return {
    pageSize,
    timeZone: settings['business.timeZone'],
    allowRegister,
    allowReAssignDriver,
    maxFiles: MAX_FILES,
    maxUploadBytes: MAX_UPLOAD_BYTES,
  }
}

/** The caller's profile, as stored. */
export async function ownProfile(
  db: Queryable,
  config: FeatureConfig,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<Profile> {
  const account = await accountByID(db, actor.userID, now)
  if (account === null) throw new Refused('unauthenticated')
  const profile = presentProfile(account, await settingsInForce(db), await logoUrl(db), config)
  return { ...profile, ...(actor.secondFactorMissing && { secondFactorMissing: true }) }
}
