import { sql } from 'drizzle-orm'
import type { EventVerdict } from '#contract/v1/done.ts'
import { foldStop, type RecordedEvent } from '#domain/events.ts'
import { judgeEvent } from '#domain/exceptions.ts'
import { isID } from '#domain/identifiers.ts'
import { EVENT_BYTES_MAX, MAX_FILES } from '#domain/limits.ts'
import { recordTimes } from '#domain/record-time.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import { touchStops } from '../core/touch-stops-commands.ts'
import { events, photos } from '../../../db/tables/events.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { nameUploads, removedUploads } from '../../../db/uploads.ts'
import type { Actor } from '../../../http/serve.ts'
import { believedBeside, eventsMet, type KnownEvent, recordedEvent } from '../core/events-reads.ts'
import { noteFieldWork, setDone } from '../core/field-work-commands.ts'
import type { StopRow } from '../core/stops-reads.ts'
import { fieldWorkDone, lockRunsOf, type RunRow } from '../core/runs-reads.ts'
import { noteContradictions } from './contradiction-commands.ts'
import { followRecords } from './follow-commands.ts'
import type { PhotoFile } from './photo-files.ts'
import { EARLIEST, type Readable, sameStatement, statementSum } from './read-event.ts'
import { rejected, verdictOf } from './verdicts.ts'

export interface Batch {
  /** As received; may name no existing run. */
  runOrderID: string
  actor: Pick<Actor, 'userID' | 'role'>
  deviceID: string
  receivedAt: Date
  /** receivedAt - sentAt, ms. */
  clockOffset: number
  events: readonly Readable[]
  /** By eventID, for photos not acknowledged before. */
  files: ReadonlyMap<string, PhotoFile>
}

type NewEvent = typeof events.$inferInsert

/** The data that a batch is judged against, read once and updated event by event. */
interface BatchState {
  runs: ReadonlyMap<string, RunRow>
  jobs: ReadonlyMap<string, StopRow>
  counting: Map<string, RecordedEvent[]>
  known: Map<string, KnownEvent>
  photoOwners: Map<string, { jobID: string | null; storageKey: string }>
  times: ReadonlyMap<string, Date>
}

/**
 * Stores each event and applies it (domain.md 5) in the caller's transaction. No record of a driver is refused because
 * the plan changed. Each event is judged alone, and a repeated one gets the same answer as before.
 */
export async function record(tx: Queryable, given: Batch): Promise<EventVerdict[]> {
  const batch = { ...given, files: await filesNow(tx, given) }
  const state = await batchStateOf(tx, batch)
  const kept: NewEvent[] = []
  const verdicts = batch.events.map((event) => judge(event, batch, state, kept))
  await insertRows(tx, events, kept)
  await storePhotos(tx, batch, kept)

  if (kept.some(({ decision }) => decision === 'open')) await tellArchiving(tx, state)
  const touched = new Set(kept.flatMap(({ counts, jobID }) => (counts && jobID ? [jobID] : [])))
  // An open exception does not change the stop, but is shown with it.
  const waiting = new Set(kept.flatMap(({ counts, jobID }) => (!counts && jobID ? [jobID] : [])))
  await touchStops(
    tx,
    [...waiting].filter((stop) => !touched.has(stop)),
  )
  for (const [runOrderID, run] of state.runs) {
    const stops = [...touched].filter((id) => state.jobs.get(id)?.runOrderID === runOrderID)
    const rows = stops.flatMap((id) => state.jobs.get(id) ?? [])
    const after = await followRecords(tx, run, stops, batch.receivedAt, { rows, counting: state.counting })
    if (stops.length > 0) await noteFieldWork(tx, run, await doneUntilNow(tx, run, rows, after), batch.receivedAt)
  }
  await noteContradictions(tx, new Map([...state.counting].filter(([stop]) => touched.has(stop))))
  return verdicts
}

/**
 * Rewrites the rows of completed runs unchanged: a concurrent transaction that archives one and has counted open
 * exceptions then conflicts and is run again.
 */
async function tellArchiving(tx: Queryable, { runs: locked }: BatchState): Promise<void> {
  for (const run of locked.values()) if (run.status === 'completed') await setDone(tx, run, sql`${runs.doneAt}`)
}

/**
 * Whether the field work was done before this batch. Queried only if the batch can have changed it by undoing an
 * outcome.
 */
async function doneUntilNow(
  tx: Queryable,
  run: RunRow,
  before: readonly StopRow[],
  after: readonly StopRow[],
): Promise<boolean> {
  if (run.doneAt === null || !after.some(({ outcome }, at) => outcome === null && before[at]?.outcome !== null))
    return false
  return fieldWorkDone(tx, run.runOrderID, before)
}

