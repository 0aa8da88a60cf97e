import { listIncomes } from '#contract/v1/incomes.ts'
import { type DriverRun, listRuns } from '#contract/v1/runs.ts'
import type { Stop } from '#contract/v1/stops.ts'
import { addDays } from '#domain/dates.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { isOnTheRun } from '#domain/stop-actions.ts'
import type { Answer } from '../api/answers.ts'
import { heard, linkNow, queueFailed, queueWorked } from './outbox/waits.ts'
import { DEVICE_REVOKED, type Pinned, alone, linkOf, noteRevoked, pauseOf, pauseQueue, pin } from './send/session.ts'
import type { Device } from './store/device.ts'
import { type Gone, awaitsSignIn, goneKey, orderKey, readMeta, readMetas, writeMeta, writeMetas } from './store/meta.ts'
import {
  type EventState,
  type StoredIncome,
  type StoredPhoto,
  type StoredRun,
  type StoredStop,
  type UserDatabase,
  isFull,
  rowsOf,
  unsentInDatabase,
} from './store/schema.ts'
import { hasRoomFor } from './store/room.ts'

/** How many days of incomes are stored on the phone. */
const KEPT_DAYS = 42
/** Incomes are also fetched at this interval when no run has changed, because a payment changes no run. */
const STALE_AFTER_MS = 6 * 3_600_000

/**
 * Fetches the driver's incomes of the last weeks, all pages or none, when they are old or a run has changed since. The
 * need is stored (`incomesBehind`) together with the run, so that the next pull repeats a failed fetch although it may
 * find the runs unchanged.
 */
export async function pullIncomes(device: Device, pinned: Pinned): Promise<void> {
  const { db, ports } = device
  const { lastIncomesAt, incomesBehind } = await readMetas(db, 'lastIncomesAt', 'incomesBehind')
  const age = ports.now().getTime() - Date.parse(lastIncomesAt ?? '')
  if (!incomesBehind && age >= 0 && age < STALE_AFTER_MS) return
  const from = addDays(ports.now().toISOString().slice(0, 10), -KEPT_DAYS)
  const incomes: StoredIncome[] = []
  for (let page = 1; ; page++) {
    const answer = await pinned.call(listIncomes, { page, perPage: PAGE_MAX, from })
    if (answer.kind !== 'ok') return
    incomes.push(...answer.value.items)
    if (answer.value.items.length === 0 || page * PAGE_MAX >= answer.value.total) break
  }
  await db.transaction('rw', db.incomes, db.meta, async () => {
    if (await awaitsSignIn(db)) return
    await db.incomes.clear()
    await db.incomes.bulkPut(incomes)
    await writeMetas(db, { lastIncomesAt: ports.now().toISOString(), incomesBehind: false })
  })
}

/** Largest access photo that is downloaded, bytes. */
const LARGEST = 5 * 1024 * 1024

/**
 * Downloads the customers' access photos, so that they can be seen without signal, and deletes those that no stop shows
 * any more. The ready-to-leave page shows how many are missing.
 */
export async function pinAccessPhotos(device: Device, pinned: Pinned): Promise<void> {
  const { db } = device
  // Whole tables are read, because a filter in the database walks row by row.
  const [wanted, photos] = await db.transaction('r', db.jobs, db.photos, () =>
    Promise.all([wantedPhotos(device), db.photos.toArray()]),
  )
  const pinnedRows = photos.filter((photo) => photo.kind === 'access')
  const gone = pinnedRows.filter((photo) => !wanted.has(photo.photoID)).map((photo) => photo.photoID)
  if (gone.length > 0) {
    await db.transaction('rw', db.photos, db.photoBytes, async () => {
      await db.photos.bulkDelete(gone)
      await db.photoBytes.bulkDelete(gone)
    })
  }
  const here = new Set(pinnedRows.map((photo) => photo.photoID))
  for (const [photoID, { link, assignmentID }] of wanted) {
    if (here.has(photoID)) continue
    if (!(await hasRoomFor(device, LARGEST))) return
    const fetched = await pinned.fetchPhoto(link.url)
    if (fetched === 'stop') return
    if (fetched === null || fetched.bytes.byteLength === 0 || fetched.bytes.byteLength > LARGEST) continue
    const { bytes, contentType } = fetched
    const row: StoredPhoto = {
      photoID,
      kind: 'access',
      assignmentID,
      eventID: null,
      contentType,
      size: bytes.byteLength,
      sha256: '',
      takenAt: link.takenAt,
      key: null,
      hasBytes: true,
    }
    try {
      await db.transaction('rw', db.photos, db.photoBytes, db.meta, async () => {
        if (await awaitsSignIn(db)) return
        await db.photos.put(row)
        await db.photoBytes.put({ photoID, bytes })
      })
    } catch (error) {
      // The storage is full. No room is made for access photos.
      if (isFull(error)) return
      throw error
    }
  }
}

