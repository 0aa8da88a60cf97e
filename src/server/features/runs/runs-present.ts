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
    ...run,
    readableID: runName(run),
    refId: runRefId(run.refNumber),
  }
}

export function presentRun(
  run: CountedRun,
  stops: readonly StopShown[],
  events: readonly EventShown[],
  {
    warnings,
    invoices,
    // Named also where it is undefined: the row's own is for the office only.
    attemptFee,
  }: { warnings: Warning[]; invoices: { invoiceID: string }[]; attemptFee?: number | null },
): AnswerOf<typeof getRun> {
  return {
    ...presentRow(run),
    jobs: presentStops(stops, events),
    invoices,
    attemptFee,
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

export function presentStops(stops: readonly StopShown[], events: readonly EventShown[]): StopWithEvents[] {
  const byStop = byKey(events, ({ jobID }) => jobID)
  return stops.map((stop) => ({
    ...presentStop(stop),
    onHold: stop.onHold,
    events: (byStop.get(stop.assignmentID) ?? []).map(presentEvent),
  }))
}

/** The run for a driver's device; its contract leaves the office's own fields out. */
export function presentDriverRun(run: CountedRun, stops: readonly StopShown[]): DriverRun {
  return { ...presentRow(run), jobs: stops.map(presentStop) }
}

export function presentStop(stop: StopShown): Stop {
  const { shiftedYear, shiftedMonth, shiftedWeek } = stop
  return {
    ...stop,
    photos: stop.photos.map(presentPhoto),
    accessPhotos: stop.accessPhotos.map(presentPhoto),
    shiftedTo:
      shiftedYear !== null && shiftedMonth !== null && shiftedWeek !== null
        ? { yearNumber: shiftedYear, monthNumber: shiftedMonth, weekNumber: shiftedWeek }
        : null,
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
    ...event,
    ...payloadOf(event),
    countedAt: countedAt(event),
  }
}

/** A payload that this server can't parse is not sent; a newer server can read it. */
function payloadOf({ code, payload, payloadBytes }: EventShown): Pick<StopEvent, 'payload' | 'payloadBytes'> {
  const isRead = payload !== null && (code !== 'envelope_unknown' || doneEvent.safeParse(payload).success)
  return isRead ? { payload, payloadBytes: null } : { payload: null, payloadBytes }
}
