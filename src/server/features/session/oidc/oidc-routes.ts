import { beginOidc, confirmOidc, signInWithOidc } from '#contract/v1/oidc.ts'
import type { SignInMethod } from '#contract/v1/account.ts'
import { isEmail } from '#domain/emails.ts'
import { deviceCookie } from '../../../http/device-cookie.ts'
import type { Limit } from '../../../http/limits.ts'
import { Refused } from '../../../http/refused.ts'
import { type Route, serve } from '../../../http/serve.ts'
import { type Dependencies, type OidcPort, OidcTrouble } from '../../../ports.ts'
import { hasSecondFactor } from '../../accounts/public.ts'
import { countProviderAnswer, SIGN_IN_REQUESTS } from '../session-limits.ts'
import { type Account, accountByEmail, accountByID } from '../session-reads.ts'
import { secondStep } from '../second-factor/second-step.ts'
import { beginSession, noteFailedSignIn } from '../sign-in-audit.ts'
import { awaitSecondStep, namedUser, storeBegun, takeBegun, takeFirstStep } from './first-step.ts'

/** A whole office may share one address. Each begun sign-in is a row. */
const BEGUN: Limit = { hits: 120, seconds: 15 * 60 }

// Used states and counted tries must persist after a refusal, so these routes open their own transactions.
const transaction = false

export const oidcRoutes = (deps: Dependencies): Route[] => [
  serve(beginOidc, { transaction, limits: { perAddress: BEGUN } })(async (_input, context) => {
    const begun = await asking(deps, (oidc) => oidc.begin())
    context.setHeader('set-cookie', await storeBegun(context, deps, begun))
    return { url: begun.url }
  }),

  serve(signInWithOidc, { transaction, limits: { perAddress: SIGN_IN_REQUESTS } })(async ({ answer }, context) => {
    const { database, ip, now, refuse } = context
    const tried = await countProviderAnswer(database, ip, now)
    const begun = await takeBegun(context, deps, answer)
    if (begun === null) return refuse('oidc_failed')
    const { email, secondFactor } = await asking(deps, (oidc) => oidc.finish(answer, begun), tried)
    const account = email === null || !isEmail(email) ? null : await accountByEmail(database, email, now)
    const admin = await openAdmin(context, account)
    if (secondFactor) return signIn(deps, context, { admin, tried, method: 'oidc+mfa' })
    if (!(await hasSecondFactor(database, admin.userID))) return signIn(deps, context, { admin, tried, method: 'oidc' })
    await awaitSecondStep(context, begun, admin.userID)
    // Without a code it is refused by what it asks for.
    const proof = await secondStep(context, deps, { account: admin, code: undefined, tried })
    return signIn(deps, context, { admin, tried, method: `oidc${proof}` })
  }),

  serve(confirmOidc, { transaction, limits: { perAddress: SIGN_IN_REQUESTS } })(async ({ code }, context) => {
    const { database, ip, now, refuse } = context
    const userID = await namedUser(context, deps)
    if (userID === null) return refuse('oidc_failed')
    const tried = await countProviderAnswer(database, ip, now)
    const admin = await openAdmin(context, await accountByID(database, userID, now))
    const proof = await secondStep(context, deps, { account: admin, code, tried })
    if (!(await takeFirstStep(context, deps, userID))) return refuse('oidc_failed')
    return signIn(deps, context, { admin, tried, method: `oidc${proof}` })
  }),
]

type Called = Parameters<typeof beginSession>[0] & { setHeader(name: string, value: string): void }

interface Proved {
  readonly admin: Account
  readonly tried: { takeBack(): Promise<void> }
  readonly method: SignInMethod
}

async function signIn({ secrets, config }: Dependencies, context: Called, { admin, tried, method }: Proved) {
  const session = await beginSession(context, admin, method)
  await tried.takeBack()
  context.setHeader('set-cookie', deviceCookie(secrets, context.headers['cookie'], admin, config))
  return session
}

/** Refuses everybody else in the same words, so that the answer does not tell who has an account. */
async function openAdmin({ database, ip, now }: Called, account: Account | null): Promise<Account> {
  if (account !== null && account.role === 'ADMIN' && !account.closed) return account
  if (account !== null) await noteFailedSignIn(database, account.userID, ip, now)
  throw new Refused('oidc_refused')
}

/**
 * Asks the provider. What fails is logged by its code only.
 * @param tried does not count where the provider is away, so that passwords are accepted meanwhile
 */
async function asking<T>(
  { oidc, log }: Dependencies,
  ask: (oidc: OidcPort) => Promise<T>,
  tried?: { takeBack(): Promise<void> },
): Promise<T> {
  if (oidc === null) throw new Refused('not_found')
  try {
    return await ask(oidc)
  } catch (error) {
    if (!(error instanceof OidcTrouble)) throw error
    log.warn({ failure: error.failure }, 'signing in with the provider failed')
    if (error.kind === 'refused') throw new Refused('oidc_failed')
    await tried?.takeBack()
    const otherwise =
      oidc.passwordAdmin === null ? 'Try again, or log in with your password.' : 'Please try again later.'
    throw new Refused('oidc_unavailable', { message: `${oidc.name} can’t be reached at the moment. ${otherwise}` })
  }
}
