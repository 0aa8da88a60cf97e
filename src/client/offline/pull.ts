import { PAGE_MAX } from '#domain/limits.ts'
import { isOnTheRun } from '#domain/stop-actions.ts'
import { type DriverRun, listRuns } from '#contract/v1/runs.ts'
import type { Answer } from '../api/answers.ts'
import { pinAccessPhotos } from './access-photos.ts'
import { pullIncomes } from './incomes.ts'
import { queueFailed, queueWorked } from './send-queue.ts'
import { alone } from './alone.ts'
import { awaitsSignIn, readMetas, writeMetas } from './meta.ts'
import type { Device } from './device.ts'
import { DEVICE_REVOKED, noteRevoked } from './revoked.ts'
import { dropAbsent, mergeRun, noteEpoch, sweepAbsent } from './server-rows.ts'
import { type Pinned, pauseOf, pauseQueue, pin } from './session.ts'
import { heard, linkNow } from './settle.ts'
import { linkOf } from './verdict.ts'

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
    // A driver's runs contain their stops; a run without them belongs to an answer for another role.
    for (const { jobs: stops, ...run } of items) if (stops) runs.push({ ...run, jobs: stops })
    if (items.length > 0 && page * PAGE_MAX < total) continue
    // Signed out in the meantime: the answer is not written to the phone.
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
  await db.transaction('rw', db.jobs, db.events, db.meta, async () => {
    const now = device.ports.now()
    await sweepAbsent(db, now)
    await writeMetas(db, { lastPullAt: now.toISOString(), link: linkNow(device, 'ok') })
    await queueWorked(device, 'pullLane')
  })
  return { ended: 'unchanged' }
}

/** A 401 or 403 in the background pauses the queue; nothing is cleared and the stops stay usable. */
async function unanswered(device: Device, pinned: Pinned, answer: Answer<unknown>): Promise<PullReport> {
  // Revoked phone: nothing is fetched any more, unsent events are still sent.
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
