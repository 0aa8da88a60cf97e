import { getOwnAccount, getOwnData, updateOwnAccount } from '#contract/v1/own-account.ts'
import { type Route, serve } from '../../http/serve.ts'
import { changeOwnAccount } from './own-account-commands.ts'
import { ownAccountShown } from './own-account-reads.ts'
import { ownDataOf } from './own-data.ts'

/** It reads years of rows. */
const FILES = { hits: 20, seconds: 3_600 }

export const ownAccountRoutes = (): Route[] => [
  serve(getOwnAccount)(async (_input, { db, actor, now }) => ownAccountShown(db, actor.userID, now)),

  serve(updateOwnAccount)(async (input, context) => {
    const { db, actor, now, ifMatch } = context
    await changeOwnAccount(db, context, input, ifMatch)
    return ownAccountShown(db, actor.userID, now)
  }),

  serve(getOwnData, { limits: { perUser: FILES } })(async (_input, { db, actor, now }) =>
    ownDataOf(db, actor.userID, now),
  ),
]
