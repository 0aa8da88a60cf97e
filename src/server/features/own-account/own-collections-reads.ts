import { and, asc, eq, ne } from 'drizzle-orm'
import { bagsOf } from '#domain/bags.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOwnData } from '#contract/v1/own-account.ts'
import type { Queryable } from '../../db/database.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../db/tables/runs.ts'
import { photosNamed } from './own-traces-reads.ts'

type OwnData = AnswerOf<typeof getOwnData>

/** The driver, the driver's notes and the office's reasons are left out. */
export async function collectionsOf(db: Queryable, customerID: string): Promise<OwnData['collections']> {
  const rows = await db
    .select({ stop: jobs, run: runs })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(eq(jobs.customerID, customerID), ne(runs.status, 'draft')))
    .orderBy(asc(runs.fromDate), asc(jobs.createdAt))
  const links = await photosNamed(
    db,
    rows.flatMap(({ stop }) => stop.photoIDs),
  )
  return rows.map(({ stop, run }) => ({
    yearNumber: run.yearNumber,
    monthNumber: run.monthNumber,
    weekNumber: run.weekNumber,
    from: run.fromDate,
    to: run.toDate,
    address: `${stop.address}, ${stop.suburb} ${stop.postcode}`,
    state: stop.state,
    outcome: stop.outcome,
    doneAt: stop.doneAt,
    bags: bagsOf(stop),
    photos: stop.photoIDs.flatMap((photoID) => links.get(photoID) ?? []),
  }))
}

export async function noPickupsOf(db: Queryable, customerID: string): Promise<OwnData['noPickups']> {
  return db.select().from(noPickups).where(eq(noPickups.customerID, customerID)).orderBy(asc(noPickups.createdAt))
}

export async function pickupRequestsOf(db: Queryable, customerID: string): Promise<OwnData['pickupRequests']> {
  return db
    .select()
    .from(pickupRequests)
    .where(eq(pickupRequests.customerID, customerID))
    .orderBy(asc(pickupRequests.createdAt))
}
