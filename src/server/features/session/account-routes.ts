import type { AnswerOf } from '#contract/endpoint.ts'
import {
  changePassword,
  confirmEmail,
  endOtherSessions,
  endOwnSession,
  listSessions,
  SIGN_IN_METHODS,
  updateProfile,
} from '#contract/v1/account.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { recordChange } from '../../http/changes.ts'
import { deviceCookie } from '../../http/device-cookie.ts'
import { type Route, serve } from '../../http/serve.ts'
import { endOpenSession, endSessionsOf, openSessionsOf } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import { changeOwnPassword, changeOwnProfile } from './account-commands.ts'
import { confirmNewEmail } from './email-commands.ts'
import { ownProfile } from './session-present.ts'

type OwnSession = AnswerOf<typeof listSessions>['items'][number]

// A wrong current password counts as a try although the change is refused, so these routes open their own transactions.
const transaction = false
/** Guessing a link's token is infeasible; this limits the load of trying. */
const LINK_TRIES = { perAddress: { hits: 20, seconds: 15 * 60 } }

export const accountRoutes = (deps: Dependencies): Route[] => [
  serve(updateProfile, { transaction })(async (input, context) => {
    await changeOwnProfile(context, deps, input)
    return ownProfile(context.database, deps, context)
  }),

  serve(confirmEmail, { limits: LINK_TRIES })(({ token }, context) =>
    confirmNewEmail(context.db, deps, token, context),
  ),

  serve(changePassword, { transaction })(async (input, context) => {
    const account = await changeOwnPassword(context, deps, input)
    // The new password also invalidated this browser's device cookie.
    context.setHeader('set-cookie', deviceCookie(deps.secrets, context.headers['cookie'], account, deps.config))
  }),

  serve(listSessions)(async (_input, { db, actor, now }) => {
    const { rows, total } = await openSessionsOf(db, actor.userID, now, PAGE_MAX)
    const items = rows.map((row) => presentOwnSession(row, actor.sessionID))
    return { items, page: 1, perPage: PAGE_MAX, total }
  }),

  serve(endOwnSession)(async ({ sessionID }, context) => {
    const { actor, db, now, refuse } = context
    const ended = await endOpenSession(db, actor.userID, sessionID, now)
    if (ended === null) return refuse('not_found')
    await recordChange(db, context, {
      action: 'session.end',
      subjectKind: 'user',
      subjectID: actor.userID,
      after: { device: ended.browser },
    })
  }),

  serve(endOtherSessions)(async (_input, context) => {
    const { actor, db, now } = context
    const ended = await endSessionsOf(db, actor.userID, now, actor.sessionID)
    if (ended > 0)
      await recordChange(db, context, {
        action: 'session.end-others',
        subjectKind: 'user',
        subjectID: actor.userID,
        after: { ended },
      })
    return { ended }
  }),
]

type Row = Awaited<ReturnType<typeof openSessionsOf>>['rows'][number]

function presentOwnSession(row: Row, currentID: string): OwnSession {
  return {
    ...row,
    current: row.sessionID === currentID,
    method: SIGN_IN_METHODS.find((one) => one === row.method) ?? null,
    device: row.browser,
  }
}