/** The access photos of the stops on the phone, each once, under the first stop that shows it. */
export async function wantedPhotos({
  db,
}: Device): Promise<Map<string, { link: Stop['accessPhotos'][number]; assignmentID: string }>> {
  const wanted = new Map<string, { link: Stop['accessPhotos'][number]; assignmentID: string }>()
  for (const stop of await db.jobs.toArray()) {
    for (const link of stop.accessPhotos)
      if (!wanted.has(link.photoID)) wanted.set(link.photoID, { link, assignmentID: stop.assignmentID })
  }
  return wanted
}

export interface PullReport {
  ended: 'changed' | 'unchanged' | 'busy' | 'paused' | 'no-answer' | 'stopped'
}

/** Fetches the driver's week: runs with stops, incomes, access photos. */
export async function pull(device: Device): Promise<PullReport> {
  const report = await alone(device, 'pull', () => pullAlone(device))
  return report === 'busy' ? { ended: 'busy' } : report
}

async function pullAlone(device: Device): Promise<PullReport> {
  const pinned = await pin(device)
  if (!pinned) return { ended: 'paused' }
  const { revoked, etag = null } = await readMetas(device.db, 'revoked', 'etag')
  if (revoked) return { ended: 'paused' }
  const report = await pullRuns(device, pinned, etag)
  if (report.ended !== 'changed' && report.ended !== 'unchanged') return report
  await pullIncomes(device, pinned)
  await pinAccessPhotos(device, pinned)
  return report
}

async function pullRuns(device: Device, pinned: Pinned, etag: string | null): Promise<PullReport> {
  const runs: DriverRun[] = []
  for (let page = 1; ; page++) {
    const answer = await pinned.call(listRuns, { page, perPage: PAGE_MAX }, { ifNoneMatch: page === 1 ? etag : null })
    if (answer.kind === 'not-modified') return unchanged(device)
    if (answer.kind !== 'ok') return unanswered(device, pinned, answer)
    const { items, total, dataEpoch, backedUpThrough } = answer.value
    // A driver's runs contain their stops; a run without them is from an answer for another role.
    for (const { jobs: stops, ...run } of items) if (stops) runs.push({ ...run, jobs: stops })
    if (items.length > 0 && page * PAGE_MAX < total) continue
    // The user signed out in the meantime, so the answer is not written.
    if (!(await pinned.isStill())) return { ended: 'stopped' }
    const written = await write(device, runs, dataEpoch, backedUpThrough, page === 1 ? answer.etag : null)
    return { ended: written ? 'changed' : 'stopped' }
  }
}

async function write(
  device: Device,
  runs: readonly DriverRun[],
  epoch: string,
  backedUpThrough: string | null,
  etag: string | null,
): Promise<boolean> {
  const { db } = device
  return db.transaction('rw', [db.runs, db.jobs, db.events, db.photos, db.meta], async () => {
    if (await awaitsSignIn(db)) return false
    const now = device.ports.now()
    await noteEpoch(db, epoch)
    for (const run of runs) await mergeRun(db, run, epoch)
    const stops = runs.flatMap((run) => run.jobs.map((stop) => stop.assignmentID))
    await dropAbsent(db, new Set(runs.map((run) => run.runOrderID)), new Set(stops), now)
    if (etag === null) await db.meta.delete('etag')
    await writeMetas(db, {
      ...(etag === null ? {} : { etag }),
      ...(backedUpThrough === null ? {} : { backedUpThrough }),
      pulledStops: runs
        .filter((run) => run.status === 'active')
        .reduce((sum, run) => sum + run.jobs.filter(isOnTheRun).length, 0),
      lastPullAt: now.toISOString(),
      incomesBehind: true,
      link: linkNow(device, 'ok'),
    })
    await queueWorked(device, 'pullLane')
    return true
  })
}

async function unchanged(device: Device): Promise<PullReport> {
  const { db } = device
  return db.transaction('rw', db.jobs, db.events, db.meta, async (): Promise<PullReport> => {
    // The user signed out in the meantime and the week is deleted; the next sign-in must fetch it at once.
    if (await awaitsSignIn(db)) return { ended: 'stopped' }
    const now = device.ports.now()
    await sweepAbsent(db, now)
    await writeMetas(db, { lastPullAt: now.toISOString(), link: linkNow(device, 'ok') })
    await queueWorked(device, 'pullLane')
    return { ended: 'unchanged' }
  })
}

