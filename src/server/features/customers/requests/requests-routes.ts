import { eq } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  acceptQuotation,
  deleteRequest,
  getQuotation,
  getRequest,
  listRequests,
  makeOfficial,
  mergeRequest,
  previewMerge,
  sendQuotation,
} from '#contract/v1/requests.ts'
import { type Delivery, deliveryOf } from '#domain/delivery.ts'
import type { Queryable } from '../../../db/database.ts'
import { mails } from '../../../db/tables/mails.ts'
import type { Limit } from '../../../http/limits.ts'
import { paging } from '../../../http/paging.ts'
import { Refused } from '../../../http/refused.ts'
import { type Context, type Route, serve } from '../../../http/serve.ts'
import type { Dependencies } from '../../../ports.ts'
import { balancesOf } from '../../ledger/public.ts'
import { customerShown, rowShown } from '../customer-shown.ts'
import { presentCustomerRow } from '../customers-present.ts'
import { customersPage } from '../customers-page-reads.ts'
import { customerByID, type CustomerRow } from '../customers-reads.ts'
import { removeCustomer } from '../remove-customer.ts'
import { makeOfficial as makeRequestOfficial } from './make-official.ts'
import { mergeRequest as merge, mergeShown } from './merge-request.ts'
import { possibleDoubles, type PossibleDouble } from './possible-doubles-reads.ts'
import { acceptQuotation as accept, offered, quotationMailKey, sendQuotation as quote } from './quotation-commands.ts'
import { presentQuotation, quotedFor } from './quotation-words.ts'
import { registrationShown } from './registration-reads.ts'
import { requestsFilter, requestsInOrder } from './requests-filters.ts'

/** Guessing a signature is infeasible; this limits the load of trying. */
const LINK_TRIES: Limit = { hits: 60, seconds: 15 * 60 }

export const requestsRoutes = (deps: Dependencies): Route[] => [
  serve(listRequests)(async (input, { actor, db }) => {
    const { limit, offset, page, perPage } = paging(input, deps.config)
    const query = {
      where: await requestsFilter(db, input),
      orderBy: requestsInOrder(input.sort),
      searched: Boolean(input.keyword),
      limit,
      offset,
    }
    const { rows, total } = await customersPage(db, query)
    const customerIDs = rows.map(({ customerID }) => customerID)
    const doubles = await possibleDoubles(db, customerIDs, actor)
    const accounts = await balancesOf(db, customerIDs)
    const items = rows.map((row) => ({
      ...presentCustomerRow(row, accounts.get(row.customerID), null, actor),
      ...presentRequestPart(row, doubles.get(row.customerID) ?? null),
    }))
    return { items, page, perPage, total }
  }),

  serve(getRequest)(async ({ customerID }, context) => shown(context, customerID)),

  serve(sendQuotation)(async (input, context) => {
    await quote(context.db, context, deps, input, context.ifMatch)
    return shown(context, input.customerID)
  }),

  serve(makeOfficial)(async (input, context) => {
    await makeRequestOfficial(context.db, context, deps, input, context.ifMatch)
    return customerShown(context, input.customerID)
  }),

  serve(previewMerge)(async (input, context) => mergeShown(context.db, context, deps, input)),

  serve(mergeRequest)(async (input, context) => {
    await merge(context.db, context, deps, input, context.ifMatch)
    return customerShown(context, input.into)
  }),

  serve(deleteRequest)(async ({ customerID }, context) => {
    await removeCustomer(context.db, context, customerID, context.ifMatch, 'delete-request')
    return undefined
  }),

  serve(getQuotation, { limits: { perAddress: LINK_TRIES } })(async ({ token }, { db, now }) => {
    const { offer, row } = await offered(db, deps.secrets, token, now)
    return presentQuotation(await quotedFor(db, row, now), offer)
  }),

  serve(acceptQuotation, { limits: { perAddress: LINK_TRIES } })(async ({ token }, context) => {
    const { db, now } = context
    const { offer, row } = await offered(db, deps.secrets, token, now)
    const accepted = await accept(db, row, context)
    return presentQuotation(await quotedFor(db, accepted, now), offer)
  }),
]

/** 404 when there is none, or the request is a customer by now. */
async function shown(
  context: Pick<Context<typeof getRequest>, 'actor' | 'db' | 'now'>,
  customerID: string,
): Promise<AnswerOf<typeof getRequest>> {
  const { actor, db } = context
  const row = await customerByID(db, customerID)
  if (row?.status !== 'PENDING') throw new Refused('not_found')
  const doubles = await possibleDoubles(db, [customerID], actor)
  return {
    ...(await rowShown(context, row)),
    ...presentRequestPart(row, doubles.get(customerID) ?? null),
    quotationDelivery: await quotationDelivery(db, row),
    registration: await registrationShown(db, customerID),
  }
}

async function quotationDelivery(db: Queryable, row: CustomerRow): Promise<Delivery> {
  const [mail] = await db
    .select({ state: mails.state, sentAt: mails.sentAt, nextAttemptAt: mails.nextAttemptAt })
    .from(mails)
    .where(eq(mails.dedupeKey, quotationMailKey(row)))
  return deliveryOf({ queuedAt: row.quotedAt, mail: mail ?? null })
}

function presentRequestPart(
  { quotedAt, quotedPrice, quotations, acceptedAt }: CustomerRow,
  possibleDouble: PossibleDouble | null,
) {
  return {
    quotedAt,
    quotedPrice,
    quotations,
    acceptedAt,
    possibleDouble,
  }
}
