import {
  endSessions,
  forgotPassword,
  getAppManifest,
  getConfig,
  getProfile,
  resetPassword,
  setUp,
  signIn,
  signOut,
} from '#contract/v1/session.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeAudit } from '../../http/audit.ts'
import { recordChange } from '../../http/changes.ts'
import { deviceCookie, knownDevice } from '../../http/device-cookie.ts'
import { consumeToken, passwordMatches } from '../accounts/public.ts'
import { RawAnswer, requireArea, type Route, serve } from '../../http/serve.ts'
import { endSession, endSessionsOf } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import { mailConfirmLinkAgain } from '../registration/public.ts'
import { businessNameOf, logoUrl, settingsInForce } from '../settings/public.ts'
import { customerManifest } from './customer-manifest.ts'
import { needsProvider, toProvider } from './oidc/other-ways.ts'
import { secondStep } from './second-factor/second-step.ts'
import { addFirstAdmin, nameBusiness, sendResetLink, setPasswordByToken } from './session-commands.ts'
import {
  countForgotten,
  countSignIn,
  FORGOT_REQUESTS,
  forgetWrongPasswords,
  LINK_TRIES,
  SIGN_IN_REQUESTS,
} from './session-limits.ts'
import { ownProfile, presentConfig } from './session-present.ts'
import { accountByEmail, accountByID, adminExists } from './session-reads.ts'
import { beginSession, noteFailedSignIn } from './sign-in-audit.ts'
import { waitingRoom } from './slow-down.ts'

export const sessionRoutes = (deps: Dependencies): Route[] => {
  const { secrets, config, clock } = deps
  const pause = waitingRoom(clock)

  return [
    serve(signIn, { transaction: false, limits: { perAddress: SIGN_IN_REQUESTS } })(
      async ({ email, password, code }, context) => {
        const { database, now, ip, headers, refuse } = context
        const account = await accountByEmail(database, email, now)
        const device = knownDevice(secrets, headers['cookie'], account)
        const tried = await countSignIn(database, pause, { ip, email, device }, now)
        const right = await passwordMatches(password, account?.passwordHash ?? null)
        if (account === null || !right) {
          await (account === null ? tried.touch() : noteFailedSignIn(database, account.userID, ip, now))
          return refuse('credentials_wrong')
        }
        // This is said only after the right password, so that nothing is disclosed about former staff.
        if (account.closed) return refuse('account_closed')
        if (needsProvider(deps.oidc, account)) {
          await tried.takeBack()
          return refuse('oidc_required', toProvider(deps.oidc))
        }
        const proof = await secondStep(context, deps, { account, code, tried })
        const session = await beginSession(context, account, `password${proof}`)
        await tried.forgive()
        context.setHeader('set-cookie', deviceCookie(secrets, headers['cookie'], account, config))
        return session
      },
    ),

    serve(signOut)(async (_input, context) => {
      const { actor, db, now } = context
      await endSession(db, actor.sessionID, now)
      await recordChange(db, context, { action: 'session.sign-out', subjectKind: 'user', subjectID: actor.userID })
    }),

    serve(getProfile)(async (_input, context) => ownProfile(context.db, deps, context)),

    serve(forgotPassword, { transaction: false, limits: { perAddress: FORGOT_REQUESTS } })(
      async ({ email }, { database, now, ip }) => {
        const { mayMail } = await countForgotten(database, ip, email, now)
        await inTransaction(database, async (tx) => {
          const account = await accountByEmail(tx, email, now)
          await sendResetLink(tx, deps, mayMail ? account : null, await settingsInForce(tx), now)
          await mailConfirmLinkAgain(tx, deps, { email, isMailed: mayMail && account === null }, now)
        })
      },
    ),

    serve(resetPassword, { limits: { perAddress: LINK_TRIES } })(
      async ({ token, password }, { db, now, ip, requestID }) => {
        const { userID, email } = await setPasswordByToken(db, deps, token, password, now)
        if (email) await forgetWrongPasswords(db, ip, email)
        await writeAudit(db, {
          actorID: userID,
          action: 'session.reset-password',
          subjectKind: 'user',
          subjectID: userID,
          requestID,
          at: now,
        })
      },
    ),

    serve(setUp, { limits: { perAddress: LINK_TRIES }, transaction: false })(async ({ token, ...admin }, context) => {
      const { database, now, requestID, headers, refuse } = context
      const account = await inTransaction(database, async (tx) => {
        if (await adminExists(tx)) return refuse('set_up_done')
        await consumeToken(tx, token, ['set-up'], now)
        const user = await addFirstAdmin(tx, admin, now)
        await nameBusiness(tx, admin.businessName, now)
        await writeAudit(tx, {
          actorID: user.userID,
          action: 'session.set-up',
          subjectKind: 'user',
          subjectID: user.userID,
          requestID,
          at: now,
        })
        return user
      })
      const session = await beginSession(context, account, 'set-up')
      context.setHeader('set-cookie', deviceCookie(secrets, headers['cookie'], account, config))
      return session
    }),

    serve(endSessions)(async ({ userID }, context) => {
      const account = await accountByID(context.db, userID, context.now)
      if (account === null) return context.refuse('not_found')
      if (account.role === 'ADMIN') requireArea(context.actor, 'users')
      const ended = await endSessionsOf(context.db, userID, context.now)
      await recordChange(context.db, context, {
        action: 'session.end-all',
        subjectKind: 'user',
        subjectID: userID,
        after: { ended },
      })
      return { ended }
    }),

    serve(getConfig)(async (_input, { db, now }) =>
      presentConfig(await settingsInForce(db), await logoUrl(db), deps, {
        setUpNeeded: !(await adminExists(db)),
        now,
      }),
    ),

    serve(getAppManifest)(async (_input, { db }) => {
      const manifest = customerManifest(businessNameOf(await settingsInForce(db)))
      const bytes = Buffer.from(JSON.stringify(manifest))
      return new RawAnswer(bytes, 'application/manifest+json', { 'cache-control': 'no-cache' })
    }),
  ]
}
