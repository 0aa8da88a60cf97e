import { and, asc, eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { updateRun } from '#contract/v1/runs-office.ts'
import { dueReasonWords, isDue } from '#domain/due.ts'
import { driverWarnings } from '#domain/runs.ts'
import type { Warning } from '#domain/warnings.ts'
import type { Queryable } from '../../db/database.ts'
import { forgetStops } from '../../db/forget-stops.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { keptCents } from '../../http/kept-fields.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import type { FeatureConfig } from '../../ports.ts'
import { byKey } from './by-key.ts'
import { type Driver, driversToChoose } from './drivers-reads.ts'
import { candidatesByID, dueCustomer } from './due-reads.ts'
import type { JobRow } from './jobs-reads.ts'
import { followRecords } from './record/follow-commands.ts'
import { roundDriver } from './rounds-reads.ts'
import { requireJobAction, requireRunAction } from './runs-policy.ts'
import { fieldWorkDone, lockRun, onTheRun, type RunRow, weekIs } from './runs-reads.ts'
import { runName } from './runs-present.ts'
import { addStops, changeStops, giveTo, lastPlace } from './stops-commands.ts'
import { noteFieldWork } from './field-work-commands.ts'

type Change = InputOf<typeof updateRun>
type JobsChange = NonNullable<Change['jobs']>

/** Changes a run's texts and its stops; all of it or nothing. What was put on paper twice (the same driver again) is fine. */
export async function edit(tx: Queryable, author: Author, change: Change, ifMatch: number | null, config: FeatureConfig): Promise<Warning[]> {
  const run = await lockRun(tx, change.runOrderID)
  requireVersion(ifMatch, run.version)
  requireRunAction(run, 'describe')
  const wasDone = await fieldWorkDone(tx, run.runOrderID)
  const warnings = change.jobs ? await editJobs(tx, author, run, change.jobs, config) : []
  await tx
    .update(runs)
    .set({
      ...(change.description === undefined ? {} : { description: change.description }),
      ...(change.trrNotes === undefined ? {} : { trrNotes: change.trrNotes }),
      version: run.version + 1,
    })
    .where(eq(runs.runOrderID, run.runOrderID))
  await noteFieldWork(tx, run, wasDone, author.now)
  await recordChange(tx, author, { action: 'run.update', subjectKind: 'run', subjectID: run.runOrderID, after: whatChanged(change) })
  return warnings
}

/** Which fields and which stops; not the notes themselves, where gate codes stand. */
function whatChanged({ description, trrNotes, jobs: stops }: Change): Record<string, unknown> {
  const texts = Object.entries({ description, trrNotes }).flatMap(([name, text]) => (text === undefined ? [] : [name]))
  const edited = stops?.edit?.map(({ assignmentID, amount }) => ({ assignmentID, ...(amount === undefined ? {} : { amount }) }))
  return { ...(texts.length > 0 ? { texts } : {}), ...stops, ...(edited ? { edit: edited } : {}) }
}

async function editJobs(tx: Queryable, author: Author, run: RunRow, change: JobsChange, config: FeatureConfig): Promise<Warning[]> {
  const staff = await driversToChoose(tx)
  for (const action of ['remove', 'add', 'assign', 'edit', 'order'] as const) if (change[action]?.length) requireRunAction(run, action)
  if (change.remove) await remove(tx, run, change.remove)
  if (change.add) await add(tx, author, run, change.add, staff)
  const warnings = change.assign ? await assign(tx, author, run, change.assign, staff, config) : []
  if (change.edit) await editStops(tx, author, run, change.edit)
  if (change.order) await order(tx, run, change.order)
  return warnings
}

/** From a draft it goes; in an active run it stays in the history as cancelled. */
async function remove(tx: Queryable, run: RunRow, assignmentIDs: readonly string[]): Promise<void> {
  const stops = (await named(tx, run, 'remove', assignmentIDs)).filter(({ state }) => state !== 'cancelled')
  for (const job of stops) requireJobAction(run, job, 'remove')
  const ids = stops.map(({ assignmentID }) => assignmentID)
  if (run.status === 'draft') await forgetStops(tx, ids)
  else await changeStops(tx, ids, { state: 'cancelled', reason: 'Removed by the office' })
}

async function add(tx: Queryable, author: Author, run: RunRow, customerIDs: readonly string[], staff: readonly Driver[]): Promise<void> {
  const week = { yearNumber: run.yearNumber, monthNumber: run.monthNumber, weekNumber: run.weekNumber, from: run.fromDate, to: run.toDate }
  const customers = await candidatesByID(tx, week, customerIDs)
  const taken = new Map(
    (
      await tx
        .select({ customerID: jobs.customerID, run: runs })
        .from(jobs)
        .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
        .where(and(weekIs(week), onTheRun))
    ).map((row) => [row.customerID, row.run]),
  )
  for (const customerID of customerIDs) {
    const there = taken.get(customerID)
    if (there?.runOrderID === run.runOrderID) throw new Refused('customer_already_added')
    const customer = customers.get(customerID)
    if (!customer) cannot('This customer does not exist.')
    if (there) cannot(`The customer has a stop in ${runName(there)} of the same week.`)
    const due = isDue(dueCustomer(customer), week)
    // Out of turn is the office's to decide; who gets no service at all is not.
    if (!due.due && ['not_active', 'blocked', 'not_started'].includes(due.reason)) cannot(dueReasonWords[due.reason])
    const driver = await roundDriver(tx, run, customer.runNumber, staff)
    if (!driver && run.status === 'active') cannot(`Nobody drives round ${customer.runNumber} of this run.`)
    await addStops(tx, run, [{ customer, stopOrder: (await lastPlace(tx, run.runOrderID, customer.runNumber)) + 1, driver }], author.now)
    taken.set(customerID, run)
  }
}

async function assign(
  tx: Queryable,
  author: Author,
  run: RunRow,
  wishes: NonNullable<JobsChange['assign']>,
  staff: readonly Driver[],
  config: FeatureConfig,
): Promise<Warning[]> {
  if (run.status === 'active' && !config.allowReAssignDriver) throw new Refused('reassign_closed')
  const chosen = new Map<string, Driver>()
  for (const [at, { assignmentIDs, driverID }] of wishes.entries()) {
    const driver = staff.find((one) => one.driverID === driverID) ?? null
    if (driverID !== null && !driver) refuseField(`jobs.assign.${at}.driverID`, 'This driver does not exist')
    if (driverID === null && run.status === 'active') refuseField(`jobs.assign.${at}.driverID`, 'A stop of an active run needs a driver')
    const stops = await named(tx, run, 'assign', assignmentIDs)
    for (const job of stops) requireJobAction(run, job, 'assign')
    await giveTo(tx, driver, stops.filter((job) => job.driverID !== driverID).map(({ assignmentID }) => assignmentID), author.now)
    if (driver) chosen.set(driver.driverID, driver)
  }
  return [...chosen.values()].flatMap((driver) => driverWarnings(driver, run))
}

async function editStops(tx: Queryable, author: Author, run: RunRow, wishes: NonNullable<JobsChange['edit']>): Promise<void> {
  const stops = new Map((await named(tx, run, 'edit', wishes.map(({ assignmentID }) => assignmentID))).map((job) => [job.assignmentID, job]))
  const priced: string[] = []
  for (const [at, { assignmentID, amount, adminNotes }] of wishes.entries()) {
    const job = stops.get(assignmentID)!
    requireJobAction(run, job, 'edit')
    await changeStops(tx, [assignmentID], {
      ...(amount === undefined ? {} : { amount: keptCents(`jobs.edit.${at}.amount`, amount) }),
      ...(adminNotes === undefined ? {} : { adminNotes }),
    })
    if (amount !== undefined && job.outcome !== null) priced.push(assignmentID)
  }
  // A rubbish removal's income is a share of its price.
  await followRecords(tx, run, priced, author.now)
}

/** The named stops first, in that order, then the others as they stood: numbered anew within each round. */
async function order(tx: Queryable, run: RunRow, assignmentIDs: readonly string[]): Promise<void> {
  const first = await named(tx, run, 'order', assignmentIDs)
  const rest = await tx
    .select()
    .from(jobs)
    .where(eq(jobs.runOrderID, run.runOrderID))
    .orderBy(asc(jobs.runNumber), asc(jobs.stopOrder), asc(jobs.assignmentID))
  const wanted = [...first, ...rest.filter(({ assignmentID }) => !assignmentIDs.includes(assignmentID))]
  for (const round of byKey(wanted, ({ runNumber }) => runNumber).values()) {
    for (const [at, job] of round.entries()) {
      if (job.stopOrder !== at + 1) await changeStops(tx, [job.assignmentID], { stopOrder: at + 1 })
    }
  }
}

/** The run's stops of these ids, in the order of the ids; one it does not have is refused by field. */
async function named(tx: Queryable, run: RunRow, field: string, assignmentIDs: readonly string[]): Promise<JobRow[]> {
  const all = await tx.select().from(jobs).where(eq(jobs.runOrderID, run.runOrderID))
  const byID = new Map(all.map((job) => [job.assignmentID, job]))
  return [...new Set(assignmentIDs)].map((id) => byID.get(id) ?? refuseField(`jobs.${field}`, 'This run has no such stop'))
}

function cannot(reason: string): never {
  throw new Refused('cannot_generate_pickup', { reason })
}
