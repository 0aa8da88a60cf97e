import { and, eq, sql } from 'drizzle-orm'
import { createNoPickup, deleteNoPickup, getNoPickup, listNoPickups, updateNoPickup } from '#contract/v1/no-pickups.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { cutoffOf } from '#domain/calendar.ts'
import type { Queryable } from '../../db/database.ts'
import { noPickups } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { customerOf } from '../../http/depots.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { refuseField } from '../../http/refused.ts'
import { type Actor, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { createdBetween, settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { addNoPickup, changeNoPickup, takeBackNoPickup } from './no-pickups-commands.ts'
import { noPickupFor } from './no-pickups-policy.ts'
import { noPickupsPage, type NoPickupShown } from './no-pickups-reads.ts'

const SORTS = {
  createdAt: noPickups.createdAt,
  refId: noPickups.refNumber,
  customer: users.fullName,
  yearNumber: noPickups.yearNumber,
  monthNumber: noPickups.monthNumber,
  weekNumber: noPickups.weekNumber,
  week: sql`(${noPickups.yearNumber}, ${noPickups.monthNumber}, ${noPickups.weekNumber})`,
}

export const noPickupsRoutes = ({ config }: Dependencies): Route[] => [
  serve(listNoPickups)(async (input, { actor, db, refuse }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const customerID = actor.role === 'ADMIN' ? input.customerID : actor.userID
    if (input.customerID !== undefined && input.customerID !== customerID) refuse('not_found')
    const where = and(
      customerID === undefined ? undefined : eq(noPickups.customerID, customerID),
      customerOf(noPickups.customerID, input.depotID),
      input.yearNumber === undefined ? undefined : eq(noPickups.yearNumber, input.yearNumber),
      input.monthNumber === undefined ? undefined : eq(noPickups.monthNumber, input.monthNumber),
      input.weekNumber === undefined ? undefined : eq(noPickups.weekNumber, input.weekNumber),
      keywordIn(input.keyword, [
        users.fullName,
        sql`coalesce(${noPickups.reason}, '')`,
        sql`${noPickups.refNumber}::text`,
      ]),
      await createdBetween(db, noPickups.createdAt, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, '-createdAt'), sql`${noPickups.refNumber} desc`]
    const { rows, total } = await noPickupsPage(db, { where, orderBy, limit, offset })
    const settings = await settingsInForce(db)
    return { items: rows.map((row) => presentNoPickup(row, actor, settings)), page, perPage, total }
  }),

  serve(getNoPickup)(({ noPickupID }, context) => shown(context, noPickupID)),

  serve(createNoPickup)(async ({ customerID, ...input }, context) => {
    const { actor, db, refuse } = context
    if (actor.role !== 'ADMIN' && customerID !== undefined && customerID !== actor.userID) refuse('not_found')
    const whose =
      actor.role === 'ADMIN' ? (customerID ?? refuseField('customerID', 'This field is mandatory')) : actor.userID
    const noPickupID = await addNoPickup(db, context, { ...input, customerID: whose })
    context.setHeader('location', `/v1/runs/no-pickups/${noPickupID}`)
    return shown(context, noPickupID)
  }),

  serve(updateNoPickup)(async ({ noPickupID, ...change }, context) => {
    await changeNoPickup(
      context.db,
      context,
      await noPickupFor(context.db, context.actor, noPickupID),
      change,
      context.ifMatch,
    )
    return shown(context, noPickupID)
  }),

  serve(deleteNoPickup)(async ({ noPickupID }, context) => {
    await takeBackNoPickup(
      context.db,
      context,
      await noPickupFor(context.db, context.actor, noPickupID),
      context.ifMatch,
    )
    return undefined
  }),
]

async function shown({ db, actor }: { db: Queryable; actor: Actor }, noPickupID: string) {
  return presentNoPickup(await noPickupFor(db, actor, noPickupID), actor, await settingsInForce(db))
}

/** A customer does not see which person of the office made it. */
function presentNoPickup(
  row: NoPickupShown,
  { role }: Pick<Actor, 'role'>,
  settings: SettingsInForce,
): AnswerOf<typeof getNoPickup> {
  const cutoff = row.week && cutoffOf(row.week, settings['business.timeZone'], settings['noPickup.cutoff'])
  return {
    ...row,
    refId: String(row.refNumber),
    from: row.week?.from ?? null,
    to: row.week?.to ?? null,
    cutoff,
    by: row.createdBy === row.customerID ? 'CUSTOMER' : 'OFFICE',
    createdBy: (role === 'ADMIN' && row.creator) || undefined,
  }
}
