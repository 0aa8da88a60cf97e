import { and, eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { updateRun } from '#contract/v1/runs-office.ts'
import { dueReasonWords, isDue } from '#domain/due.ts'
import { toDollars } from '#domain/money.ts'
import { driverWarnings } from '#domain/runs.ts'
import type { Warning } from '#domain/warnings.ts'
import type { Queryable } from '../../../db/database.ts'
import { forgetStops } from '../core/forget-stops-commands.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { sameWeek } from '../../../db/same-week.ts'
import { type Author, changes, recordChange } from '../../../http/changes.ts'
import { Refused, refuseField } from '../../../http/refused.ts'
import { requireVersion } from '../../../http/serve.ts'
import type { FeatureConfig } from '../../../ports.ts'
import { type Driver, driversToChoose } from '../planning/drivers-reads.ts'
import { candidatesByID, dueCustomer } from '../planning/due-reads.ts'
import { editStops } from './edit-stops-commands.ts'
import { type Joining, joinRun } from '../planning/join-commands.ts'
import { namedStops } from './named-stops-reads.ts'
import { order, orderFrom } from './order-commands.ts'
import { roundDriver } from '../planning/rounds-reads.ts'
import { noPickupsOfWeek } from '../planning/run-plan.ts'
import { requireStopAction, requireRunAction } from '../core/runs-policy.ts'
import { fieldWorkDone, lockRun, onTheRun, runTitle, type RunRow } from '../core/runs-reads.ts'
import { changeStops, giveTo } from '../core/stops-commands.ts'
import { followRecords } from '../recording/follow-commands.ts'
import { noteFieldWork } from '../core/field-work-commands.ts'

type Change = InputOf<typeof updateRun>
type StopsChange = NonNullable<Change['jobs']>

/** Changes a run's texts and stops, all or nothing. Repeating a change is allowed. */
export async function edit(
  tx: Queryable,
  author: Author,
  change: Change,
  ifMatch: number | null,
  config: FeatureConfig,
): Promise<Warning[]> {
  const run = await lockRun(tx, change.runOrderID)
  requireVersion(ifMatch, run.version)
  requireRunAction(run, 'describe')
  const wasDone = await fieldWorkDone(tx, run.runOrderID)
  const texts = {
    ...(change.description === undefined ? {} : { description: change.description }),
    ...(change.trrNotes === undefined ? {} : { trrNotes: change.trrNotes }),
  }
  const { changed, warnings } = change.jobs
    ? await applyStopsChange(tx, author, run, change.jobs, config)
    : { changed: false, warnings: [] }
  // A repeated call changes nothing, so the version stays.
  if (!changed && !changes(run, texts)) return warnings
  await tx
    .update(runs)
    .set({ ...texts, version: run.version + 1 })
    .where(eq(runs.runOrderID, run.runOrderID))
  await noteFieldWork(tx, run, wasDone, author.now)
  await recordChange(tx, author, {
    action: 'run.update',
    subjectKind: 'run',
    subjectID: run.runOrderID,
    after: whatChanged(change),
  })
  return warnings
}

/** Names fields and stops, prices in AUD, but not the notes, which may contain gate codes. */
function whatChanged({ description, trrNotes, jobs: stops }: Change): Record<string, unknown> {
  const texts = Object.entries({ description, trrNotes }).flatMap(([name, text]) => (text === undefined ? [] : [name]))
  const edited = stops?.edit?.map(({ adminNotes: _private, amount, ...plain }) => ({
    ...plain,
    ...(amount !== undefined && { amount: toDollars(amount) }),
  }))
  return { ...(texts.length > 0 ? { texts } : {}), ...stops, ...(edited ? { edit: edited } : {}) }
}

async function applyStopsChange(
  tx: Queryable,
  author: Author,
  run: RunRow,
  change: StopsChange,
  config: FeatureConfig,
): Promise<{ changed: boolean; warnings: Warning[] }> {
  const staff = await driversToChoose(tx)
  for (const action of ['remove', 'add', 'assign', 'edit', 'order'] as const)
    if (change[action]?.length) requireRunAction(run, action)
  if (change.orderFrom !== undefined) requireRunAction(run, 'order')
  const removed = change.remove ? await remove(tx, run, change.remove) : false
  if (change.add?.length) await add(tx, author, run, change.add, staff)
  const assigned = change.assign
    ? await assign(tx, author, run, change.assign, staff, config)
    : { changed: false, warnings: [] }
  const named = new Set(change.assign?.flatMap(({ assignmentIDs }) => assignmentIDs))
  const edited = change.edit ? await editStops(tx, author, run, change.edit, staff, named) : false
  const takenOver = change.orderFrom === undefined ? false : await orderFrom(tx, run, change.orderFrom)
  const ordered = change.order ? await order(tx, run, await namedStops(tx, run, 'order', change.order)) : false
  return {
    changed: removed || !!change.add?.length || assigned.changed || edited || takenOver || ordered,
    warnings: assigned.warnings,
  }
}

/** Deletes stops of a draft; in an active run they stay in the history as cancelled. */
async function remove(tx: Queryable, run: RunRow, assignmentIDs: readonly string[]): Promise<boolean> {
  const stops = (await namedStops(tx, run, 'remove', assignmentIDs)).filter(({ state }) => state !== 'cancelled')
  for (const stop of stops) requireStopAction(run, stop, 'remove')
  const ids = stops.map(({ assignmentID }) => assignmentID)
  if (run.status === 'draft') await forgetStops(tx, ids)
  else await changeStops(tx, ids, { state: 'cancelled', reason: 'Removed by the office' })
  return ids.length > 0
}

/** Adds a stop per customer to a run that the caller has locked. Refused with the reason in words. */
export async function add(
  tx: Queryable,
  author: Author,
  run: RunRow,
  customerIDs: readonly string[],
  staff: readonly Driver[],
): Promise<void> {
  const week = {
    yearNumber: run.yearNumber,
    monthNumber: run.monthNumber,
    weekNumber: run.weekNumber,
    from: run.fromDate,
    to: run.toDate,
  }
  const customers = await candidatesByID(tx, week, customerIDs)
  const taken = new Map(
    (
      await tx
        .select({ customerID: jobs.customerID, run: runs })
        .from(jobs)
        .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
        .where(and(sameWeek(runs, week), onTheRun))
    ).map((row) => [row.customerID, row.run]),
  )
  const refusing = run.status === 'active' ? await noPickupsOfWeek(tx, week) : new Map<string, unknown>()
  const drivers = new Map<number, Driver | null>()
  const joining: Joining[] = []
  for (const customerID of customerIDs) {
    const there = taken.get(customerID)
    if (there?.runOrderID === run.runOrderID) throw new Refused('customer_already_added')
    const customer = customers.get(customerID)
    if (!customer) cannot('This customer doesn’t exist.')
    if (there) cannot(`This customer already has a stop in ${runTitle(there)}.`)
    const due = isDue(dueCustomer(customer), week)
    // The office may add a customer who is not due, but not one who gets no service at all.
    if (!due.due && ['not_active', 'blocked', 'not_started'].includes(due.reason)) cannot(dueReasonWords[due.reason])
    // In a draft such a stop is grey; in an active run the driver would read that there is nothing to collect.
    if (refusing.has(customerID)) cannot('There’s a no pickup for this week. Withdraw it first.')
    if (!drivers.has(customer.runNumber))
      drivers.set(customer.runNumber, await roundDriver(tx, run, customer.runNumber, staff))
    if (!drivers.get(customer.runNumber) && run.status === 'active') cannot(`No driver for run ${customer.runNumber}.`)
    joining.push({ customer })
    taken.set(customerID, run)
  }
  await joinRun(tx, run, joining, (runNumber) => drivers.get(runNumber) ?? null, author.now)
}

async function assign(
  tx: Queryable,
  author: Author,
  run: RunRow,
  wishes: NonNullable<StopsChange['assign']>,
  staff: readonly Driver[],
  config: FeatureConfig,
): Promise<{ changed: boolean; warnings: Warning[] }> {
  if (run.status === 'active' && !config.allowReAssignDriver) throw new Refused('reassign_closed')
  const chosen = new Map<string, Driver>()
  let changed = false
  for (const [at, { assignmentIDs, driverID }] of wishes.entries()) {
    const driver = staff.find((one) => one.driverID === driverID) ?? null
    if (driverID !== null && !driver) refuseField(`jobs.assign.${at}.driverID`, 'This driver doesn’t exist')
    if (driverID === null && run.status === 'active')
      refuseField(`jobs.assign.${at}.driverID`, 'A stop of an active run needs a driver')
    const stops = await namedStops(tx, run, 'assign', assignmentIDs)
    for (const stop of stops) requireStopAction(run, stop, 'assign')
    const others = stops.filter((stop) => stop.driverID !== driverID)
    await giveTo(
      tx,
      driver,
      others.map(({ assignmentID }) => assignmentID),
      author.now,
    )
    // What the office recorded pays the driver whose stop it is.
    const recorded = others.filter(({ outcome }) => outcome !== null)
    await followRecords(
      tx,
      run,
      recorded.map(({ assignmentID }) => assignmentID),
      author.now,
    )
    changed ||= others.length > 0
    if (driver) chosen.set(driver.driverID, driver)
  }
  return { changed, warnings: [...chosen.values()].flatMap((driver) => driverWarnings(driver, run)) }
}

function cannot(reason: string): never {
  throw new Refused('cannot_generate_pickup', { reason })
}
