import { and, eq, sql } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import { formatDay } from '#domain/dates.ts'
import { isOfDepot } from '#domain/depots.ts'
import { placeByNeighbours } from '#domain/neighbours.ts'
import { judgeForRun, type TakenBecause } from '#domain/run-plan.ts'
import { driverWarnings, proposeDriver } from '#domain/runs.ts'
import type { Warning } from '#domain/warnings.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers } from '../../../db/tables/customers.ts'
import { jobs, noPickups, runs } from '../../../db/tables/runs.ts'
import { among } from '../../../db/among.ts'
import { sameWeek } from '../../../db/same-week.ts'
import { customerOf } from '../../../http/depots.ts'
import { refuseField } from '../../../http/refused.ts'
import { calendarWeek, highestMonthOf, type StoredCalendarRow } from '../../calendar/public.ts'
import { requireDepot } from '../../depots/public.ts'
import { pricedOn } from '../../prices/public.ts'
import { type Driver, driversToChoose, lastDrivers } from './drivers-reads.ts'
import { type Candidate, candidatesFor, dueCustomer, isOpen, openStops } from './due-reads.ts'
import { type LeftOut, leftOutOf } from './left-out-reads.ts'
import { draftOf, onTheRun, runTitle } from '../core/runs-reads.ts'

export interface PlanWish extends WeekRef {
  drivers?: readonly { runNumber: number; driverID: string }[] | undefined
  /** Only customers of this depot, driven by its drivers. */
  depotID?: string | undefined
}

export interface PlannedStop {
  customer: Candidate
  /** 1, 2, 3 within the round. */
  stopOrder: number
  driver: Driver | null
  because: TakenBecause
}

/** Exactly what generating writes, including positions and drivers: the preview shows it, `generate` writes it. */
export type RunPlan = Planned & (Possible | Impossible)

interface Planned {
  stops: PlannedStop[]
  /** Filled only with `everybody`. */
  leftOut: readonly LeftOut[]
  warnings: Warning[]
}

interface Possible {
  week: StoredCalendarRow
  cannot: null
}

interface Impossible {
  /** Null: the calendar does not contain the week. */
  week: StoredCalendarRow | null
  cannot: string
}

/**
 * Plans the week's run from the customers due (domain.md 4, Generate). Refuses an unknown driver, and a round named
 * twice, with the field's name.
 * @param everybody also list who is left out and why, for which the database counts every customer
 */
export async function planRun(db: Queryable, wish: PlanWish, everybody: boolean): Promise<RunPlan> {
  const named = wish.drivers ?? []
  const depotID = wish.depotID ?? null
  await requireDepot(db, depotID)
  const everyone = await driversToChoose(db)
  const staff = everyone.filter((driver) => isOfDepot(depotID, driver.depotID))
  for (const [at, { runNumber, driverID }] of named.entries()) {
    if (!everyone.some((driver) => driver.driverID === driverID))
      refuseField(`drivers.${at}.driverID`, 'This driver doesn’t exist')
    if (!staff.some((driver) => driver.driverID === driverID))
      refuseField(`drivers.${at}.driverID`, 'This driver doesn’t drive for this depot')
    if (named.findIndex((other) => other.runNumber === runNumber) !== at)
      refuseField(`drivers.${at}.runNumber`, 'This run number is listed twice')
  }
  const week = await calendarWeek(db, wish.yearNumber, wish.monthNumber, wish.weekNumber)
  if (!week)
    return {
      week: null,
      cannot: `Week ${wish.weekNumber} of ${wish.monthNumber}/${wish.yearNumber} isn’t in the calendar.`,
      stops: [],
      leftOut: [],
      warnings: [],
    }
  const draft = await draftOf(db, week, depotID)
  const onTheWeek = await withStop(db, week)
  const taken = await takenInto(db, week, onTheWeek, depotID)
  const rounds = new Set(taken.map(({ runNumber }) => runNumber))
  const driverOf = await roundDrivers(db, week, staff, named, [...rounds])
  const places = new Map<number, number>()
  const stops = placeByNeighbours(taken).map(({ customer, because }) => {
    const stopOrder = (places.get(customer.runNumber) ?? 0) + 1
    places.set(customer.runNumber, stopOrder)
    return { customer, stopOrder, driver: driverOf(customer.runNumber), because }
  })
  const cannot = draft
    ? `There’s already a draft for this week: ${runTitle(draft)}.`
    : stops.length > 0
      ? null
      : whyNobody(week, await someAreOf(db, [...onTheWeek.keys()], depotID))
  const chosen = new Set(named.map(({ driverID }) => driverID))
  const warnings = staff
    .filter(({ driverID }) => chosen.has(driverID))
    .flatMap((driver) => driverWarnings(driver, week))
  const planned = { stops, leftOut: everybody ? await leftOutOf(db, week, { depotID }) : [], warnings }
  return cannot === null ? { week, cannot, ...planned } : { week, cannot, ...planned }
}

