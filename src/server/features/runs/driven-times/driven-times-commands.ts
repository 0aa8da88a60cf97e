import { and, asc, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { type DrivenStop, type Gap, gapsOf, type GapBetween, betweenKey, newestGaps } from '#domain/driven-times.ts'
import { placeOf } from '#domain/known-place.ts'
import { among } from '../../../db/among.ts'
import type { Database, Queryable } from '../../../db/database.ts'
import { drivenGaps, drivenRuns } from '../../../db/tables/driven.ts'
import { customerPlaces } from '../../../db/tables/places.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { inTransaction } from '../../../db/transaction.ts'

/** Any number, the same in every version: two servers must not add to the same gaps at once. */
const LEARN_LOCK = 727_184_020

/**
 * Adds what completed runs say about driving times, the earliest run first, one driver's records a transaction, so that
 * years of records hold nobody up.
 * @param goOn asked before each driver
 * @returns how many records were added, and whether none is left
 */
export async function learnDrivenTimes(
  db: Database,
  goOn: () => boolean = () => true,
): Promise<{ visits: number; isDone: boolean }> {
  let visits = 0
  while (goOn()) {
    const added = await inTransaction(db, learnNext, { isolation: 'read committed' })
    if (added === null) return { visits, isDone: true }
    visits += added
  }
  return { visits, isDone: false }
}

/** @returns how many records of the next driver were added; null: all runs are done */
async function learnNext(tx: Queryable): Promise<number | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LEARN_LOCK})`)
  const [run] = await tx
    .select({ runOrderID: runs.runOrderID, driverIDs: drivenRuns.driverIDs })
    .from(runs)
    .leftJoin(drivenRuns, eq(drivenRuns.runOrderID, runs.runOrderID))
    .where(and(inArray(runs.status, ['completed', 'archived']), or(isNull(drivenRuns.isDone), not(drivenRuns.isDone))))
    .orderBy(asc(runs.fromDate), asc(runs.runOrderID))
    .limit(1)
  if (!run) return null
  const { runOrderID } = run
  const counted = run.driverIDs ?? []
  // A stop that the office recorded says when somebody wrote it down.
  const ofDrivers = and(eq(jobs.runOrderID, runOrderID), isNotNull(jobs.doneAt), eq(jobs.recordedBy, jobs.driverID))
  const [next] = await tx
    .select({ driverID: jobs.driverID })
    .from(jobs)
    .where(and(ofDrivers, not(among(jobs.driverID, counted))))
    .orderBy(asc(jobs.driverID))
    .limit(1)
  const driverID = next?.driverID ?? null
  const stops = driverID === null ? [] : await drivenStops(tx, and(ofDrivers, eq(jobs.driverID, driverID))!, driverID)
  await addGaps(tx, stops)
  const state = { driverIDs: driverID === null ? counted : [...counted, driverID], isDone: driverID === null }
  await tx
    .insert(drivenRuns)
    .values({ runOrderID, ...state })
    .onConflictDoUpdate({ target: drivenRuns.runOrderID, set: state })
  return stops.length
}

async function drivenStops(tx: Queryable, where: ReturnType<typeof sql>, driverID: string): Promise<DrivenStop[]> {
  const rows = await tx
    .select({
      doneAt: jobs.doneAt,
      suburb: jobs.suburb,
      address: jobs.address,
      latitude: customerPlaces.latitude,
      longitude: customerPlaces.longitude,
    })
    .from(jobs)
    .leftJoin(customerPlaces, eq(customerPlaces.customerID, jobs.customerID))
    .where(where)
  return rows.map(({ doneAt, suburb, address, ...place }) => ({
    driverID,
    at: doneAt!.getTime(),
    suburb,
    address,
    point: placeOf(place),
  }))
}

async function addGaps(tx: Queryable, stops: readonly DrivenStop[]): Promise<void> {
  const found = gapsOf(stops)
  if (found.size === 0) return
  const kept = await keptGaps(tx, [...found.values()])
  await tx
    .insert(drivenGaps)
    .values(
      [...found].map(([key, { gaps, ...between }]) => ({ ...between, gaps: newestGaps(kept.get(key) ?? [], gaps) })),
    )
    .onConflictDoUpdate({
      target: [drivenGaps.kind, drivenGaps.first, drivenGaps.second],
      set: { gaps: sql`excluded.gaps` },
    })
}

async function keptGaps(tx: Queryable, of: readonly GapBetween[]): Promise<Map<string, readonly Gap[]>> {
  const rows = await tx
    .select()
    .from(drivenGaps)
    .where(
      and(
        among(drivenGaps.kind, [...new Set(of.map(({ kind }) => kind))]),
        among(drivenGaps.first, [...new Set(of.map(({ first }) => first))]),
      ),
    )
  return new Map(rows.map((row) => [betweenKey(row), row.gaps]))
}

/** Milliseconds that a person waits for; what is left of many years is added by the server's own work. */
const AWAITED_MS = 8_000

/** Works all driving times out anew, because places that became known since say more about older records. */
export async function learnDrivenTimesAnew(
  db: Database,
  awaitedMs = AWAITED_MS,
): Promise<{ visits: number; isDone: boolean }> {
  await forgetDrivenTimes(db)
  const began = performance.now()
  return learnDrivenTimes(db, () => performance.now() - began < awaitedMs)
}

/**
 * Forgets the driving times, which are then learnt anew from all runs: once customers have got places, older records say
 * how long the way between them is.
 */
export async function forgetDrivenTimes(db: Database): Promise<void> {
  await inTransaction(
    db,
    async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LEARN_LOCK})`)
      await tx.delete(drivenGaps)
      await tx.delete(drivenRuns)
    },
    { isolation: 'read committed' },
  )
}
