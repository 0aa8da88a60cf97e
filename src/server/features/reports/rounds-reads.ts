import { and, asc, eq, gte, inArray, isNotNull, lte } from 'drizzle-orm'
import { chargeOf } from '#domain/charges.ts'
import type { Queryable } from '../../db/database.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import type { Fact, Filter } from './facts-reads.ts'

/** A stop of a completed run with what it costs the customer. */
export interface RoundStop extends Fact {
  runOrderID: string
  runNumber: number
  driver: string | null
}

export async function roundStops(db: Queryable, asked: Filter): Promise<RoundStop[]> {
  const rows = await db
    .select({
      assignmentID: jobs.assignmentID,
      customerID: jobs.customerID,
      runOrderID: jobs.runOrderID,
      runNumber: jobs.runNumber,
      driver: jobs.capturedDriverName,
      serviceType: jobs.serviceType,
      outcome: jobs.outcome,
      pu: jobs.pu,
      amount: jobs.amount,
      extraAmount: jobs.extraAmount,
      day: runs.fromDate,
      attemptFee: runs.attemptFee,
    })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(
      and(
        inArray(runs.status, ['completed', 'archived']),
        eq(jobs.state, 'completed'),
        isNotNull(jobs.outcome),
        asked.from === undefined ? undefined : gte(runs.fromDate, asked.from),
        asked.to === undefined ? undefined : lte(runs.fromDate, asked.to),
        asked.runOrderID === undefined ? undefined : eq(jobs.runOrderID, asked.runOrderID),
        asked.runNumber === undefined ? undefined : eq(jobs.runNumber, asked.runNumber),
      ),
    )
    .orderBy(asc(runs.fromDate), asc(runs.refNumber), asc(jobs.runNumber), asc(jobs.stopOrder))
  return rows.map(({ assignmentID, outcome, attemptFee, extraAmount, amount, pu, serviceType, ...row }) => ({
    ...row,
    rowID: assignmentID,
    invoiceID: null,
    adjustmentID: null,
    transactionID: null,
    amount: chargeOf({ serviceType, outcome: outcome!, pu, amount, extraAmount }, attemptFee),
    gst: 0,
    bags: pu,
  }))
}
