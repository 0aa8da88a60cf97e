import { formatDay } from '#domain/dates.ts'
import type { Queryable } from '../../../db/database.ts'
import { type Driver, driversToChoose } from './drivers-reads.ts'
import { placesFor, stopsWithRefs } from './join-commands.ts'
import { leftOutOf } from './left-out-reads.ts'
import { type PlannedStop, type RunPlan, takenInto, withStop } from './run-plan.ts'
import { roundDriver } from './rounds-reads.ts'
import { calendarWeek } from '../../calendar/public.ts'
import type { RunRow } from '../core/runs-reads.ts'

/**
 * Finds the customers who became due for a draft's week since it was generated: the preview shows them, `addDue` adds
 * them.
 */

/** @param everybody also list who is left out and why, except those on the draft */
export async function planDue(db: Queryable, run: RunRow, everybody: boolean): Promise<RunPlan> {
  const row = await calendarWeek(db, run.yearNumber, run.monthNumber, run.weekNumber)
  if (run.status !== 'draft' || row === null)
    return { week: row, cannot: 'Customers can be added to a draft only.', stops: [], leftOut: [], warnings: [] }
  const taken = await takenInto(db, row, await withStop(db, row), run.depotID)
  const driverOf = await driversOfRounds(
    db,
    run,
    taken.map(({ runNumber }) => runNumber),
  )
  const there = await stopsWithRefs(db, run)
  const { added } = placesFor(run, there, taken)
  const stops = added
    .map(({ joiner: { customer, because }, stopOrder }): PlannedStop => ({
      customer,
      because,
      stopOrder,
      driver: driverOf(customer.runNumber),
    }))
    .sort((a, b) => a.customer.runNumber - b.customer.runNumber || a.stopOrder - b.stopOrder)
  const planned = {
    stops,
    leftOut: everybody ? await leftOutOf(db, row, { depotID: run.depotID, except: run }) : [],
    warnings: [],
  }
  if (stops.length > 0) return { week: row, cannot: null, ...planned }
  return {
    week: row,
    cannot: `No more customers are due in the week from ${formatDay(row.from)} to ${formatDay(row.to)}.`,
    ...planned,
  }
}

/** The driver of each round, chosen as for a stop added by hand. */
export async function driversOfRounds(
  db: Queryable,
  run: RunRow,
  runNumbers: readonly number[],
): Promise<(runNumber: number) => Driver | null> {
  const staff = await driversToChoose(db)
  const drivers = new Map<number, Driver | null>()
  for (const runNumber of new Set(runNumbers)) drivers.set(runNumber, await roundDriver(db, run, runNumber, staff))
  return (runNumber) => drivers.get(runNumber) ?? null
}
