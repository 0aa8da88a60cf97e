import type { AnswerOf } from '#contract/endpoint.ts'
import { doneEvent, type recordDone } from '#contract/v1/done.ts'
import type { getRun, runRow } from '#contract/v1/runs.ts'
import { byKey } from '#domain/by-key.ts'
import { runRefId } from '#domain/identifiers.ts'
import type { Warning } from '#domain/warnings.ts'
import type * as z from 'zod/mini'
import { countedAt, type EventShown } from './core/events-reads.ts'
import type { StopShown, PhotoSeen } from './core/stops-reads.ts'
import { type CountedRun, runName } from './core/runs-reads.ts'

type StopWithEvents = AnswerOf<typeof getRun>['jobs'][number]
type StopEvent = StopWithEvents['events'][number]
type DriverRun = NonNullable<AnswerOf<typeof recordDone>['run']>
type Stop = DriverRun['jobs'][number]

export function presentRow(run: CountedRun): z.infer<typeof runRow> {
  return {
    runOrderID: run.runOrderID,
    readableID: runName(run),
    refId: runRefId(run.refNumber),
    description: run.description,
    status: run.status,
    yearNumber: run.yearNumber,
    monthNumber: run.monthNumber,
    weekNumber: run.weekNumber,
    sequenceNumber: run.sequenceNumber,
    fromDate: run.fromDate,
    toDate: run.toDate,
    trrNotes: run.trrNotes,
    totalBags: run.totalBags,
    stops: run.stops,
    planned: run.planned,
    done: run.done,
    notDone: run.notDone,
    moved: run.moved,
    removed: run.removed,
    open: run.open,
    createdAt: run.createdAt,
    activatedAt: run.activatedAt,
    doneAt: run.doneAt,
    completedAt: run.completedAt,
    version: run.version,
  }
}

export function presentRun(
  run: CountedRun,
  stops: readonly StopShown[],
  events: readonly EventShown[],
  {
    warnings,
    invoices,
    attemptFee,
  }: { warnings: Warning[]; invoices: { invoiceID: string }[]; attemptFee?: number | null },
): AnswerOf<typeof getRun> {
  return {
    ...presentRow(run),
    jobs: presentStops(stops, events),
    invoices,
    ...(attemptFee === undefined ? {} : { attemptFee }),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

export function presentStops(stops: readonly StopShown[], events: readonly EventShown[]): StopWithEvents[] {
  const byStop = byKey(events, ({ jobID }) => jobID)
  return stops.map((stop) => ({
    ...presentStop(stop),
    events: (byStop.get(stop.assignmentID) ?? []).map(presentEvent),
  }))
}

/** The run for a driver's device, without the office's own fields. */
export function presentDriverRun(run: CountedRun, stops: readonly StopShown[]): DriverRun {
  const { trrNotes: _officeOnly, ...row } = presentRow(run)
  return { ...row, jobs: stops.map(presentStop) }
}

export function presentStop(stop: StopShown): Stop {
  const { shiftedYear, shiftedMonth, shiftedWeek } = stop
  return {
    assignmentID: stop.assignmentID,
    runOrderID: stop.runOrderID,
    customerID: stop.customerID,
    customer: stop.customer,
    capturedCustomerName: stop.capturedCustomerName,
    address: stop.address,
    suburb: stop.suburb,
    postcode: stop.postcode,
    mobilePhone: stop.mobilePhone,
    serviceType: stop.serviceType,
    amount: stop.amount,
    pu: stop.pu,
    extraAmount: stop.extraAmount,
    driverID: stop.driverID,
    driver: stop.driver,
    capturedDriverName: stop.capturedDriverName,
    runNumber: stop.runNumber,
    stopOrder: stop.stopOrder,
    adminNotes: stop.adminNotes,
    driverNotes: stop.driverNotes,
    state: stop.state,
    outcome: stop.outcome,
    outcomeEventID: stop.outcomeEventID,
    emptyPickup: stop.emptyPickup,
    reason: stop.reason,
    doneAt: stop.doneAt,
    photos: stop.photos.map(presentPhoto),
    accessPhotos: stop.accessPhotos.map(presentPhoto),
    noPickup: stop.noPickup,
    shiftedTo:
      shiftedYear !== null && shiftedMonth !== null && shiftedWeek !== null
        ? { yearNumber: shiftedYear, monthNumber: shiftedMonth, weekNumber: shiftedWeek }
        : null,
    customerCancelledAt: stop.customerCancelledAt,
    version: stop.version,
  }
}

/** The permanent address, which redirects to one signed on demand. */
const presentPhoto = ({ photoID, takenAt }: PhotoSeen) => ({
  photoID,
  url: `/v1/photos/${photoID}`,
  takenAt,
})

export function presentEvent(event: EventShown): StopEvent {
  return {
    eventID: event.eventID,
    assignmentID: event.assignmentID,
    deviceID: event.deviceID,
    seq: event.seq,
    type: event.type,
    ...payloadOf(event),
    actorID: event.actorID,
    actor: event.actor,
    occurredAt: event.occurredAt,
    receivedAt: event.receivedAt,
    clockOffset: event.clockOffset,
    countedAt: countedAt(event),
    appBuild: event.appBuild,
    result: event.result,
    code: event.code,
    decision: event.decision,
  }
}

/** A payload that this server can't parse is not sent; a newer server can read it. */
function payloadOf({ code, payload, payloadBytes }: EventShown): Pick<StopEvent, 'payload' | 'payloadBytes'> {
  const isRead = payload !== null && (code !== 'envelope_unknown' || doneEvent.safeParse(payload).success)
  return isRead ? { payload, payloadBytes: null } : { payload: null, payloadBytes }
}
