import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import { createPickupRequest, deletePickupRequest, listPickupRequests } from '#contract/v1/pickup-requests.ts'
import { foldedIn } from '../../../db/folded.ts'
import { customers, suburbs } from '../../../db/tables/customers.ts'
import { pickupRequests } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { customerOf } from '../../../http/depots.ts'
import { keywordIn } from '../../../http/keyword.ts'
import { orderOf, paging } from '../../../http/paging.ts'
import { refuseField } from '../../../http/refused.ts'
import { type Actor, type Route, serve } from '../../../http/serve.ts'
import { weekOfRun } from '#domain/run-name.ts'
import type { Dependencies } from '../../../ports.ts'
import { createdBetween } from '../../settings/public.ts'
import { runName } from '../core/runs-reads.ts'
import { askForPickup, takeBackPickupRequest } from './pickup-requests-commands.ts'
import { pickupRequestByID, type PickupRequestShown, pickupRequestsPage } from './pickup-requests-reads.ts'

type PickupRequest = AnswerOf<typeof createPickupRequest>

const SORTS = {
  createdAt: pickupRequests.createdAt,
  refId: customers.refNumber,
  customer: foldedIn(users.fullName),
  suburb: suburbs.label,
  yearNumber: pickupRequests.yearNumber,
  monthNumber: pickupRequests.monthNumber,
  weekNumber: pickupRequests.weekNumber,
  week: sql`(${pickupRequests.yearNumber}, ${pickupRequests.monthNumber}, ${pickupRequests.weekNumber})`,
}

export const pickupRequestsRoutes = ({ config }: Dependencies): Route[] => [
  serve(listPickupRequests)(async (input, { actor, db, refuse }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const customerID = actor.role === 'ADMIN' ? input.customerID : actor.userID
    if (input.customerID !== undefined && input.customerID !== customerID) refuse('not_found')
    const where = and(
      customerID === undefined ? undefined : eq(pickupRequests.customerID, customerID),
      customerOf(pickupRequests.customerID, input.depotID),
      input.open === undefined
        ? undefined
        : input.open
          ? isNull(pickupRequests.assignmentID)
          : isNotNull(pickupRequests.assignmentID),
      input.yearNumber === undefined ? undefined : eq(pickupRequests.yearNumber, input.yearNumber),
      input.monthNumber === undefined ? undefined : eq(pickupRequests.monthNumber, input.monthNumber),
      input.weekNumber === undefined ? undefined : eq(pickupRequests.weekNumber, input.weekNumber),
      keywordIn(input.keyword, [
        users.fullName,
        suburbs.label,
        sql`${customers.refNumber}::text`,
        sql`coalesce(${pickupRequests.notes}, '')`,
      ]),
      await createdBetween(db, pickupRequests.createdAt, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, '-createdAt'), sql`${pickupRequests.pickupRequestID} desc`]
    const { rows, total } = await pickupRequestsPage(db, { where, orderBy, limit, offset })
    return { items: rows.map((row) => present(row, actor)), page, perPage, total }
  }),

  serve(createPickupRequest)(async ({ customerID, ...input }, context) => {
    const { actor, db, refuse } = context
    if (actor.role !== 'ADMIN' && customerID !== undefined && customerID !== actor.userID) refuse('not_found')
    const whose =
      actor.role === 'ADMIN' ? (customerID ?? refuseField('customerID', 'This field is mandatory')) : actor.userID
    const shown = await pickupRequestByID(db, await askForPickup(db, context, { ...input, customerID: whose }))
    return shown ? present(shown, actor) : refuse('not_found')
  }),

  serve(deletePickupRequest)(async ({ pickupRequestID }, context) => {
    await takeBackPickupRequest(context.db, context, pickupRequestID)
    return undefined
  }),
]

function present(shown: PickupRequestShown, { role }: Pick<Actor, 'role'>): PickupRequest {
  const run = role === 'ADMIN' ? shown.run : null
  return {
    ...shown,
    refId: String(shown.refNumber),
    from: shown.week?.from ?? null,
    to: shown.week?.to ?? null,
    runOrderID: run?.runOrderID ?? null,
    runOrder: run && runName(run),
    runWeek: run && weekOfRun(run),
  }
}
