import type { AnswerOf } from '#contract/endpoint.ts'
import { doneEvent } from '#contract/v1/done.ts'
import type { Job, JobEvent, JobWithEvents } from '#contract/v1/jobs.ts'
import type { DriverRun, getRun, runRow } from '#contract/v1/runs.ts'
import { byKey } from '#domain/by-key.ts'
import { readableRunID, runRefId } from '#domain/identifiers.ts'
import { toDollars } from '#domain/money.ts'
import type { Warning } from '#domain/warnings.ts'
import type * as z from 'zod/mini'
import type { EventShown } from './events-reads.ts'
import type { JobShown, PhotoSeen } from './jobs-reads.ts'
import type { CountedRun, RunRow } from './runs-reads.ts'

const iso = (instant: Date | null) => instant?.toISOString() ?? null

export function runName(run: Pick<RunRow, 'yearNumber' | 'monthNumber' | 'weekNumber' | 'sequenceNumber'>): string {
  return readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber)
}

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
    done: run.done,
    createdAt: run.createdAt.toISOString(),
    activatedAt: iso(run.activatedAt),
    doneAt: iso(run.doneAt),
    completedAt: iso(run.completedAt),
    version: run.version,
  }
}

/** The whole run as the office sees it. */
export function presentRun(
  run: CountedRun,
  jobs: readonly JobShown[],
  events: readonly EventShown[],
  { warnings, attemptFee }: { warnings: Warning[]; attemptFee?: number | null },
): AnswerOf<typeof getRun> {
  return {
    ...presentRow(run),
    jobs: presentJobs(jobs, events),
    invoices: [],
    ...(attemptFee === undefined ? {} : { attemptFee }),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

/** The stops as the office sees them, each with its events. */
export function presentJobs(jobs: readonly JobShown[], events: readonly EventShown[]): JobWithEvents[] {
  const byJob = byKey(events, ({ jobID }) => jobID)
  return jobs.map((job) => ({ ...presentJob(job), events: (byJob.get(job.assignmentID) ?? []).map(presentEvent) }))
}

/** The run as a driver's device stores it: without the office's own fields. */
export function presentDriverRun(run: CountedRun, jobs: readonly JobShown[]): DriverRun {
  const { trrNotes: _officeOnly, ...row } = presentRow(run)
  return { ...row, jobs: jobs.map(presentJob) }
}

export function presentJob(job: JobShown): Job {
  const { shiftedYear, shiftedMonth, shiftedWeek } = job
  return {
    assignmentID: job.assignmentID,
    runOrderID: job.runOrderID,
    customerID: job.customerID,
    customer: job.customer,
    capturedCustomerName: job.capturedCustomerName,
    address: job.address,
    suburb: job.suburb,
    postcode: job.postcode,
    mobilePhone: job.mobilePhone,
    serviceType: job.serviceType,
    amount: toDollars(job.amount),
    pu: job.pu,
    extraAmount: toDollars(job.extraAmount),
    driverID: job.driverID,
    driver: job.driver,
    capturedDriverName: job.capturedDriverName,
    runNumber: job.runNumber,
    stopOrder: job.stopOrder,
    adminNotes: job.adminNotes,
    driverNotes: job.driverNotes,
    state: job.state,
    outcome: job.outcome,
    outcomeEventID: job.outcomeEventID,
    emptyPickup: job.emptyPickup,
    reason: job.reason,
    doneAt: iso(job.doneAt),
    photos: job.photos.map(presentPhoto),
    accessPhotos: job.accessPhotos.map(presentPhoto),
    noPickup: job.noPickup,
    shiftedTo:
      shiftedYear !== null && shiftedMonth !== null && shiftedWeek !== null
        ? { yearNumber: shiftedYear, monthNumber: shiftedMonth, weekNumber: shiftedWeek }
        : null,
    customerCancelledAt: iso(job.customerCancelledAt),
    version: job.version,
  }
}

/** The permanent address: it redirects to one signed on demand. */
const presentPhoto = ({ photoID, takenAt }: PhotoSeen) => ({
  photoID,
  url: `/v1/photos/${photoID}`,
  takenAt: iso(takenAt),
})

export function presentEvent(event: EventShown): JobEvent {
  return {
    eventID: event.eventID,
    assignmentID: event.assignmentID,
    deviceID: event.deviceID,
    seq: event.seq,
    type: event.type,
    ...payloadOf(event),
    actorID: event.actorID,
    actor: event.actor,
    occurredAt: iso(event.occurredAt),
    receivedAt: event.receivedAt.toISOString(),
    clockOffset: event.clockOffset,
    appBuild: event.appBuild,
    result: event.result,
    code: event.code,
    decision: event.decision,
  }
}

/** A payload this server can't parse is not sent; a newer server, or a person with database access, can read it. */
function payloadOf({ code, payload, payloadBytes }: EventShown): Pick<JobEvent, 'payload' | 'payloadBytes'> {
  const isRead = payload !== null && (code !== 'envelope_unknown' || doneEvent.safeParse(payload).success)
  return isRead ? { payload, payloadBytes: null } : { payload: null, payloadBytes }
}
