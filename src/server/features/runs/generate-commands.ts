import { eq, max, and } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import { formatDay } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { jobOrder, driverWarnings, proposeDriver } from '#domain/runs.ts'
import type { Warning } from '#domain/warnings.ts'
import { nextNumber } from '../../db/counters.ts'
import type { Queryable } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { calendarWeek, type KeptCalendarRow } from '../settings/settings-reads.ts'
import { type Driver, driversToChoose, lastDrivers } from './drivers-reads.ts'
import { type Candidate, dueCustomers } from './due-reads.ts'
import { addStops, type NewStop } from './stops-commands.ts'
import { draftOf, onTheRun, type RunRow, weekIs } from './runs-reads.ts'
import { runName } from './runs-present.ts'

export interface Generation extends WeekRef {
  description?: string | null | undefined
  drivers?: readonly { runNumber: number; driverID: string }[] | undefined
}

/** The week's run from the customers due (domain.md 4, Generate): all of it or nothing, refused with the reason in words. */
export async function generate(tx: Queryable, author: Author, asked: Generation): Promise<{ run: RunRow; warnings: Warning[] }> {
  const week = await calendarWeek(tx, asked.yearNumber, asked.monthNumber, asked.weekNumber)
  if (!week) cannot(`Week ${asked.weekNumber} of ${asked.monthNumber}/${asked.yearNumber} is not in the calendar.`)
  const draft = await draftOf(tx, week)
  if (draft) cannot(`There is a draft for this week already: ${runName(draft)}.`)
  const staff = await driversToChoose(tx)
  asked.drivers?.forEach(({ driverID }, at) => {
    if (!staff.some((driver) => driver.driverID === driverID)) refuseField(`drivers.${at}.driverID`, 'This driver does not exist')
  })
  const customers = await withoutStop(tx, week, await dueCustomers(tx, week))
  const run = await insertRun(tx, author, week, asked.description ?? null)
  const driverOf = await roundDrivers(tx, week, staff, asked.drivers ?? [])
  await addStops(tx, run, inOrder(customers, driverOf), author.now)
  await recordChange(tx, author, { action: 'run.generate', subjectKind: 'run', subjectID: run.runOrderID, after: { readableID: runName(run), stops: customers.length } })
  const named = new Set(asked.drivers?.map(({ driverID }) => driverID))
  return { run, warnings: staff.filter(({ driverID }) => named.has(driverID)).flatMap((driver) => driverWarnings(driver, week)) }
}

/** A further run for the week takes only due customers without a stop in it. */
async function withoutStop(tx: Queryable, week: KeptCalendarRow, due: Candidate[]): Promise<Candidate[]> {
  if (due.length === 0) cannot(`Nobody is due in the week from ${formatDay(week.from)} to ${formatDay(week.to)}.`)
  const taken = await tx
    .select({ customerID: jobs.customerID })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(weekIs(week), onTheRun))
  const has = new Set(taken.map(({ customerID }) => customerID))
  const left = due.filter(({ customerID }) => !has.has(customerID))
  if (left.length === 0) cannot('Everybody due in this week has a stop already.')
  return left
}

async function insertRun(tx: Queryable, author: Author, week: KeptCalendarRow, description: string | null): Promise<RunRow> {
  const [last] = await tx.select({ sequenceNumber: max(runs.sequenceNumber) }).from(runs).where(weekIs(week))
  try {
    const [run] = await tx
      .insert(runs)
      .values({
        runOrderID: newID(),
        refNumber: await nextNumber(tx, 'run', 1),
        status: 'draft',
        description,
        yearNumber: week.yearNumber,
        monthNumber: week.monthNumber,
        weekNumber: week.weekNumber,
        sequenceNumber: (last?.sequenceNumber ?? 0) + 1,
        fromDate: week.from,
        toDate: week.to,
        createdAt: author.now,
      })
      .returning()
    return run!
  } catch (error) {
    // Somebody else generated it in this very moment: theirs is the run.
    if (uniqueViolation(error) !== undefined) cannot('A draft for this week was made in this moment.')
    throw error
  }
}

async function roundDrivers(
  tx: Queryable,
  week: KeptCalendarRow,
  staff: readonly Driver[],
  named: readonly { runNumber: number; driverID: string }[],
): Promise<(runNumber: number) => Driver | null> {
  const last = await lastDrivers(tx, week)
  return (runNumber) => {
    const driverID = proposeDriver({ runNumber, week, named, lastDriverID: last.get(runNumber) ?? null, drivers: staff })
    return staff.find((driver) => driver.driverID === driverID) ?? null
  }
}

/** Sorted by the domain's order, numbered 1, 2, 3 within each round. */
function inOrder(customers: readonly Candidate[], driverOf: (runNumber: number) => Driver | null): NewStop[] {
  const places = new Map<number, number>()
  return customers
    .map((customer) => ({ customer, order: { ...customer, refId: String(customer.refNumber) } }))
    .sort((a, b) => jobOrder(a.order, b.order))
    .map(({ customer }) => {
      const stopOrder = (places.get(customer.runNumber) ?? 0) + 1
      places.set(customer.runNumber, stopOrder)
      return { customer, stopOrder, driver: driverOf(customer.runNumber) }
    })
}

function cannot(reason: string): never {
  throw new Refused('cannot_generate_run', { reason })
}