/** Handles a pull without a new week. A 401 or 403 pauses the queue; nothing is cleared and the stops stay usable. */
async function unanswered(device: Device, pinned: Pinned, answer: Answer<unknown>): Promise<PullReport> {
  // A revoked phone fetches nothing any more and still sends its unsent events.
  if (answer.kind === 'refused' && answer.problem.code === DEVICE_REVOKED) {
    await noteRevoked(device)
    return { ended: 'paused' }
  }
  const pause = pauseOf(answer)
  if (pause) {
    await pauseQueue(device, pinned, pause, answer)
    return { ended: 'paused' }
  }
  if (answer.kind === 'offline' && answer.why === 'stopped') return { ended: 'stopped' }
  const retryAfterMs = 'retryAfterMs' in answer ? answer.retryAfterMs : null
  await device.db.transaction('rw', device.db.meta, async () => {
    const link = linkOf(answer)
    await queueFailed(device, 'pullLane', { retryAfterMs, link })
    await heard(device, link)
  })
  return { ended: 'no-answer' }
}

/**
 * The office's rows on the phone, written only from answers and never with a lower version. Everything here runs inside
 * the caller's transaction.
 */

/** Writes a run of an answer. A newer row stays, because answers may overtake each other. */
export async function mergeRun(db: UserDatabase, { jobs: stops, ...run }: DriverRun, epoch: string): Promise<void> {
  const before = await db.runs.get(run.runOrderID)
  const known = await rowsOf(
    db.jobs,
    stops.map((stop) => stop.assignmentID),
  )
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

/** Deletes rows that left the driver's week, except those with an unsent event, shown as "moved by the office". */
export async function dropAbsent(
  db: UserDatabase,
  runs: ReadonlySet<string>,
  stops: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const here = await db.jobs.toArray()
  const [stay, go] = await parted(
    db,
    here.filter((stop) => !stops.has(stop.assignmentID)),
    runs,
  )
  const moved = stay.filter((stop) => !stop.absent)
  if (moved.length > 0) await db.jobs.bulkPut(moved.map((stop) => ({ ...stop, absent: true })))
  await removeStops(db, go, now)
  const gone = new Set(go)
  return removeRunsExcept(db, new Set([...runs, ...here.flatMap((stop) => (gone.has(stop) ? [] : [stop.runOrderID]))]))
}

/** Deletes stops that were kept only for unsent events, once these are sent. */
export async function sweepAbsent(db: UserDatabase, now: Date): Promise<void> {
  const here = await db.jobs.toArray()
  const absent = here.filter((stop) => stop.absent)
  if (absent.length === 0) return
  const runs = new Set(here.filter((stop) => !stop.absent).map((stop) => stop.runOrderID))
  const [, go] = await parted(db, absent, runs)
  await removeStops(db, go, now)
}

/**
 * Separates the absent stops that stay: those with unsent events and, while the driver drives the run, those whose
 * record the office has under review (domain.md 5).
 */
async function parted(
  db: UserDatabase,
  absent: readonly StoredStop[],
  runs: ReadonlySet<string>,
): Promise<[StoredStop[], StoredStop[]]> {
  if (absent.length === 0) return [[], []]
  const unsent = new Set((await unsentInDatabase(db)).map((event) => event.assignmentID))
  const receipts = await db.events.where('state').equals('acknowledged').toArray()
  const inReview = new Set(receipts.filter((event) => event.result === 'review').map((event) => event.assignmentID))
  const stays = (stop: StoredStop) =>
    unsent.has(stop.assignmentID) || (inReview.has(stop.assignmentID) && runs.has(stop.runOrderID))
  return [absent.filter(stays), absent.filter((stop) => !stays(stop))]
}

async function removeStops(
  db: UserDatabase,
  stops: readonly Pick<Stop, 'assignmentID' | 'runOrderID' | 'version'>[],
  now: Date,
): Promise<void> {
  if (stops.length === 0) return
  await db.jobs.bulkDelete(stops.map((stop) => stop.assignmentID))
  // A screen may be open on one of these stops, so the run a tap belongs to is kept, and nothing about the customer.
  const gone = stops.map(({ assignmentID, runOrderID, version }) => ({
    key: goneKey(assignmentID),
    value: { runOrderID, version, at: now.toISOString() } satisfies Gone,
  }))
  await db.meta.bulkPut(gone)
}

async function removeRunsExcept(db: UserDatabase, kept: ReadonlySet<string>): Promise<void> {
  const gone = (await db.runs.toCollection().primaryKeys()).filter((id) => !kept.has(id))
  if (gone.length === 0) return
  await db.runs.bulkDelete(gone)
  await db.meta.bulkDelete(gone.map(orderKey))
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
  const receipts = await db.events.where('state').equals('acknowledged').toArray()
  await sendAgain(
    db,
    receipts.filter((event) => event.ackEpoch !== epoch).map((event) => event.eventID),
  )
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