async function batchStateOf(tx: Queryable, batch: Batch): Promise<BatchState> {
  const named = [
    ...new Set(batch.events.flatMap(({ assignmentID }) => (assignmentID && isID(assignmentID) ? [assignmentID] : []))),
  ]
  // The run's row is locked before its stops, so that activation, shift or completion is serialised with this batch.
  const locked = await lockRunsOf(tx, isID(batch.runOrderID) ? batch.runOrderID : null, named)
  const stops = named.length > 0 ? await tx.select().from(jobs).where(among(jobs.assignmentID, named)) : []
  const ids = batch.events.map((event) => event.eventID.toLowerCase())
  const { known, counting } = await eventsMet(tx, ids, named)
  const photoIDs = batch.events.flatMap((event) => (event.known?.type === 'photo' ? [event.known.photoID] : []))
  const owners =
    photoIDs.length > 0
      ? await tx
          .select({ photoID: photos.photoID, jobID: photos.jobID, storageKey: photos.storageKey })
          .from(photos)
          .where(among(photos.photoID, photoIDs))
      : []
  return {
    runs: locked,
    jobs: new Map(stops.map((stop) => [stop.assignmentID, stop])),
    counting,
    known: new Map(known.map((row) => [row.eventID, row])),
    times: await timesOf(tx, batch, locked),
    photoOwners: new Map(owners.map(({ photoID, ...owner }) => [photoID, owner])),
  }
}

function judge(event: Readable, batch: Batch, state: BatchState, kept: NewEvent[]): EventVerdict {
  const eventID = event.eventID.toLowerCase()
  const before = state.known.get(eventID)
  if (before) {
    if (before.actorID !== batch.actor.userID) return rejected(event.eventID, 'actor_wrong')
    return saysTheSame(before, event)
      ? { ...verdictOf(before, true), eventID: event.eventID }
      : rejected(event.eventID, 'event_differs')
  }
  // The size is checked after the search for stored events: an older server stored larger ones, and a repeated event
  // gets the same answer.
  if (event.bytes > EVENT_BYTES_MAX) return rejected(event.eventID, 'event_too_large')
  const file = event.known?.type === 'photo' ? photoRefusal(event.known, event, batch, state) : null
  if (file) return rejected(event.eventID, file)

  const row = newEvent(event, eventID, batch, state)
  kept.push(row)
  state.known.set(eventID, { ...row, statement: event.raw, code: row.code ?? null, jobVersion: row.jobVersion ?? null })
  const recorded = row.counts ? recordedEvent(row) : null
  if (recorded)
    state.counting.set(recorded.assignmentID, [...(state.counting.get(recorded.assignmentID) ?? []), recorded])
  if (event.known?.type === 'photo')
    state.photoOwners.set(event.known.photoID, { jobID: row.jobID ?? null, storageKey: event.known.key })
  return {
    ...verdictOf({ ...row, code: row.code ?? null, jobVersion: row.jobVersion ?? null }),
    eventID: event.eventID,
  }
}

function saysTheSame({ statement: said }: KnownEvent, { raw }: Readable): boolean {
  return typeof said === 'string' ? said === statementSum(raw) : sameStatement(said, raw)
}

type PhotoNamed = { readonly photoID: string; readonly key: string }

function photoRefusal(
  { photoID, key }: PhotoNamed,
  event: Readable,
  batch: Batch,
  state: BatchState,
): Exclude<PhotoFile, object | 'store_away'> | null {
  const file = batch.files.get(event.eventID)
  if (file === undefined || file === 'photo_not_uploaded' || file === 'store_away') return 'photo_not_uploaded'
  if (typeof file === 'string') return file
  const owner = state.photoOwners.get(photoID)
  if (!owner) return null
  // A photo is one picture of one stop: the same id with another stop or other bytes is an error of the device.
  return owner.jobID === (state.jobs.get(event.assignmentID ?? '')?.assignmentID ?? null) && owner.storageKey === key
    ? null
    : 'photo_damaged'
}

