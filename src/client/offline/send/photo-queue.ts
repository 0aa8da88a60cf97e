import { claimUploads, noLongerInFlight, type Upload } from '../outbox/claim.ts'
import { queueFailed, queueWorked } from '../outbox/queue-state.ts'
import type { Device } from '../store/device.ts'
import { FREE, readMeta, readMetas } from '../store/meta.ts'
import { rowsOf } from '../store/queries.ts'
import type { PhotoEvent } from '../store/schema.ts'
import type { Pinned } from './session.ts'
import { heard } from './settle.ts'
import { type Address, type Halt, signTogether, type Uploaded, upload } from './upload.ts'

/**
 * Everything added while one batch is processed forms the next, so a slow connection gets small batches and a fast one
 * large.
 */
export interface Coalescer<T> {
  add(one: T): void
  /** Resolves when nothing is left; rejects with the error of the work. */
  done(): Promise<void>
}

export function coalesce<T>(work: (lot: T[]) => Promise<void>): Coalescer<T> {
  let waiting: T[] = []
  let running: Promise<void> | null = null
  const run = async () => {
    while (waiting.length > 0) {
      const lot = waiting
      waiting = []
      await work(lot)
    }
    running = null
  }
  return {
    add(one) {
      waiting.push(one)
      if (running !== null) return
      running = run()
      running.catch(() => undefined)
    },
    done: () => running ?? Promise.resolve(),
  }
}

/** Parallel uploads: a browser opens six connections to a server, and one stays free for outcomes. */
const AT_ONCE = 5
const PER_CLAIM = 20
/** Photo events are sent when this many uploads have finished, or after TELL_AFTER_MS. */
const TELL_AT = 40
const TELL_AFTER_MS = 2_000

export interface PhotosReport {
  /** Photos whose upload ended, successfully or with needs-attention. */
  count: number
  /** Why the other photos wait; null: nothing more is due; `events`: sending the photo events was stopped. */
  halt: Halt | { kind: 'events' } | null
}

/**
 * Uploads what is due, oldest first, some in parallel, and has the photo events sent meanwhile.
 * @param tell sends the events that are ready, outcomes first; false: nothing more may be sent now
 */
export async function uploadPhotos(
  device: Device,
  pinned: Pinned,
  tell: () => Promise<boolean>,
): Promise<PhotosReport> {
  const { db, ports } = device
  const claimed = new Set<string>()
  const ready: { upload: Upload; address: Address | undefined }[] = []
  const report: PhotosReport = { count: 0, halt: null }
  let refilling: Promise<void> | null = null
  let dry = false
  let broken: { error: unknown } | null = null
  let unreported = 0
  let toldAt = ports.now().getTime()
  let { seq, photoLane: photoQueue = FREE } = await readMetas(db, 'seq', 'photoLane')

  const telling = coalesce<null>(async () => {
    unreported = 0
    toldAt = ports.now().getTime()
    if (!(await tell())) report.halt ??= { kind: 'events' }
  })
  const settling = coalesce<Ended>(async (lot) => {
    const seqNow = await settleUploads(device, lot)
    noLongerInFlight(
      device,
      lot.map(({ event }) => event),
    )
    unreported += lot.filter(({ outcome }) => outcome.kind === 'uploaded').length
    // A new event, possibly of another tab, is sent at once instead of after the photos.
    const tapped = seqNow !== seq
    seq = seqNow
    if (tapped || unreported >= TELL_AT || (unreported > 0 && ports.now().getTime() - toldAt >= TELL_AFTER_MS))
      telling.add(null)
  })
  const onEnqueued = () => telling.add(null)
  const breakOff = (error: unknown) => {
    broken ??= { error }
    report.halt ??= { kind: 'stopped' }
  }

  const refill = async () => {
    const uploads = await claimUploads(device, PER_CLAIM)
    for (const { event } of uploads) claimed.add(event.eventID)
    dry = uploads.length < PER_CLAIM
    const addresses = await signTogether(pinned, uploads)
    if (!(addresses instanceof Map)) {
      report.halt ??= addresses
      for (const { event } of uploads) settling.add({ event, outcome: addresses })
      return
    }
    ready.push(...uploads.map((upload) => ({ upload, address: addresses.get(upload.photo.photoID) })))
  }
  const next = async () => {
    while (!report.halt) {
      const one = ready.shift()
      if (one) return one
      if (dry && refilling === null) return null
      refilling ??= refill()
        .catch(breakOff)
        .finally(() => (refilling = null))
      await refilling
    }
    return null
  }
  const worker = async () => {
    for (let one = await next(); one; one = await next()) {
      const { event } = one.upload
      const outcome = await upload(device, pinned, one.upload, one.address)
      if (outcome.kind === 'uploaded' || outcome.kind === 'needs-attention') report.count += 1
      else report.halt ??= outcome
      settling.add({ event, outcome })
    }
  }

  device.onEnqueued.add(onEnqueued)
  try {
    // One at a time after a failure: on a slow connection five in parallel would all reach the time limit.
    await Promise.all(Array.from({ length: photoQueue.failures > 0 ? 1 : AT_ONCE }, () => worker().catch(breakOff)))
    await settling.done()
    await telling.done()
  } finally {
    device.onEnqueued.delete(onEnqueued)
    for (const eventID of claimed) device.inFlight.delete(eventID)
  }
  if (broken) throw (broken as { error: unknown }).error
  return report
}

