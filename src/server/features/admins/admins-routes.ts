import { and, sql } from 'drizzle-orm'
import { createAdmin, deleteAdmin, getAdmin, inviteAdmin, listAdmins, updateAdmin } from '#contract/v1/admins.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { foldedIn } from '../../db/folded.ts'
import type { Queryable } from '../../db/database.ts'
import { users } from '../../db/tables/users.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { Refused } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { createdBetween } from '../settings/public.ts'
import { addAdmin, changeAdmin, inviteAdminAgain, removeAdmin } from './admins-commands.ts'
import { adminByID, adminsPage, type AdminRow } from './admins-reads.ts'

const SORTS = {
  fullName: foldedIn(users.fullName),
  firstName: foldedIn(users.firstName),
  lastName: foldedIn(users.lastName),
  email: sql`lower(${users.email})`,
  createdAt: users.createdAt,
}

export const adminsRoutes = (deps: Dependencies): Route[] => [
  serve(listAdmins)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, deps.config)
    const where = and(
      keywordIn(input.keyword, [users.fullName, users.email]),
      await createdBetween(db, users.createdAt, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, 'fullName'), sql`${users.userID}`]
    const { rows, total } = await adminsPage(db, { where, orderBy, limit, offset })
    return { items: rows.map(presentAdmin), page, perPage, total }
  }),

  serve(getAdmin)(async ({ adminID }, { db }) => shown(db, adminID)),

  serve(createAdmin)(async (input, context) => shown(context.db, await addAdmin(context.db, context, deps, input))),

  serve(updateAdmin)(async (input, context) => {
    await changeAdmin(context.db, context, deps, input, context.ifMatch)
    return shown(context.db, input.adminID)
  }),

  serve(deleteAdmin)(async ({ adminID }, context) => {
    await removeAdmin(context.db, context, adminID, context.ifMatch)
    return undefined
  }),

  serve(inviteAdmin)(async ({ adminID }, context) => {
    await inviteAdminAgain(context.db, context, deps, adminID)
    return undefined
  }),
]

async function shown(db: Queryable, adminID: string) {
  const row = await adminByID(db, adminID)
  if (!row) throw new Refused('not_found')
  return presentAdmin(row)
}

const presentAdmin = (row: AdminRow): AnswerOf<typeof getAdmin> => ({ ...row, adminID: row.userID })