function newEvent(
  event: Readable,
  eventID: string,
  batch: Batch,
  state: BatchState,
): NewEvent & { result: 'applied' | 'review'; counts: boolean } {
  const stop = state.jobs.get(event.assignmentID ?? '') ?? null
  // A stop's event must be sent to the stop's own run (api.md, "Recording").
  const run = stop && stop.runOrderID !== batch.runOrderID ? null : (state.runs.get(batch.runOrderID) ?? null)
  const { known } = event
  const judgement = judgeEvent({
    envelopeKnown: known !== null,
    event: { type: known?.type ?? 'note', outcome: known?.type === 'not-collected' ? known.outcome : null },
    actor: batch.actor,
    run,
    stop: stop && { state: stop.state, driverID: stop.driverID, customerCancelled: stop.customerCancelledAt !== null },
  })
  const tooMany =
    judgement.effect === 'counts' &&
    known?.type === 'photo' &&
    stop !== null &&
    isOneTooMany(known.photoID, state.counting.get(stop.assignmentID) ?? [])
  const counts = judgement.effect === 'counts' && !tooMany
  const code = tooMany ? 'too_many_files' : (judgement.code ?? null)
  return {
    eventID,
    runOrderID: batch.runOrderID,
    assignmentID: event.assignmentID,
    jobID: stop?.assignmentID ?? null,
    deviceID: batch.deviceID,
    seq: event.seq,
    v: event.v,
    type: event.type,
    payload: event.raw,
    payloadBytes: event.bytes,
    actorID: batch.actor.userID,
    occurredAt: event.occurredAt,
    receivedAt: batch.receivedAt,
    clockOffset: batch.clockOffset,
    correctedAt: state.times.get(event.eventID) ?? batch.receivedAt,
    appBuild: event.appBuild,
    result: counts ? 'applied' : 'review',
    code,
    counts,
    decision: code === null ? null : 'open',
    // A batch gives each of its stops one new version.
    jobVersion: stop && stop.version + 1,
  }
}

/** The time of the event on the server's clock, as its phone gives it. */
function claimedAt(occurredAt: Date | null, { clockOffset, receivedAt }: Batch): Date {
  if (occurredAt === null) return receivedAt
  const corrected = occurredAt.getTime() + clockOffset
  return new Date(corrected)
}

/** When each event of the batch counts as made, by eventID: as claimed, unless that can't be right. */
async function timesOf(tx: Queryable, batch: Batch, locked: BatchState['runs']): Promise<ReadonlyMap<string, Date>> {
  const run = locked.get(batch.runOrderID)
  const claims = batch.events.map(({ occurredAt, seq }) => ({ seq, claimed: claimedAt(occurredAt, batch).getTime() }))
  const times = recordTimes(claims, {
    from: run?.activatedAt?.getTime() ?? EARLIEST,
    to: batch.receivedAt.getTime(),
    stored: await believedBeside(tx, batch),
  })
  return new Map(batch.events.map(({ eventID }, place) => [eventID, new Date(times[place]!.at)]))
}

function isOneTooMany(photoID: string, counting: readonly RecordedEvent[]): boolean {
  const { photos: recorded } = foldStop(counting)
  return recorded.length >= MAX_FILES && !recorded.includes(photoID)
}

async function storePhotos(
  tx: Queryable,
  { events: batch, files, actor, receivedAt }: Batch,
  kept: readonly NewEvent[],
): Promise<void> {
  const stopOf = new Map(kept.map(({ eventID, jobID }) => [eventID, jobID ?? null]))
  const rows = batch.flatMap(({ eventID, known }) => {
    const file = files.get(eventID)
    if (known?.type !== 'photo' || !file || typeof file === 'string' || !stopOf.has(eventID.toLowerCase())) return []
    const { photoID, key, size, sha256, takenAt } = known
    const jobID = stopOf.get(eventID.toLowerCase()) ?? null
    return [
      {
        photoID,
        purpose: 'job-photo' as const,
        storageKey: key,
        contentType: file.contentType,
        size,
        sha256,
        jobID,
        takenAt: takenAt === null ? null : new Date(takenAt),
        uploadedBy: actor.userID,
        createdAt: receivedAt,
      },
    ]
  })
  // The same photo under a second event is stored already.
  if (rows.length > 0) await tx.insert(photos).values(rows).onConflictDoNothing()
  await nameUploads(
    tx,
    rows.map(({ storageKey }) => storageKey),
  )
}

/** The files of the batch, without those that were removed since they were looked at. */
async function filesNow(tx: Queryable, { events: batch, files }: Batch): Promise<Batch['files']> {
  const keyOf = new Map(batch.flatMap(({ eventID, known }) => (known?.type === 'photo' ? [[eventID, known.key]] : [])))
  const removed = await removedUploads(tx, [...keyOf.values()])
  if (removed.size === 0) return files
  return new Map(
    [...files].map(([eventID, file]) => [
      eventID,
      typeof file !== 'string' && removed.has(keyOf.get(eventID) ?? '') ? 'photo_not_uploaded' : file,
    ]),
  )
}
