import { and, eq, sql } from 'drizzle-orm'
import { addToCase, answerCase, closeCase, getCase, listCases, openCase } from '#contract/v1/cases.ts'
import { inTransaction } from '../../db/transaction.ts'
import { cases } from '../../db/tables/cases.ts'
import { users } from '../../db/tables/users.ts'
import { customerOf } from '../../http/depots.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { createdBetween } from '../settings/public.ts'
import { checkedPhotos } from './case-photos.ts'
import { caseFor } from './cases-policy.ts'
import { presentCase, presentListed } from './cases-present.ts'
import { casesPage, firstText, stateAt } from './cases-reads.ts'
import { addTo, openCaseOf } from './customer-commands.ts'
import { answer, close } from './office-commands.ts'

const SORTS = {
  createdAt: cases.createdAt,
  waitingSince: cases.waitingSince,
  refId: cases.refNumber,
  customer: users.fullName,
  kind: cases.kind,
}

/** Messages of one customer: far more than a person writes. */
const MESSAGES_PER_HOUR = { perUser: { hits: 100, seconds: 3600 } }

export const casesRoutes = ({ config, storage, mail }: Dependencies): Route[] => [
  serve(listCases)(async (input, { actor, db, now, refuse }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const customerID = actor.role === 'ADMIN' ? input.customerID : actor.userID
    if (input.customerID !== undefined && input.customerID !== customerID) refuse('not_found')
    const where = and(
      customerID === undefined ? undefined : eq(cases.customerID, customerID),
      customerOf(cases.customerID, input.depotID),
      input.state === undefined ? undefined : eq(stateAt(now), input.state),
      input.kind === undefined ? undefined : eq(cases.kind, input.kind),
      input.disagreed === undefined ? undefined : eq(cases.disagreed, input.disagreed),
      input.assignmentID === undefined ? undefined : eq(cases.assignmentID, input.assignmentID),
      keywordIn(input.keyword, [users.fullName, firstText, sql`${cases.refNumber}::text`]),
      await createdBetween(db, cases.createdAt, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, '-waitingSince'), sql`${cases.refNumber} desc`]
    const { rows, total } = await casesPage(db, { where, orderBy, limit, offset })
    return { items: rows.map((row) => presentListed(row, now)), page, perPage, total }
  }),

  serve(getCase)(async ({ caseID }, { actor, db, now }) =>
    presentCase(db, await caseFor(db, actor, caseID), actor, now),
  ),

  serve(openCase, { transaction: false, limits: MESSAGES_PER_HOUR })(async (input, context) => {
    const photos = await checkedPhotos(storage, input.photos)
    return inTransaction(context.database, async (tx) => {
      const caseID = await openCaseOf(tx, context, { ...input, photos })
      context.setHeader('location', `/v1/cases/${caseID}`)
      return presentCase(tx, await caseFor(tx, context.actor, caseID), context.actor, context.now)
    })
  }),

  serve(addToCase, { transaction: false, limits: MESSAGES_PER_HOUR })(async (input, context) => {
    // The case is checked first, so that the store is not read for another customer's case.
    await caseFor(context.database, context.actor, input.caseID)
    const photos = await checkedPhotos(storage, input.photos)
    return inTransaction(context.database, async (tx) => {
      await addTo(tx, context, { ...input, photos })
      return presentCase(tx, await caseFor(tx, context.actor, input.caseID), context.actor, context.now)
    })
  }),

  serve(answerCase)(async (input, context) => {
    await answer(context.db, { mail, config }, context, input, context.ifMatch)
    return presentCase(context.db, await caseFor(context.db, context.actor, input.caseID), context.actor, context.now)
  }),

  serve(closeCase)(async ({ caseID }, context) => {
    await close(context.db, context, caseID, context.ifMatch)
    return presentCase(context.db, await caseFor(context.db, context.actor, caseID), context.actor, context.now)
  }),
]
