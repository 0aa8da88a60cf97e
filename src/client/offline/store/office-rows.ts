import type { DriverRun } from '#contract/v1/runs.ts'
import type { Stop } from '#contract/v1/stops.ts'
import { type Gone, goneKey, orderKey, readMeta, rulesKey, toldOrderKey, writeMeta } from './meta.ts'
import {
  type EventState,
  type StoredRun,
  type StoredStop,
  type UserDatabase,
  eventsIn,
  rowsOf,
  unsentInDatabase,
} from './schema.ts'

/**
 * The office's rows on the phone, written only from answers and never with a lower version. Everything here runs inside
 * the caller's transaction.
 */

/** Writes a run of an answer. A newer row stays, because answers may overtake each other. */
export async function mergeRun(db: UserDatabase, { jobs: stops, ...run }: DriverRun, epoch: string): Promise<void> {
  const before = await db.runs.get(run.runOrderID)
  const assignmentIDs = stops.map((stop) => stop.assignmentID)
  const known = await rowsOf(db.jobs, assignmentIDs)
  const isNewer = known.every((row) => row?.epoch !== epoch) || (before?.version ?? 0) <= run.version
  if (isNewer && !isSame(before, run)) await db.runs.put(run satisfies StoredRun)
  // The answer to a tap has the whole run. Rows that have not changed are not written again, because a tap waits for
  // it.
  const rows = stops.map((stop, place) => merged(stop, known[place], place, epoch))
  const changed = rows.filter((row, at) => !isSame(known[at], row))
  if (changed.length > 0) await db.jobs.bulkPut(changed)
}

const isSame = (stored: object | undefined, row: object) =>
  stored !== undefined && JSON.stringify(stored) === JSON.stringify(row)

function merged(stop: Stop, before: (Stop & { epoch: string }) | undefined, place: number, epoch: string) {
  const ours = { place, epoch, absent: false }
  return before && before.epoch === epoch && before.version > stop.version
    ? { ...before, ...ours }
    : { ...stop, ...ours }
}

/**
 * Deletes rows that left the driver's week, except those with an unsent event, shown as "moved by the office".
 * @param runs those of the week @param stops the same
 */
export async function dropAbsent(
  db: UserDatabase,
  runs: ReadonlySet<string>,
  stops: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const left = (await db.jobs.toArray()).filter((stop) => !stop.absent && !stops.has(stop.assignmentID))
  if (left.length > 0) await db.jobs.bulkPut(left.map((stop) => ({ ...stop, absent: true })))
  await sweepAbsent(db, now, runs)
  const stay = new Set([...runs, ...(await db.jobs.toArray()).map((stop) => stop.runOrderID)])
  const gone = (await db.runs.toCollection().primaryKeys()).filter((id) => !stay.has(id))
  if (gone.length === 0) return
  await db.runs.bulkDelete(gone)
  await db.meta.bulkDelete([orderKey, toldOrderKey, rulesKey].flatMap((keyOf) => gone.map(keyOf)))
}

/**
 * Deletes absent stops, except those with unsent events and, while the driver drives the run, those whose record the
 * office has under review (domain.md 5).
 */
export async function sweepAbsent(db: UserDatabase, now: Date, runs?: ReadonlySet<string>): Promise<void> {
  const here = await db.jobs.toArray()
  const absent = here.filter((stop) => stop.absent)
  if (absent.length === 0) return
  const driven = runs ?? new Set(here.filter((stop) => !stop.absent).map((stop) => stop.runOrderID))
  const unsent = new Set((await unsentInDatabase(db)).map((event) => event.assignmentID))
  const receipts = await eventsIn(db, 'acknowledged')
  const inReview = new Set(receipts.filter((event) => event.result === 'review').map((event) => event.assignmentID))
  const stays = ({ assignmentID, runOrderID }: StoredStop) =>
    unsent.has(assignmentID) || (inReview.has(assignmentID) && driven.has(runOrderID))
  const go = absent.filter((stop) => !stays(stop))
  await removeStops(db, go, now)
}

/** Deletes stops. A screen may be open on one, so the run a tap belongs to is kept, and nothing about the customer. */
export async function removeStops(
  db: UserDatabase,
  stops: readonly Pick<Stop, 'assignmentID' | 'runOrderID' | 'version'>[],
  now: Date,
): Promise<void> {
  if (stops.length === 0) return
  await db.jobs.bulkDelete(stops.map((stop) => stop.assignmentID))
  const gone = stops.map(({ assignmentID, runOrderID, version }) => ({
    key: goneKey(assignmentID),
    value: { runOrderID, version, at: now.toISOString() } satisfies Gone,
  }))
  await db.meta.bulkPut(gone)
}

/**
 * Stores the epoch. A new one means that the office restored a backup and may miss events acknowledged since, so the
 * receipts of the last 14 days are sent again under the same IDs.
 */
export async function noteEpoch(db: UserDatabase, epoch: string): Promise<void> {
  const before = await readMeta(db, 'dataEpoch')
  if (before === epoch) return
  await writeMeta(db, 'dataEpoch', epoch)
  if (before === undefined) return
  await db.meta.delete('etag')
  const missing = (await eventsIn(db, 'acknowledged')).filter((event) => event.ackEpoch !== epoch)
  const eventIDs = missing.map((event) => event.eventID)
  await sendAgain(db, eventIDs)
}

const NEEDS_A_PERSON = new Set(['event_differs', 'photo_bytes_gone'])

/** Queues events of a state once more; the office stores each event once. */
export async function sendAgain(
  db: UserDatabase,
  eventIDs: readonly string[],
  state: EventState = 'acknowledged',
): Promise<void> {
  for (const event of await rowsOf(db.events, eventIDs)) {
    // An event whose stored statement differs, or whose bytes are gone, needs the driver anyway.
    if (event?.state !== state || NEEDS_A_PERSON.has(event.lastAnswer?.code ?? '')) continue
    await db.events.put({ ...event, state: 'queued', nextAttemptAt: 0, refusals: 0, badUploads: 0, attempts: 0 })
    if (event.type !== 'photo') continue
    const photo = await db.photos.get(event.payload.photoID)
    if (photo?.hasBytes) await db.photos.put({ ...photo, key: null })
  }
}

/** The access photos of the stops on the phone, each once, under the first stop that shows it. */
export async function wantedPhotos(
  db: UserDatabase,
): Promise<Map<string, { link: Stop['accessPhotos'][number]; assignmentID: string }>> {
  const wanted = new Map<string, { link: Stop['accessPhotos'][number]; assignmentID: string }>()
  for (const stop of await db.jobs.toArray()) {
    for (const link of stop.accessPhotos)
      if (!wanted.has(link.photoID)) wanted.set(link.photoID, { link, assignmentID: stop.assignmentID })
  }
  return wanted
}
