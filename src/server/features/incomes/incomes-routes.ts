import { and, eq, sql } from 'drizzle-orm'
import { listIncomes } from '#contract/v1/incomes.ts'
import { bagsIn } from '../../db/bags-in.ts'
import { customers } from '../../db/tables/customers.ts'
import { incomes } from '../../db/tables/events.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { driverOf } from '../../http/depots.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { createdBetween } from '../settings/public.ts'
import { presentForOffice, presentIncome } from './incomes-present.ts'
import { incomesPage, RUN_NAME } from './incomes-reads.ts'

const SORTS = {
  // Sorts by run, and within a run by the customer's number (domain.md 1).
  readableId: sql`(${runs.yearNumber}, ${runs.monthNumber}, ${runs.weekNumber}, ${runs.sequenceNumber}, ${customers.refNumber})`,
  earnedAt: incomes.earnedAt,
  createdAt: incomes.createdAt,
  amount: incomes.amount,
  pu: bagsIn(incomes.pu),
  status: incomes.status,
  runOrder: RUN_NAME,
  customer: jobs.capturedCustomerName,
}

export const incomesRoutes = ({ config }: Dependencies): Route[] => [
  serve(listIncomes)(async (input, { actor, db, refuse }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const driverID = actor.role === 'DRIVER' ? actor.userID : input.driverID
    if (input.driverID !== undefined && input.driverID !== driverID) refuse('not_found')
    const where = and(
      input.runOrderID === undefined ? undefined : eq(incomes.runOrderID, input.runOrderID),
      driverOf(incomes.driverID, input.depotID),
      input.payID === undefined ? undefined : eq(incomes.transactionID, input.payID),
      keywordIn(input.keyword, [
        jobs.capturedCustomerName,
        RUN_NAME,
        sql`${customers.refNumber}::text`,
        sql`case when ${incomes.jobID} is null then ${incomes.formula} end`,
      ]),
      await createdBetween(db, incomes.earnedAt, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, '-earnedAt'), sql`${incomes.incomeID}`]
    const { rows, total, totalCents } = await incomesPage(db, {
      driverID,
      status: input.status,
      kind: input.kind,
      where,
      orderBy,
      limit,
      offset,
    })
    return {
      items: rows.map(actor.role === 'ADMIN' ? presentForOffice : presentIncome),
      page,
      perPage,
      total,
      totalAmount: totalCents,
    }
  }),
]
