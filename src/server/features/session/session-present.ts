import type { AnswerOf } from '#contract/endpoint.ts'
import type { getProfile } from '#contract/v1/session.ts'
import { MAX_FILES, MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { checkoutIsOn } from '#domain/checkout.ts'
import { Refused } from '../../http/refused.ts'
import type { Actor } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { newEmailOf } from '../accounts/public.ts'
import { balancesOf } from '../ledger/public.ts'
import { businessNameOf, logoUrl, noticeOf, settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { type Account, accountByID } from './session-reads.ts'

type Profile = AnswerOf<typeof getProfile>

type Served = Pick<Dependencies, 'config' | 'mail' | 'oidc' | 'payments'>

function presentProfile(
  { userID, fullName, firstName, lastName, role, email }: Account,
  balance: Cents,
  settings: SettingsInForce,
  logoUrl: string | null,
  deps: Served,
  now: Date,
): Profile {
  return {
    userID,
    fullName,
    firstName,
    lastName,
    role,
    email,
    accountBalance: balance,
    business: {
      name: businessNameOf(settings),
      logoUrl,
      ...(role === 'CUSTOMER' ? { notice: noticeOf(settings, now), phone: settings['business.phone'] } : {}),
    },
    config: {
      ...limits(settings, deps),
      mailServer: deps.mail.kind === 'smtp',
      ...(role === 'ADMIN' && {
        travel: { speed: settings['route.speed'], atStop: settings['route.atStop'] },
        mapTiles: deps.config.mapTiles !== undefined,
      }),
      ...(role === 'DRIVER' && { learnsPlaces: settings['places.learn'] }),
    },
  }
}

export function presentConfig(
  settings: SettingsInForce,
  logoUrl: string | null,
  deps: Served,
  { setUpNeeded, now }: { setUpNeeded: boolean; now: Date },
) {
  const notice = noticeOf(settings, now)
  const phone = settings['business.phone']
  const sendsMail = deps.mail.kind === 'smtp'
  return {
    businessName: businessNameOf(settings),
    logoUrl,
    notice,
    phone,
    sendsMail,
    signInProvider: deps.oidc?.name ?? null,
    setUpNeeded,
    ...limits(settings, deps),
  }
}

function limits(
  settings: SettingsInForce,
  { config: { allowRegister, allowReAssignDriver, pageSize }, payments }: Served,
): Profile['config'] {
  return {
    pageSize,
    timeZone: settings['business.timeZone'],
    allowRegister,
    allowReAssignDriver,
    maxFiles: MAX_FILES,
    maxUploadBytes: MAX_UPLOAD_BYTES,
    cardPayments: checkoutIsOn(settings['checkout.enabled'], payments.kind),
  }
}

export async function ownProfile(
  db: Queryable,
  deps: Served,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<Profile> {
  const account = await accountByID(db, actor.userID, now)
  if (account === null) throw new Refused('unauthenticated')
  const accounts = account.role === 'CUSTOMER' ? await balancesOf(db, [account.userID]) : null
  const balance = accounts?.get(account.userID)?.balance ?? 0
  const profile = presentProfile(account, balance, await settingsInForce(db), await logoUrl(db), deps, now)
  const newEmail = await newEmailOf(db, actor.userID, now)
  return {
    ...profile,
    newEmail,
    ...(actor.officeRole !== null && { officeRole: actor.officeRole, depotID: actor.depotID }),
    ...(actor.secondFactorMissing && { secondFactorMissing: true }),
  }
}
