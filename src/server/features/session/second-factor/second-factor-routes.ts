import {
  addPasskey,
  beginTotp,
  confirmTotp,
  getSecondFactor,
  passkeyOptions,
  removePasskey as removePasskeyEndpoint,
  removeTotp as removeTotpEndpoint,
  renamePasskey as renamePasskeyEndpoint,
  renewRecoveryCodes,
  resetSecondFactor,
  signInOptions,
  signInWithPasskey,
} from '#contract/v1/second-factor.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Queryable } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { deviceCookie } from '../../../http/device-cookie.ts'
import type { Limit } from '../../../http/limits.ts'
import { type Actor, type Route, serve } from '../../../http/serve.ts'
import type { Dependencies } from '../../../ports.ts'
import { takeFirstStep } from '../oidc/first-step.ts'
import { needsProvider, toProvider } from '../oidc/other-ways.ts'
import { beginSession } from '../sign-in-audit.ts'
import { confirmPassword } from './current-password.ts'
import { storePasskey, optionsToRegister, ownPasskey, removePasskey, renamePasskey } from './passkey-commands.ts'
import { accountByPasskey, optionsToSignIn } from './passkey-sign-in.ts'
import { makeNewCodes, resetFactors } from './second-factor-commands.ts'
import { factorsOf, secondFactorRequired, type Factors, type PasskeyRow } from './second-factor-reads.ts'
import { confirmOfferedTotp, offerTotp, removeTotp } from './totp-commands.ts'

/** A whole office may share one address; a signature can't be guessed. */
const PASSKEY_TRIES: Limit = { hits: 120, seconds: 15 * 60 }
const CODE_TRIES: Limit = { hits: 10, seconds: 15 * 60 }

// Counted tries and used challenges must persist after a refusal, so these routes open their own transactions.
const transaction = false

export const secondFactorRoutes = (deps: Dependencies): Route[] => [
  serve(getSecondFactor)(async (_input, { db, actor }) => shown(db, actor)),

  serve(beginTotp, { transaction })(async ({ currentPassword }, context) => {
    await confirmPassword(context, currentPassword)
    return offerTotp(context.database, deps, context.actor, context.now)
  }),

  serve(confirmTotp, { transaction, limits: { perSession: CODE_TRIES } })(async ({ code }, context) => ({
    recoveryCodes: await confirmOfferedTotp(context.database, deps, context, code),
  })),

  serve(removeTotpEndpoint, { transaction })(async ({ currentPassword }, context) => {
    await confirmPassword(context, currentPassword)
    await inTransaction(context.database, (tx) => removeTotp(tx, deps, context))
    return shown(context.db, context.actor)
  }),

  serve(renewRecoveryCodes, { transaction })(async ({ currentPassword }, context) => {
    await confirmPassword(context, currentPassword)
    return { recoveryCodes: await inTransaction(context.database, (tx) => makeNewCodes(tx, deps, context)) }
  }),

  serve(passkeyOptions, { transaction })(async ({ currentPassword }, context) => {
    await confirmPassword(context, currentPassword)
    return { options: { ...(await optionsToRegister(context)) } }
  }),

  serve(addPasskey, { transaction })(async ({ name, response }, context) =>
    presentPasskey(await storePasskey(context, deps, name, response)),
  ),

  serve(renamePasskeyEndpoint)(async ({ passkeyID, name }, context) =>
    presentPasskey(await renamePasskey(context.db, context, passkeyID, name)),
  ),

  serve(removePasskeyEndpoint, { transaction })(async ({ passkeyID, currentPassword }, context) => {
    await ownPasskey(context.db, context, passkeyID)
    await confirmPassword(context, currentPassword)
    await inTransaction(context.database, (tx) => removePasskey(tx, deps, context, passkeyID))
    return shown(context.db, context.actor)
  }),

  serve(resetSecondFactor)(async ({ userID }, context) => resetFactors(context.db, deps, context, userID)),

  serve(signInOptions, { transaction, limits: { perAddress: PASSKEY_TRIES } })(async (_input, context) => ({
    options: { ...(await optionsToSignIn(context)) },
  })),

  serve(signInWithPasskey, { transaction, limits: { perAddress: PASSKEY_TRIES } })(async ({ response }, context) => {
    const account = await accountByPasskey(context, response)
    if (account.closed) return context.refuse('account_closed')
    // Right after the provider the passkey is the second step.
    if (needsProvider(deps.oidc, account) && !(await takeFirstStep(context, deps, account.userID)))
      return context.refuse('oidc_required', toProvider(deps.oidc))
    const session = await beginSession(context, account, 'passkey')
    context.setHeader('set-cookie', deviceCookie(deps.secrets, context.headers['cookie'], account, deps.config))
    return session
  }),
]

async function shown(db: Queryable, { userID, role }: Actor) {
  return presentSecondFactor(await factorsOf(db, userID), await secondFactorRequired(db, role))
}

type Passkey = AnswerOf<typeof addPasskey>
type SecondFactor = AnswerOf<typeof getSecondFactor>

function presentPasskey({ passkeyID, name, synced, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { passkeyID, name, synced, createdAt, lastUsedAt }
}

function presentSecondFactor({ totpSince, recoveryCodesLeft, passkeys }: Factors, required: boolean): SecondFactor {
  return {
    totpSince,
    recoveryCodesLeft,
    passkeys: passkeys.map(presentPasskey),
    required,
  }
}
