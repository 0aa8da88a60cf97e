import { eq, inArray, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { runProgress } from '#contract/v1/progress.ts'
import { byKey } from '#domain/by-key.ts'
import { NO_FIGURES } from '#domain/run-figures.ts'
import { bagsIn } from '../../../db/bags-in.ts'
import { among } from '../../../db/among.ts'
import type { Queryable, Transaction } from '../../../db/database.ts'
import { DATA_EPOCH, epochOf } from '../../../db/installation.ts'
import { events } from '../../../db/tables/events.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { installation } from '../../../db/tables/settings.ts'
import { users } from '../../../db/tables/users.ts'
import { Refused } from '../../../http/refused.ts'
import { watchedDevices } from '../../devices/public.ts'
import { attemptFeeOf, storedAttemptFee } from '../core/attempt-fee-reads.ts'
import { eventsShown } from '../core/events-reads.ts'
import { openOfRun } from '../exceptions/exceptions-reads.ts'
import { stopsShown } from '../core/stops-reads.ts'
import { presentStops, presentRow } from '../runs-present.ts'
import { countsOf, type CountedKind } from '../core/runs-reads.ts'
import { type Cursor, cursorText, isKnown, readCursor } from './cursor.ts'

type DriverProgress = AnswerOf<typeof runProgress>['drivers'][number]

/** The changes of a run since a cursor. @param tx has one snapshot for all reads, to which the new cursor belongs */
export async function progressSince(
  tx: Transaction,
  runOrderID: string,
  cursor: string | undefined,
  now: Date,
): Promise<AnswerOf<typeof runProgress>> {
  const since = readCursor(cursor)
  const { run, exceptions, fee, ...moment } = await momentOf(tx, runOrderID)
  const known = since !== null && isKnown(since, moment) ? since : null
  const groups = await groupsOf(tx, runOrderID, known)
  const stops = String(groups.reduce((all, { hash }) => all ^ BigInt(hash), 0n))
  return {
    cursor: cursorText({ ...moment, stops }),
    whole: known === null,
    run: presentRow({ ...run, ...countsOf(groups.flatMap(({ kinds }) => kinds)) }),
    drivers: await driversOf(tx, runOrderID, groups, now),
    jobs: await changedStops(tx, runOrderID, known && groups.flatMap(({ changed }) => changed ?? [])),
    assignmentIDs: known === null || known.stops === stops ? null : await idsOf(tx, runOrderID),
    exceptions,
    attemptFee: attemptFeeOf(run, fee),
  }
}

/** The run's row, and the database's position when it was read. */
async function momentOf(tx: Queryable, runOrderID: string) {
  const [row] = await tx
    .select({
      run: runs,
      exceptions: openOfRun(runOrderID),
      fee: storedAttemptFee,
      epoch: sql<
        string | null
      >`(select ${installation.value} from ${installation} where ${installation.key} = ${DATA_EPOCH})`,
      table: sql<string>`'jobs'::regclass::oid::text`,
      xid: sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`,
    })
    .from(runs)
    .where(eq(runs.runOrderID, runOrderID))
  if (!row) throw new Refused('not_found')
  return { ...row, xid: BigInt(row.xid), epoch: row.epoch ?? (await epochOf(tx)).dataEpoch }
}

/** The stops of one driver. */
interface Group {
  driver_id: string | null
  driver: string | null
  kinds: CountedKind[]
  /** The driver's stops written since the cursor; null: none. */
  changed: string[] | null
  hash: string
}

/** The stops by driver, in the order of the rounds. */
async function groupsOf(tx: Queryable, runOrderID: string, since: Cursor | null): Promise<Group[]> {
  // Comparing ages works across a wraparound of the 32-bit ids.
  const changed = since === null ? sql`false` : sql`age(${jobs}.xmin) <= age(${String(since.xid)}::xid8::xid)`
  const { rows } = await tx.execute(sql`
    with stops as materialized (
      select ${jobs.assignmentID} as id, ${jobs.driverID} as driver_id, ${jobs.runNumber} as run_number, ${jobs.state} as state, ${jobs.outcome} as outcome,
        ${bagsIn(jobs.pu)} as bags, ${changed} as changed, hashtextextended(${jobs.assignmentID}::text, 0) as hash
      from ${jobs} where ${jobs.runOrderID} = ${runOrderID}),
    kinds as materialized (
      select driver_id, state, outcome, min(run_number) as first_round, count(*)::int as stops, coalesce(sum(bags), 0)::int as bags,
        string_agg(id::text, ' ') filter (where changed) as changed, bit_xor(hash) as hash
      from stops group by driver_id, state, outcome),
    -- Named afterwards: a few drivers, where joining each stop would read all users.
    groups as materialized (
      select driver_id, min(first_round) as first_round, string_to_array(string_agg(changed, ' '), ' ') as changed, bit_xor(hash)::text as hash,
        json_agg(json_build_object('state', state, 'outcome', outcome, 'stops', stops, 'bags', bags)) as kinds
      from kinds group by driver_id)
    select driver_id, (select ${users.fullName} from ${users} where ${users.userID} = driver_id) as driver, kinds, changed, hash
    from groups order by first_round, driver`)
  return rows as unknown as Group[]
}

async function driversOf(
  tx: Queryable,
  runOrderID: string,
  groups: readonly Group[],
  now: Date,
): Promise<DriverProgress[]> {
  const devices = byKey(
    await watchedDevices(
      tx,
      runOrderID,
      groups.flatMap(({ driver_id }) => driver_id ?? []),
      now,
    ),
    ({ driverID }) => driverID,
  )
  const drivers = groups.map(({ driver_id, driver, kinds }) => {
    const ofDriver = devices.get(driver_id ?? '') ?? []
    devices.delete(driver_id ?? '')
    const { totalBags: bags, ...counts } = countsOf(kinds)
    return { driverID: driver_id, driver, ...counts, bags, phones: ofDriver }
  })
  const gone = [...devices].map(([driverID, ofDriver]) => ({
    driverID,
    driver: ofDriver[0]?.driverName ?? null,
    stops: 0,
    ...NO_FIGURES,
    bags: 0,
    phones: ofDriver,
  }))
  return [...drivers, ...gone]
}

/** @param changed null: all */
async function changedStops(tx: Queryable, runOrderID: string, changed: readonly string[] | null) {
  if (changed?.length === 0) return []
  const stops = await stopsShown(
    tx,
    changed === null ? eq(jobs.runOrderID, runOrderID) : among(jobs.assignmentID, changed),
  )
  const ofRun = tx.select({ assignmentID: jobs.assignmentID }).from(jobs).where(eq(jobs.runOrderID, runOrderID))
  const eventRows = await eventsShown(
    tx,
    changed === null ? inArray(events.jobID, ofRun) : among(events.jobID, changed),
  )
  return presentStops(stops, eventRows)
}

async function idsOf(tx: Queryable, runOrderID: string): Promise<string[]> {
  const rows = await tx.select({ assignmentID: jobs.assignmentID }).from(jobs).where(eq(jobs.runOrderID, runOrderID))
  return rows.map(({ assignmentID }) => assignmentID)
}
