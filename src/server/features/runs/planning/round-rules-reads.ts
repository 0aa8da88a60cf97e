import { and, asc, eq, gte, isNull, lte, or, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOwnRoundRules, getRoundRules } from '#contract/v1/round-rules.ts'
import { byKey } from '#domain/by-key.ts'
import { COLLECTIONS_LOOKED_AT, expectedBags } from '#domain/expected-bags.ts'
import { isOfDepot } from '#domain/depots.ts'
import { readPoint } from '#domain/place.ts'
import { endsOf } from '#domain/round-ends.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers, suburbStreets } from '../../../db/tables/customers.ts'
import { drivers } from '../../../db/tables/drivers.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { Refused } from '../../../http/refused.ts'
import type { Actor } from '../../../http/serve.ts'
import { depotPlace } from '../../depots/public.ts'
import { homeOf } from '../../drivers/public.ts'
import { settingsInForce } from '../../settings/public.ts'
import { onTheRun, runByID, runOfDriver, type RunRow } from '../core/runs-reads.ts'
import { drivenTimesOf } from '../driven-times/driven-times-reads.ts'

type Rules = AnswerOf<typeof getRoundRules>

/** What the order of a run's stops and their division among drivers depend on, beside the stops themselves. */
export async function roundRules(
  db: Queryable,
  runOrderID: string,
  { depotID }: Pick<Actor, 'depotID'>,
): Promise<Rules> {
  const run = await runByID(db, runOrderID)
  if (!run) throw new Refused('not_found')
  const settings = await settingsInForce(db)
  const stops = await db
    .select({
      customerID: jobs.customerID,
      suburbID: customers.suburbID,
      orderWish: customers.orderWish,
      driverID: customers.driverID,
      runDriverID: jobs.driverID,
      serviceType: jobs.serviceType,
    })
    .from(jobs)
    .innerJoin(customers, eq(customers.customerID, jobs.customerID))
    .where(and(eq(jobs.runOrderID, runOrderID), onTheRun))
    .orderBy(jobs.assignmentID)
  const bags = await latestBags(
    db,
    stops.map(({ customerID }) => customerID),
  )
  return {
    depot: (await depotPlace(db, run.depotID)) ?? readPoint(settings['route.depot']),
    tip: readPoint(settings['route.tip']),
    startTime: settings['route.startTime'],
    drivers: await driversFor(
      db,
      run,
      stops.flatMap(({ runDriverID }) => runDriverID ?? []),
      depotID,
    ),
    customers: stops.map(({ customerID, suburbID, orderWish, driverID, serviceType }) => ({
      customerID,
      suburbID,
      orderWish,
      driverID,
      bags: expectedBags(serviceType, bags.get(customerID) ?? []),
    })),
    streets: await streetsOf(db, stops),
  }
}

/** The same of one driver's own stops, without other drivers and customers. */
export async function ownRoundRules(
  db: Queryable,
  runOrderID: string,
  driverID: string,
  now: Date,
): Promise<AnswerOf<typeof getOwnRoundRules>> {
  if (!(await runOfDriver(db, runOrderID, driverID, now))) throw new Refused('not_found')
  const settings = await settingsInForce(db)
  const [driver] = await db.select().from(drivers).where(eq(drivers.driverID, driverID))
  const run = await runByID(db, runOrderID)
  const depot = (await depotPlace(db, run?.depotID ?? null)) ?? readPoint(settings['route.depot'])
  const firm = { depot, tip: readPoint(settings['route.tip']) }
  const { start, end } = endsOf({ ...driver!, home: homeOf(driver!) }, firm)
  const own = await db
    .select({ customerID: jobs.customerID, suburbID: customers.suburbID, orderWish: customers.orderWish })
    .from(jobs)
    .innerJoin(customers, eq(customers.customerID, jobs.customerID))
    .where(and(eq(jobs.runOrderID, runOrderID), eq(jobs.driverID, driverID), onTheRun))
    .orderBy(jobs.assignmentID)
  return {
    start,
    end,
    startsAt: driver!.startsAt,
    endsAt: driver!.endsAt,
    startTime: settings['route.startTime'],
    travel: { speed: settings['route.speed'], atStop: settings['route.atStop'] },
    driven: await drivenTimesOf(db, runOrderID, driverID),
    customers: own,
    streets: await streetsOf(db, own),
  }
}

/** The streets that are driven whole in the suburbs of these stops. */
function streetsOf(db: Queryable, stops: readonly { suburbID: string }[]) {
  const suburbIDs = [...new Set(stops.map(({ suburbID }) => suburbID))]
  return db
    .select()
    .from(suburbStreets)
    .where(among(suburbStreets.suburbID, suburbIDs))
    .orderBy(asc(suburbStreets.suburbID), asc(suburbStreets.street))
}

/**
 * The run's own, and everybody of its depot employed in its week, by name.
 * @param sees the one depot that the caller sees, who is told where no other's driver lives; null: every depot
 */
async function driversFor(
  db: Queryable,
  run: RunRow,
  own: readonly string[],
  sees: string | null,
): Promise<Rules['drivers']> {
  const employed = and(
    run.depotID === null ? undefined : eq(drivers.depotID, run.depotID),
    isNull(users.disabledAt),
    lte(drivers.employmentStartDate, run.toDate),
    or(isNull(drivers.employmentEndDate), gte(drivers.employmentEndDate, run.fromDate)),
  )
  const rows = await db
    .select({ row: drivers, driver: users.fullName })
    .from(drivers)
    .innerJoin(users, eq(users.userID, drivers.driverID))
    .where(or(employed, among(drivers.driverID, own)))
    .orderBy(users.fullName, drivers.driverID)
  return rows.map(({ row, driver }) => ({
    ...row,
    driver,
    home: isOfDepot(sees, row.depotID) ? homeOf(row) : null,
  }))
}

/** customerID -> the bags of the latest collections of garden bags. */
async function latestBags(db: Queryable, customerIDs: readonly string[]): Promise<Map<string, number[]>> {
  const { rows } = await db.execute<{ customer_id: string; pu: number }>(sql`
    select c.customer_id, latest.pu
    from unnest(${sql.param([...customerIDs])}::uuid[]) as c (customer_id)
    cross join lateral (
      select ${jobs.pu} as pu from ${jobs}
      where ${jobs.customerID} = c.customer_id and ${jobs.doneAt} is not null and ${jobs.outcome} = 'COLLECTED'
        and ${jobs.serviceType} <> 'RUBBISH_REMOVAL'
      order by ${jobs.doneAt} desc limit ${COLLECTIONS_LOOKED_AT}
    ) as latest`)
  const grouped = byKey(rows, (row) => row.customer_id)
  return new Map([...grouped].map(([customerID, found]) => [customerID, found.map(({ pu }) => pu)]))
}