async function someAreOf(db: Queryable, customerIDs: readonly string[], depotID: string | null): Promise<boolean> {
  if (depotID === null || customerIDs.length === 0) return customerIDs.length > 0
  return (
    (await db.$count(
      customers,
      and(among(customers.customerID, customerIDs), customerOf(customers.customerID, depotID)),
    )) > 0
  )
}

function whyNobody({ from, to }: StoredCalendarRow, someHaveStops: boolean): string {
  return someHaveStops
    ? 'All customers due this week already have a stop.'
    : `No customers are due in the week from ${formatDay(from)} to ${formatDay(to)}.`
}

/**
 * The customers with a stop in the week, each with whether one is still to come: nothing is recorded there, and its run
 * is not completed. A further run for the week leaves all of them out.
 * @param named only these
 */
export async function withStop(db: Queryable, week: WeekRef, named?: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await db
    .select({ customerID: jobs.customerID, isToCome: sql<boolean>`bool_or(${jobs.outcome} is null and ${isOpen})` })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(sameWeek(runs, week), onTheRun, named && among(jobs.customerID, named)))
    .groupBy(jobs.customerID)
  return new Map(rows.map(({ customerID, isToCome }) => [customerID, isToCome]))
}

/**
 * Judges which customers a run of that week includes.
 * @param onTheWeek those with a stop in it
 * @param depotID whose customers; null: those of every depot
 */
export async function takenInto(
  db: Queryable,
  week: StoredCalendarRow,
  onTheWeek: ReadonlyMap<string, boolean>,
  depotID: string | null,
) {
  const all = await candidatesFor(db, week)
  const ours = all.filter((customer) => isOfDepot(depotID, customer.depotID))
  const candidates = await pricedOn(db, ours, week.from)
  const open = await openStops(
    db,
    candidates.map(({ customerID }) => customerID),
  )
  const highest = await highestMonthOf(db)
  return candidates.flatMap((customer) => {
    const { customerID, runNumber, stopOrder, suburb, address, refNumber } = customer
    const judgment = judgeForRun(
      dueCustomer(customer),
      week,
      open.get(customerID) ?? [],
      onTheWeek.has(customerID),
      highest,
    )
    if (!judgment.taken) return []
    const { because } = judgment
    return [{ customer, because, runNumber, stopOrder, suburb, address, refId: String(refNumber) }]
  })
}

async function roundDrivers(
  db: Queryable,
  week: StoredCalendarRow,
  staff: readonly Driver[],
  named: readonly { runNumber: number; driverID: string }[],
  runNumbers: readonly number[],
): Promise<(runNumber: number) => Driver | null> {
  const last = await lastDrivers(db, week, runNumbers, staff)
  const byRound = new Map<number, Driver | null>()
  return (runNumber) => {
    const known = byRound.get(runNumber)
    if (known !== undefined) return known
    const driverID = proposeDriver({
      runNumber,
      week,
      named,
      lastDriverID: last.get(runNumber) ?? null,
      drivers: staff,
    })
    const driver = staff.find((one) => one.driverID === driverID) ?? null
    byRound.set(runNumber, driver)
    return driver
  }
}

export async function noPickupsOfWeek(
  db: Queryable,
  week: WeekRef,
  named?: readonly string[],
): Promise<Map<string, { reason: string | null; late: boolean }>> {
  const rows = await db
    .select({ customerID: noPickups.customerID, reason: noPickups.reason, late: noPickups.late })
    .from(noPickups)
    .where(and(sameWeek(noPickups, week), named && among(noPickups.customerID, named)))
  return new Map(rows.map(({ customerID, ...noPickup }) => [customerID, noPickup]))
}
