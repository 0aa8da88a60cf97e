import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import { newID } from '#domain/identifiers.ts'
import { whyNoRequest } from '#domain/pickup-requests.ts'
import type { Queryable } from '../../../db/database.ts'
import { uniqueViolation } from '../../../db/errors.ts'
import { noPickups, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused, refuseField } from '../../../http/refused.ts'
import { businessToday } from '../../settings/public.ts'
import { calendarWeek } from '../../calendar/public.ts'
import { driversToChoose } from '../planning/drivers-reads.ts'
import { candidatesByID, dueCustomer } from '../planning/due-reads.ts'
import { add } from '../editing/edit-commands.ts'
import { noteFieldWork } from '../core/field-work-commands.ts'
import { fieldWorkDone, lockRun, runName, weekIs } from '../core/runs-reads.ts'
import { pickupRequestByID, stopsInWeek } from './pickup-requests-reads.ts'

interface Wish extends WeekRef {
  customerID: string
  notes?: string | null | undefined
}

/**
 * Creates a pickup request. The week's draft or active run gets the stop at once; a run generated later includes it.
 * @returns its id
 */
export async function askForPickup(tx: Queryable, author: Author, wish: Wish): Promise<string> {
  await refuseImpossible(tx, author.now, wish)
  const pickupRequestID = newID()
  const { customerID, yearNumber, monthNumber, weekNumber } = wish
  try {
    await tx.insert(pickupRequests).values({
      pickupRequestID,
      customerID,
      yearNumber,
      monthNumber,
      weekNumber,
      notes: wish.notes || null,
      createdAt: author.now,
    })
  } catch (error) {
    if (uniqueViolation(error) === 'pickup_requests_week') cannot('There’s already a request for this week.')
    throw error
  }
  await recordChange(tx, author, {
    action: 'pickup_request.create',
    subjectKind: 'pickup_request',
    subjectID: pickupRequestID,
    after: { customerID, yearNumber, monthNumber, weekNumber },
  })
  await addToRun(tx, author, wish)
  return pickupRequestID
}

/** Only an open one: once a run fulfils it, it is a stop of that run. */
export async function takeBackPickupRequest(tx: Queryable, author: Author, pickupRequestID: string): Promise<void> {
  const request = await pickupRequestByID(tx, pickupRequestID)
  if (!request) throw new Refused('not_found')
  if (request.assignmentID !== null)
    throw new Refused('wrong_state', {
      message: 'This request is already on a run. Remove the stop from the run instead.',
    })
  const { customerID, yearNumber, monthNumber, weekNumber } = request
  await tx.delete(pickupRequests).where(eq(pickupRequests.pickupRequestID, pickupRequestID))
  await recordChange(tx, author, {
    action: 'pickup_request.delete',
    subjectKind: 'pickup_request',
    subjectID: pickupRequestID,
    before: { customerID, yearNumber, monthNumber, weekNumber },
  })
}

async function refuseImpossible(tx: Queryable, now: Date, wish: Wish): Promise<void> {
  const { customerID } = wish
  const customer = (await candidatesByID(tx, wish, [customerID])).get(customerID)
  if (!customer) refuseField('customerID', 'This customer doesn’t exist')
  const stops = await stopsInWeek(tx, customerID, wish)
  const there = stops.find(({ isOnTheRun }) => isOnTheRun)
  const ofWeek = and(
    eq(noPickups.customerID, customerID),
    eq(noPickups.yearNumber, wish.yearNumber),
    eq(noPickups.monthNumber, wish.monthNumber),
    eq(noPickups.weekNumber, wish.weekNumber),
  )
  const no = await tx.select({ noPickupID: noPickups.noPickupID }).from(noPickups).where(ofWeek)
  const reason = whyNoRequest({
    customer: dueCustomer(customer),
    week: await calendarWeek(tx, wish.yearNumber, wish.monthNumber, wish.weekNumber),
    today: await businessToday(tx, now),
    inRun: there ? runName(there.run) : null,
    asked: customer.hasRequest,
    saidNoPickup: no.length > 0,
  })
  if (reason !== null) cannot(reason)
  // The stop of an earlier request was shifted or removed: that request is used up, and this one replaces it.
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
  const [open] = await tx
    .select({ runOrderID: runs.runOrderID })
    .from(runs)
    .where(and(weekIs(week), inArray(runs.status, ['draft', 'active'])))
    .orderBy(desc(eq(runs.status, 'draft')), desc(runs.sequenceNumber), asc(runs.runOrderID))
    .limit(1)
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

function cannot(reason: string): never {
  throw new Refused('cannot_generate_pickup', { reason })
}
