import { listIncomes } from '#contract/v1/incomes.ts'
import { type DriverRun, listRuns } from '#contract/v1/runs.ts'
import { serverTime } from '#domain/clock.ts'
import { addDays } from '#domain/dates.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { isOnTheRun } from '#domain/stop-actions.ts'
import type { Answer } from '../api/answers.ts'
import { heard, linkNow, queueFailed, queueWorked } from './outbox/waits.ts'
import {
  DEVICE_REVOKED,
  type Pinned,
  oneAtATime,
  linkOf,
  noteRevoked,
  pauseOf,
  pauseQueue,
  pin,
} from './send/session.ts'
import type { Device } from './store/device.ts'
import { awaitsSignIn, type Meta, readMetas, writeMetas } from './store/meta.ts'
import { dropAbsent, mergeRun, noteEpoch, sweepAbsent, wantedPhotos } from './store/office-rows.ts'
import { type StoredIncome, type StoredPhoto, isFull } from './store/schema.ts'
import { hasRoomFor } from './store/room.ts'

/** How many days of incomes are stored on the phone. */
const KEPT_DAYS = 42
/** Incomes are also fetched at this interval when no run has changed, because a payment changes no run. */
const STALE_AFTER_MS = 6 * 3_600_000

/**
 * Fetches the driver's incomes of the last weeks, all pages or none, when they are old or a run has changed since. The
 * need is stored (`incomesBehind`) together with the run, so that the next pull repeats a failed fetch although it may
 * find the runs unchanged.
 * @param now even if they are not old
 */
export async function pullIncomes(device: Device, pinned: Pinned, now = false): Promise<void> {
  const { db, ports } = device
  const { lastIncomesAt, incomesBehind, clockOffsetMs } = await readMetas(
    db,
    'lastIncomesAt',
    'incomesBehind',
    'clockOffsetMs',
  )
  const age = ports.now().getTime() - Date.parse(lastIncomesAt ?? '')
  if (!now && !incomesBehind && age >= 0 && age < STALE_AFTER_MS) return
  const from = addDays(serverTime(ports.now(), clockOffsetMs).toISOString().slice(0, 10), -KEPT_DAYS)
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
    Promise.all([wantedPhotos(db), db.photos.toArray()]),
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

/** Fetches the incomes for a driver who looks at them now. Without signal nothing happens. */
export async function refreshIncomes(device: Device): Promise<void> {
  await oneAtATime(device, 'pull', async () => {
    const pinned = await pin(device)
    const { revoked } = await readMetas(device.db, 'revoked')
    if (pinned && !revoked) await pullIncomes(device, pinned, true)
  })
}

export interface PullReport {
  ended: 'changed' | 'unchanged' | 'busy' | 'paused' | 'no-answer' | 'stopped'
}

/** Fetches the driver's week: runs with stops, incomes, access photos. */
export async function pull(device: Device): Promise<PullReport> {
  const report = await oneAtATime(device, 'pull', () => pullWeek(device))
  return report === 'busy' ? { ended: 'busy' } : report
}

async function pullWeek(device: Device): Promise<PullReport> {
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
    const askedAt = device.ports.now().getTime()
    const answer = await pinned.call(listRuns, { page, perPage: PAGE_MAX }, { ifNoneMatch: page === 1 ? etag : null })
    if (answer.kind === 'not-modified') return unchanged(device, offsetOf(answer, askedAt))
    if (answer.kind !== 'ok') return unanswered(device, pinned, answer)
    const { items, total, dataEpoch, backedUpThrough } = answer.value
    // A driver's runs contain their stops; a run without them is from an answer for another role.
    for (const { jobs: stops, ...run } of items) if (stops) runs.push({ ...run, jobs: stops })
    if (items.length > 0 && page * PAGE_MAX < total) continue
    // The user signed out in the meantime, so the answer is not written.
    if (!(await pinned.isStill())) return { ended: 'stopped' }
    const clock = offsetOf(answer, askedAt)
    const written = await write(device, runs, dataEpoch, backedUpThrough, page === 1 ? answer.etag : null, clock)
    return { ended: written ? 'changed' : 'stopped' }
  }
}

type ClockMeta = Pick<Partial<Meta>, 'clockOffsetMs'>

/**
 * How far the phone's clock is off, by each answer: a driver who sets the clock is neither warned nor shown wrong times
 * until the next record.
 */
const offsetOf = ({ saidAt }: { saidAt?: number | undefined }, askedAt: number): ClockMeta =>
  saidAt === undefined ? {} : { clockOffsetMs: saidAt - askedAt }

async function write(
  device: Device,
  runs: readonly DriverRun[],
  epoch: string,
  backedUpThrough: string | null,
  etag: string | null,
  clock: ClockMeta,
): Promise<boolean> {
  const { db } = device
  return db.transaction('rw', [db.runs, db.jobs, db.events, db.photos, db.meta], async () => {
    if (await awaitsSignIn(db)) return false
    const now = device.ports.now()
    await noteEpoch(db, epoch)
    for (const run of runs) await mergeRun(db, run, epoch)
    const stops = runs.flatMap((run) => run.jobs.map((stop) => stop.assignmentID))
    const newer = (await db.runs.toArray()).filter(({ runOrderID, version }) =>
      runs.some((run) => run.runOrderID === runOrderID && run.version < version),
    )
    // The answer to a record overtook this one, and may have brought a stop that was not assigned yet.
    const known = await db.jobs
      .where('runOrderID')
      .anyOf(newer.map(({ runOrderID }) => runOrderID))
      .primaryKeys()
    await dropAbsent(db, new Set(runs.map((run) => run.runOrderID)), new Set([...stops, ...known]), now)
    if (etag === null) await db.meta.delete('etag')
    await writeMetas(db, {
      ...(etag === null ? {} : { etag }),
      ...(backedUpThrough === null ? {} : { backedUpThrough }),
      pulledStops: runs
        .filter((run) => run.status === 'active')
        .reduce((sum, run) => sum + run.jobs.filter(isOnTheRun).length, 0),
      ...clock,
      lastPullAt: now.toISOString(),
      incomesBehind: true,
      link: linkNow(device, 'ok'),
    })
    await queueWorked(device, 'pullLane')
    return true
  })
}

async function unchanged(device: Device, clock: ClockMeta): Promise<PullReport> {
  const { db } = device
  return db.transaction('rw', db.jobs, db.events, db.meta, async (): Promise<PullReport> => {
    // The user signed out in the meantime and the week is deleted; the next sign-in must fetch it at once.
    if (await awaitsSignIn(db)) return { ended: 'stopped' }
    const now = device.ports.now()
    await sweepAbsent(db, now)
    await writeMetas(db, { ...clock, lastPullAt: now.toISOString(), link: linkNow(device, 'ok') })
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
