import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { cutoffOf, type WeekRef } from '#domain/calendar.ts'
import { isOfDepot } from '#domain/depots.ts'
import { newID } from '#domain/identifiers.ts'
import { whyNoRequest } from '#domain/pickup-requests.ts'
import type { Queryable } from '../../../db/database.ts'
import { noPickups, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { sameWeek } from '../../../db/same-week.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused, refuseField } from '../../../http/refused.ts'
import { refusing } from '../../../http/refusing.ts'
import type { Actor } from '../../../http/serve.ts'
import { businessToday, settingsInForce, type SettingsInForce } from '../../settings/public.ts'
import { calendarWeek } from '../../calendar/public.ts'
import { driversToChoose } from '../planning/drivers-reads.ts'
import { candidatesByID, dueCustomer } from '../planning/due-reads.ts'
import { add } from '../editing/edit-commands.ts'
import { noteFieldWork } from '../core/field-work-commands.ts'
import { fieldWorkDone, lockRun, runFor, runTitle } from '../core/runs-reads.ts'
import { pickupRequestByID, stopsInWeek } from './pickup-requests-reads.ts'

interface Wish extends WeekRef {
  customerID: string
  notes?: string | null | undefined
}

/**
 * Creates a pickup request. The week's draft or active run gets the stop at once; a run generated later includes it.
 * @returns its id
 */
export async function askForPickup(tx: Queryable, author: Author & { actor: Actor }, wish: Wish): Promise<string> {
  await refuseImpossible(tx, author, wish)
  const pickupRequestID = newID()
  const { customerID, yearNumber, monthNumber, weekNumber } = wish
  const row = {
    pickupRequestID,
    customerID,
    yearNumber,
    monthNumber,
    weekNumber,
    notes: wish.notes || null,
    createdAt: author.now,
  }
  await refusing(() => tx.insert(pickupRequests).values(row), {
    unique: { pickup_requests_week: () => cannot('There’s already a request for this week.') },
  })
  await recordChange(tx, author, {
    action: 'pickup_request.create',
    subjectKind: 'pickup_request',
    subjectID: pickupRequestID,
    after: { customerID, yearNumber, monthNumber, weekNumber },
  })
  await addToRun(tx, author, wish).catch((error: unknown) => {
    // The reason names rounds and drivers, which a customer must not see.
    if (author.actor.role !== 'ADMIN' && error instanceof Refused) cannot('Please call us about this week.')
    throw error
  })
  return pickupRequestID
}

/**
 * Withdraws an open request. One that a run fulfils is a stop of that run. A customer may do it before the cut-off
 * only.
 */
export async function takeBackPickupRequest(
  tx: Queryable,
  author: Author & { actor: Actor },
  pickupRequestID: string,
): Promise<void> {
  const isOffice = author.actor.role === 'ADMIN'
  const request = await pickupRequestByID(tx, pickupRequestID)
  if (!request || !(isOffice || request.customerID === author.actor.userID)) throw new Refused('not_found')
  if (request.assignmentID !== null)
    throw new Refused('wrong_state', {
      message: isOffice
        ? 'This request is already on a run. Remove the stop from the run instead.'
        : 'This pickup is already planned. Choose “No pickup” instead.',
    })
  if (!isOffice && request.week && isPastCutoff(request.week, await settingsInForce(tx), author.now))
    throw new Refused('cutoff_passed')
  const { customerID, yearNumber, monthNumber, weekNumber } = request
  await tx.delete(pickupRequests).where(eq(pickupRequests.pickupRequestID, pickupRequestID))
  await recordChange(tx, author, {
    action: 'pickup_request.delete',
    subjectKind: 'pickup_request',
    subjectID: pickupRequestID,
    before: { customerID, yearNumber, monthNumber, weekNumber },
  })
}

async function refuseImpossible(tx: Queryable, { actor, now }: Author & { actor: Actor }, wish: Wish): Promise<void> {
  const { customerID } = wish
  const customer = (await candidatesByID(tx, wish, [customerID])).get(customerID)
  if (!customer) refuseField('customerID', 'This customer doesn’t exist')
  const stops = await stopsInWeek(tx, customerID, wish)
  const there = stops.find(({ isOnTheRun }) => isOnTheRun)
  const ofWeek = and(eq(noPickups.customerID, customerID), sameWeek(noPickups, wish))
  const no = await tx.select({ noPickupID: noPickups.noPickupID }).from(noPickups).where(ofWeek)
  const week = await calendarWeek(tx, wish.yearNumber, wish.monthNumber, wish.weekNumber)
  const settings = await settingsInForce(tx)
  const reason = whyNoRequest({
    customer: dueCustomer(customer),
    week,
    today: await businessToday(tx, now),
    inRun: there ? runTitle(there.run) : null,
    hasRequest: customer.hasRequest,
    hasNoPickup: no.length > 0,
    by: actor.role === 'ADMIN' ? 'OFFICE' : { isPastCutoff: week !== null && isPastCutoff(week, settings, now) },
  })
  if (reason !== null) cannot(reason)
  // The stop of an earlier request was shifted or removed, so this request replaces it.
  await tx.delete(pickupRequests).where(
    and(
      eq(pickupRequests.customerID, customerID),
      inArray(
        pickupRequests.assignmentID,
        stops.map(({ assignmentID }) => assignmentID),
      ),
    ),
  )
}

/** Adds the stop to the draft, else to the latest active run. */
async function addToRun(tx: Queryable, author: Author, { customerID, ...week }: Wish): Promise<void> {
  const all = await tx
    .select({ runOrderID: runs.runOrderID, status: runs.status, depotID: runs.depotID })
    .from(runs)
    .where(and(sameWeek(runs, week), inArray(runs.status, ['draft', 'active'])))
    .orderBy(desc(runs.sequenceNumber), asc(runs.runOrderID))
  const customer = (await candidatesByID(tx, week, [customerID])).get(customerID)
  const theirs = all.filter(({ depotID }) => isOfDepot(depotID, customer?.depotID ?? null))
  const drafts = theirs.filter(({ status }) => status === 'draft')
  const open = runFor(drafts.length > 0 ? drafts : theirs, customer?.depotID ?? null)
  if (!open) return
  const run = await lockRun(tx, open.runOrderID)
  const wasDone = await fieldWorkDone(tx, run.runOrderID)
  await add(tx, author, run, [customerID], await driversToChoose(tx))
  await tx
    .update(runs)
    .set({ version: run.version + 1 })
    .where(eq(runs.runOrderID, run.runOrderID))
  await noteFieldWork(tx, run, wasDone, author.now)
  await recordChange(tx, author, {
    action: 'run.update',
    subjectKind: 'run',
    subjectID: run.runOrderID,
    after: { add: [customerID] },
  })
}

const isPastCutoff = (week: { from: string }, settings: SettingsInForce, now: Date) =>
  now >= cutoffOf(week, settings['business.timeZone'], settings['noPickup.cutoff'])

function cannot(reason: string): never {
  throw new Refused('cannot_generate_pickup', { reason })
}
