import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import {
  createPickupRequest,
  deletePickupRequest,
  listPickupRequests,
  type PickupRequest,
} from '#contract/v1/pickup-requests.ts'
import { foldedIn } from '../../../db/folded.ts'
import { customers, suburbs } from '../../../db/tables/customers.ts'
import { pickupRequests } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { keywordIn } from '../../../http/keyword.ts'
import { orderOf, paging } from '../../../http/paging.ts'
import { type Route, serve } from '../../../http/serve.ts'
import type { Dependencies } from '../../../ports.ts'
import { createdBetween } from '../../settings/public.ts'
import { runName } from '../core/runs-reads.ts'
import { askForPickup, takeBackPickupRequest } from './pickup-requests-commands.ts'
import { pickupRequestByID, type PickupRequestShown, pickupRequestsPage } from './pickup-requests-reads.ts'

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
  serve(listPickupRequests)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const where = and(
      input.customerID === undefined ? undefined : eq(pickupRequests.customerID, input.customerID),
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
    return { items: rows.map(present), page, perPage, total }
  }),

  serve(createPickupRequest)(async (input, context) => {
    const shown = await pickupRequestByID(context.db, await askForPickup(context.db, context, input))
    return shown ? present(shown) : context.refuse('not_found')
  }),

  serve(deletePickupRequest)(async ({ pickupRequestID }, context) => {
    await takeBackPickupRequest(context.db, context, pickupRequestID)
    return undefined
  }),
]

function present(shown: PickupRequestShown): PickupRequest {
  return {
    pickupRequestID: shown.pickupRequestID,
    customerID: shown.customerID,
    refId: String(shown.refNumber),
    customer: shown.customer,
    suburb: shown.suburb,
    yearNumber: shown.yearNumber,
    monthNumber: shown.monthNumber,
    weekNumber: shown.weekNumber,
    from: shown.week?.from ?? null,
    to: shown.week?.to ?? null,
    notes: shown.notes,
    assignmentID: shown.assignmentID,
    runOrderID: shown.run?.runOrderID ?? null,
    runOrder: shown.run && runName(shown.run),
    createdAt: shown.createdAt.toISOString(),
  }
}