interface Ended {
  event: PhotoEvent
  outcome: Uploaded
}

/** @returns the last number given to an event at that time */
async function settleUploads(device: Device, lot: readonly Ended[]): Promise<number | undefined> {
  const { db } = device
  const at = device.ports.now().toISOString()
  return db.transaction('rw', db.events, db.photos, db.meta, async () => {
    const rows = await rowsOf(
      db.events,
      lot.map(({ event }) => event.eventID),
    )
    const settled = lot.flatMap(({ outcome }, place) => {
      const current = rows[place]
      return current?.type === 'photo' && (current.state === 'sending' || current.state === 'queued')
        ? [{ event: current, outcome }]
        : []
    })
    await db.events.bulkPut(settled.map(({ event, outcome }) => settledUpload(event, outcome, at)))
    await noteKeys(device, settled)
    if (lot.some(({ outcome }) => outcome.kind === 'uploaded')) {
      await queueWorked(device, 'photoLane')
      await heard(device, 'ok')
    }
    const failures = lot.flatMap(({ outcome }) => (outcome.kind === 'none' ? [outcome] : []))
    const [failed] = failures
    if (failed) {
      const waits = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? [])
      const queue = await queueFailed(device, 'photoLane', {
        retryAfterMs: waits.length === 0 ? null : Math.max(...waits),
        link: failed.link,
      })
      const waiting = await rowsOf(
        db.events,
        lot.flatMap(({ event, outcome }) => (outcome.kind === 'none' ? [event.eventID] : [])),
      )
      await db.events.bulkPut(
        waiting.flatMap((event) =>
          event?.state === 'queued' ? [{ ...event, nextAttemptAt: queue.nextAttemptAt }] : [],
        ),
      )
      await heard(device, failed.link)
    }
    return readMeta(db, 'seq')
  })
}

function settledUpload(event: PhotoEvent, outcome: Uploaded, at: string): PhotoEvent {
  const free: PhotoEvent = { ...event, state: 'queued', attempts: event.attempts + 1, nextAttemptAt: 0 }
  switch (outcome.kind) {
    case 'needs-attention':
      return { ...free, state: 'needs-attention', lastAnswer: { at, ...outcome.lastAnswer } }
    case 'none':
      return {
        ...free,
        refusals: free.refusals + (outcome.lastAnswer.kind === 'refused' ? 1 : 0),
        lastAnswer: { at, ...outcome.lastAnswer },
      }
    case 'uploaded':
      return free
    case 'pause':
    case 'stopped':
      return event
  }
}

async function noteKeys({ db }: Device, ended: readonly Ended[]): Promise<void> {
  const keys = new Map(
    ended.flatMap(({ event, outcome }) => (outcome.kind === 'uploaded' ? [[event.payload.photoID, outcome.key]] : [])),
  )
  const photos = await rowsOf(db.photos, [...keys.keys()])
  await db.photos.bulkPut(
    photos.flatMap((photo) => (photo ? [{ ...photo, key: keys.get(photo.photoID) ?? null }] : [])),
  )
}
