import { and, eq, isNull, lt } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { sendPositions } from '#contract/v1/places.ts'
import { byKey } from '#domain/by-key.ts'
import { addDays } from '#domain/dates.ts'
import { ACCURACY_MAX, learnFrom, type LearntPlace, POSITION_DAYS_MAX, type Visit } from '#domain/learnt-place.ts'
import { placeProblem, rounded } from '#domain/place.ts'
import { readSetting } from '#domain/settings.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { settingValues } from '../../db/setting-values.ts'
import { customers } from '../../db/tables/customers.ts'
import { customerPlaces, placeVisits } from '../../db/tables/places.ts'
import { jobDrivers, jobs } from '../../db/tables/runs.ts'
import { businessToday } from '../settings/public.ts'
import { placesOf, type PlaceRow } from './places-reads.ts'

type Positions = InputOf<typeof sendPositions>['positions']

/**
 * Takes what is usable of a phone's positions: at stops that were the driver's, near enough, of the last weeks, while
 * the firm learns places. Each either moves a learnt place a little and is not stored, or waits for others.
 * @returns how many were usable
 */
export async function takePositions(
  tx: Queryable,
  { driverID, now }: { driverID: string; now: Date },
  positions: Positions,
): Promise<number> {
  if (!readSetting(await settingValues(tx), 'places.learn')) return 0
  const today = await businessToday(tx, now)
  const usable = positions.filter(
    (position) =>
      position.accuracy <= ACCURACY_MAX &&
      position.day >= addDays(today, -POSITION_DAYS_MAX) &&
      position.day <= addDays(today, 1) &&
      placeProblem(position) === null,
  )
  const visits = await visitsAt(tx, driverID, usable)
  const places = await placesOf(tx, [...visits.keys()])
  for (const [customerID, ofCustomer] of [...visits].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await learn(tx, customerID, ofCustomer, places.get(customerID) ?? null)
  return [...visits.values()].reduce((sum, { length }) => sum + length, 0)
}

/** customerID -> the visits, oldest first; positions at stops that were never this driver's are left out. */
async function visitsAt(
  tx: Queryable,
  driverID: string,
  positions: Positions,
): Promise<ReadonlyMap<string, readonly Visit[]>> {
  const stops = await tx
    .selectDistinct({ assignmentID: jobs.assignmentID, customerID: jobs.customerID })
    .from(jobs)
    .innerJoin(jobDrivers, and(eq(jobDrivers.assignmentID, jobs.assignmentID), eq(jobDrivers.driverID, driverID)))
    .innerJoin(customers, and(eq(customers.customerID, jobs.customerID), isNull(customers.hiddenAt)))
    .where(
      among(
        jobs.assignmentID,
        positions.map(({ assignmentID }) => assignmentID),
      ),
    )
  const customerAt = new Map(stops.map(({ assignmentID, customerID }) => [assignmentID, customerID]))
  const visits = positions.flatMap(({ assignmentID, day, ...point }) => {
    const customerID = customerAt.get(assignmentID)
    return customerID === undefined ? [] : [{ customerID, day, ...rounded(point) }]
  })
  return byKey(
    visits.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    ({ customerID }) => customerID,
  )
}

async function learn(
  tx: Queryable,
  customerID: string,
  visits: readonly Visit[],
  stored: PlaceRow | null,
): Promise<void> {
  // A place that the office has set is never replaced.
  if (stored?.source === 'placed') return
  const before = await tx.select().from(placeVisits).where(eq(placeVisits.customerID, customerID))
  const { learnt, waiting } = learnFrom(learntFrom(stored), before, visits)
  if (waiting.length === 0) await tx.delete(placeVisits).where(eq(placeVisits.customerID, customerID))
  for (const visit of waiting.slice(before.length)) await keepVisit(tx, customerID, visit)
  if (learnt) await store(tx, customerID, learnt)
}

const learntFrom = (stored: PlaceRow | null): LearntPlace | null =>
  stored?.source === 'learnt' && stored.visits !== null && stored.lastVisit !== null
    ? {
        latitude: stored.latitude,
        longitude: stored.longitude,
        visits: stored.visits,
        day: stored.lastVisit,
        accuracy: stored.accuracy ?? 1,
      }
    : null

/** One position a day: a repeated one, such as one that is sent again, changes nothing. */
async function keepVisit(tx: Queryable, customerID: string, { day, latitude, longitude }: Visit): Promise<void> {
  await tx.insert(placeVisits).values({ customerID, day, latitude, longitude }).onConflictDoNothing()
}

/** No audit entry and no time but the day, because they would say when a driver was where. */
async function store(tx: Queryable, customerID: string, { day, ...place }: LearntPlace): Promise<void> {
  // Noon in UTC is the same day in all of Australia.
  const row = { ...place, source: 'learnt' as const, lastVisit: day, placedAt: new Date(`${day}T12:00:00Z`) }
  await tx
    .insert(customerPlaces)
    .values({ customerID, ...row })
    .onConflictDoUpdate({ target: customerPlaces.customerID, set: row })
}

/** Deletes positions that made no place within `POSITION_DAYS_MAX`. */
export async function forgetOldPositions(db: Queryable, now: Date): Promise<void> {
  const today = await businessToday(db, now)
  await db.delete(placeVisits).where(lt(placeVisits.day, addDays(today, -POSITION_DAYS_MAX)))
}
