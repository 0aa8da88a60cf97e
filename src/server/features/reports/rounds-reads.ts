import { and, count, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { chargeOf } from '#domain/charges.ts'
import type { Day } from '#domain/dates.ts'
import { type RunFigures, runFigures } from '#domain/run-figures.ts'
import { bagsIn } from '../../db/bags-in.ts'
import type { Queryable } from '../../db/database.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { customerOf } from '../../http/depots.ts'
import { facts, type Filter, within } from './facts-reads.ts'

/** In the order in which the rounds are driven, for `factsPage`. */
export const AS_DRIVEN = sql`"group"`

export interface RoundCounted {
  readonly runOrderID: string
  readonly runNumber: number
  readonly from: Day
  /** By the names on the stops, moved and removed ones included. */
  readonly drivers: string[]
  readonly figures: RunFigures
}

/** The rounds of completed runs with what became of their stops, also those of which nothing was done. */
export async function roundsCounted(db: Queryable, filter: Filter): Promise<RoundCounted[]> {
  const rows = await db
    .select({
      runOrderID: jobs.runOrderID,
      runNumber: jobs.runNumber,
      from: runs.fromDate,
      state: jobs.state,
      outcome: jobs.outcome,
      stops: count(),
      drivers: sql<
        string[]
      >`coalesce(array_agg(distinct ${jobs.capturedDriverName}) filter (where ${jobs.capturedDriverName} is not null), '{}')`,
    })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(
      and(
        customerOf(jobs.customerID, filter.depotID),
        inArray(runs.status, ['completed', 'archived']),
        within(sql`${runs.fromDate}`, filter),
      ),
    )
    .groupBy(runs.fromDate, runs.refNumber, jobs.runNumber, jobs.runOrderID, jobs.state, jobs.outcome)
    .orderBy(runs.fromDate, runs.refNumber, jobs.runNumber)
  return [...byKey(rows, ({ runOrderID, runNumber }) => `${runOrderID} ${runNumber}`).values()].map((kinds) => ({
    runOrderID: kinds[0]!.runOrderID,
    runNumber: kinds[0]!.runNumber,
    from: kinds[0]!.from,
    drivers: [...new Set(kinds.flatMap(({ drivers }) => drivers))].sort(),
    figures: runFigures(kinds),
  }))
}

/**
 * Stops of completed runs with what they cost the customers. The rule prices each kind of stop once, and the database
 * gives every stop the price of its kind.
 */
export async function roundFacts(db: Queryable, filter: Filter): Promise<SQL> {
  const where = and(
    customerOf(jobs.customerID, filter.depotID),
    inArray(runs.status, ['completed', 'archived']),
    eq(jobs.state, 'completed'),
    isNotNull(jobs.outcome),
    within(sql`${runs.fromDate}`, filter),
    filter.runOrderID === undefined ? undefined : eq(jobs.runOrderID, filter.runOrderID),
    filter.runNumber === undefined ? undefined : eq(jobs.runNumber, filter.runNumber),
  )
  const kinds = await db
    .selectDistinct({
      serviceType: jobs.serviceType,
      outcome: jobs.outcome,
      pu: jobs.pu,
      amount: jobs.amount,
      extraAmount: jobs.extraAmount,
      attemptFee: runs.attemptFee,
    })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(where)
  const charges = kinds.map(({ outcome, attemptFee, ...kind }) => chargeOf({ ...kind, outcome: outcome! }, attemptFee))
  const each = (of: keyof (typeof kinds)[number]) => sql.param(kinds.map((kind) => kind[of]))
  return facts(
    {
      rowID: sql`${jobs.assignmentID}`,
      day: sql`${runs.fromDate}`,
      customerID: sql`${jobs.customerID}`,
      runOrderID: sql`${jobs.runOrderID}`,
      runNumber: sql`${jobs.runNumber}`,
      amount: sql`kind.charge`,
      bags: bagsIn(jobs.pu),
      group: sql`array[${runs.refNumber}, ${jobs.runNumber}, ${jobs.stopOrder}]`,
      second: sql`${jobs.capturedDriverName}`,
    },
    sql`${jobs} join ${runs} on ${runs.runOrderID} = ${jobs.runOrderID}
      join unnest(${each('serviceType')}::text[], ${each('outcome')}::text[], ${each('pu')}::integer[],
          ${each('amount')}::bigint[], ${each('extraAmount')}::bigint[], ${each('attemptFee')}::bigint[],
          ${sql.param(charges)}::bigint[])
        as kind(service_type, outcome, pu, amount, extra, fee, charge)
        on kind.service_type = ${jobs.serviceType} and kind.outcome = ${jobs.outcome} and kind.pu = ${jobs.pu}
          and kind.amount = ${jobs.amount} and kind.extra = ${jobs.extraAmount}
          and coalesce(kind.fee, -1) = coalesce(${runs.attemptFee}, -1)`,
    where,
  )
}
