import { endSessions, forgotPassword, getConfig, getProfile, resetPassword, setUp, signIn, signOut } from '#contract/v1/session.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeAudit } from '../../http/audit.ts'
import { recordChange } from '../../http/changes.ts'
import { consumeToken } from '../../http/one-time-tokens.ts'
import { passwordMatches } from '../../http/passwords.ts'
import { type Route, serve } from '../../http/serve.ts'
import { endSession, endSessionsOf, startSession } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import { logoUrl } from '../settings/logo-reads.ts'
import { businessNameOf, settingsInForce } from '../settings/settings-reads.ts'
import { addFirstAdmin, nameBusiness, sendResetLink, setPasswordByToken } from './session-commands.ts'
import { countForgotten, countSignIn, FORGOT_REQUESTS, forgetWrongPasswords, LINK_TRIES, SIGN_IN_REQUESTS } from './session-limits.ts'
import { presentConfig, presentProfile, presentSession } from './session-present.ts'
import { accountByEmail, accountByID, adminExists } from './session-reads.ts'

export const sessionRoutes = (deps: Dependencies): Route[] => [
  serve(signIn, { transaction: false, limits: { perAddress: SIGN_IN_REQUESTS } })(async ({ email, password }, { database, now, ip, refuse }) => {
    const tried = await countSignIn(database, ip, email, now)
    const account = await accountByEmail(database, email, now)
    const right = await passwordMatches(password, account?.passwordHash ?? null)
    if (account === null || !right) return refuse('credentials_wrong')
    // Only to whoever knows the password: nobody else learns who worked here.
    if (account.closed) return refuse('account_closed')
    await tried.forgive()
    return presentSession(await startSession(database, account, now))
  }),

  serve(signOut)(async (_input, { actor, db, now }) => endSession(db, actor.sessionID, now)),

  serve(getProfile)(async (_input, { actor, db, now, refuse }) => {
    const account = await accountByID(db, actor.userID, now)
    return account === null ? refuse('unauthenticated') : presentProfile(account, await settingsInForce(db), await logoUrl(db), deps.config)
  }),

  serve(forgotPassword, { transaction: false, limits: { perAddress: FORGOT_REQUESTS } })(async ({ email }, { database, now }) => {
    await countForgotten(database, email, now)
    await inTransaction(database, async (tx) => {
      const account = await accountByEmail(tx, email, now)
      await sendResetLink(tx, deps, account, businessNameOf(await settingsInForce(tx)), now)
    })
  }),

  serve(resetPassword, { limits: { perAddress: LINK_TRIES } })(async ({ token, password }, { db, now, requestID }) => {
    const { userID, email } = await setPasswordByToken(db, token, password, now)
    if (email) await forgetWrongPasswords(db, email)
    await writeAudit(db, { actorID: userID, action: 'session.reset-password', subjectKind: 'user', subjectID: userID, requestID, at: now })
  }),

  serve(setUp, { limits: { perAddress: LINK_TRIES } })(async ({ token, businessName, ...admin }, { db, now, requestID, refuse }) => {
    if (await adminExists(db)) return refuse('set_up_done')
    await consumeToken(db, token, ['set-up'], now)
    const user = await addFirstAdmin(db, admin, now)
    await nameBusiness(db, businessName, now)
    await writeAudit(db, { actorID: user.userID, action: 'session.set-up', subjectKind: 'user', subjectID: user.userID, requestID, at: now })
    return presentSession(await startSession(db, user, now))
  }),

  serve(endSessions)(async ({ userID }, context) => {
    const account = await accountByID(context.db, userID, context.now)
    if (account === null) return context.refuse('not_found')
    const ended = await endSessionsOf(context.db, userID, context.now)
    await recordChange(context.db, context, { action: 'session.end-all', subjectKind: 'user', subjectID: userID, after: { ended } })
    return { ended }
  }),

  serve(getConfig)(async (_input, { db }) => presentConfig(await settingsInForce(db), await logoUrl(db), deps.config, !(await adminExists(db)))),
]
