import * as z from 'zod/mini'
import type { OutputOf } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { signUpload, signUploads } from '#contract/v1/photos.ts'
import { type Upload, claimUploads, noLongerInFlight } from '../outbox/plan.ts'
import { heard, SILENCE_LIMIT_MS, queueFailed, queueWorked } from '../outbox/waits.ts'
import type { Device } from '../store/device.ts'
import { FREE, type Pause, readMeta, readMetas } from '../store/meta.ts'
import { type PhotoEvent, type StoredEvent, type StoredPhoto, reopening, rowsOf } from '../store/schema.ts'
import { type Failure, judgeFailure, type LastAnswerFields, noVerdict, type Pinned, pauseOf } from './session.ts'
import type { Answer } from '../../api/answers.ts'
import { OURS_HEADER, exchange, parse } from '../../api/call.ts'

/**
 * Everything added while one batch is processed forms the next, so a slow connection gets small batches and a fast one
 * large. `done` resolves when nothing is left and rejects with the error of the work.
 */
function coalesce<T>(work: (lot: T[]) => Promise<void>) {
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
    add: (one: T) => {
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
      // Asked for before the last ones are used up, so that no upload waits for the round trip.
      if (!dry && ready.length < AT_ONCE)
        refilling ??= refill()
          .catch(breakOff)
          .finally(() => (refilling = null))
      if (one) return one
      if (refilling === null) return null
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
    await refilling
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
    if (lot.some(({ outcome }) => outcome.kind === 'uploaded')) {
      await queueWorked(device, 'photoLane')
      await heard(device, 'ok')
    }
    const failures = lot.flatMap(({ outcome }) => (outcome.kind === 'none' ? [outcome] : []))
    const [failed] = failures
    let waitsUntil = 0
    if (failed) {
      const waits = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? [])
      const retryAfterMs = waits.length === 0 ? null : Math.max(...waits)
      const queue = await queueFailed(device, 'photoLane', { retryAfterMs, link: failed.link })
      waitsUntil = queue.nextAttemptAt
      await heard(device, failed.link)
    }
    const eventIDs = lot.map(({ event }) => event.eventID)
    const rows = await rowsOf(db.events, eventIDs)
    const settled = lot.flatMap(({ outcome }, place) => {
      const current = rows[place]
      return current?.type === 'photo' && (current.state === 'sending' || current.state === 'queued')
        ? [{ event: current, outcome }]
        : []
    })
    await db.events.bulkPut(settled.map(({ event, outcome }) => settledUpload(event, outcome, at, waitsUntil)))
    await noteKeys(device, settled)
    return readMeta(db, 'seq')
  })
}

/** @param waitsUntil when one without a verdict is tried again, epoch ms */
function settledUpload(event: PhotoEvent, outcome: Uploaded, at: string, waitsUntil: number): PhotoEvent {
  const free: PhotoEvent = { ...event, state: 'queued', attempts: event.attempts + 1, nextAttemptAt: 0 }
  switch (outcome.kind) {
    case 'needs-attention':
      return { ...free, state: 'needs-attention', lastAnswer: { at, ...outcome.lastAnswer } }
    case 'none':
      return {
        ...free,
        nextAttemptAt: waitsUntil,
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

/**
 * The slowest upload that is not treated as dead. Its time is added to the silence limit, which an upload can't renew.
 */
const SLOWEST_BYTES_PER_MS = 8

export type Address = OutputOf<typeof signUpload>

/** How an upload ended. Only the photo event's acknowledgement proves that the office has the bytes. */
export type Uploaded =
  | { kind: 'uploaded'; key: string }
  /** This photo can't be stored as it is and needs attention. */
  | { kind: 'needs-attention'; lastAnswer: LastAnswerFields }
  | Halt
export type Halt =
  { kind: 'pause'; pause: Pause['kind']; answer: Answer<unknown> } | Exclude<Failure, { kind: 'refused' }>

/**
 * Upload addresses for several photos in one round trip, by photoID. After a refusal, which does not name the photo, or
 * from an older server without this endpoint, each address is requested alone.
 */
export async function signTogether(pinned: Pinned, uploads: readonly Upload[]): Promise<Map<string, Address> | Halt> {
  if (uploads.length < 2) return new Map()
  const photos = uploads.map(({ event, photo }) => ({
    ...fileOf(photo),
    assignmentID: event.assignmentID,
    photoID: photo.photoID,
  }))
  const answer = await pinned.call(signUploads, { photos })
  if (answer.kind === 'ok')
    return new Map(answer.value.uploads.flatMap(({ photoID, upload }) => (upload ? [[photoID, upload]] : [])))
  const halt = judgeRefusal(answer, null)
  return halt.kind === 'needs-attention' || (halt.kind === 'none' && halt.lastAnswer.kind === 'refused')
    ? new Map()
    : halt
}

/**
 * Undefined: the phone has no bytes, or can't read them. Browsers keep large values in files of their own, and a damaged
 * one must not stop the other records. Throws where the database as a whole can't be read.
 */
async function bytesOf({ db }: Device, { eventID, payload }: PhotoEvent) {
  try {
    return await reopening(db, () => db.photoBytes.get(payload.photoID))
  } catch {
    await db.events.get(eventID)
    return undefined
  }
}

export async function upload(
  device: Device,
  pinned: Pinned,
  { event, photo }: Upload,
  given: Address | undefined,
): Promise<Uploaded> {
  const stored = await bytesOf(device, event)
  if (!stored)
    return {
      kind: 'needs-attention',
      lastAnswer: { kind: 'refused', status: null, code: 'photo_bytes_gone', message: null },
    }
  let address = given
  if (!address) {
    const signed = await pinned.call(signUpload, {
      purpose: 'job-photo',
      ...fileOf(photo),
      assignmentID: event.assignmentID,
      photoID: photo.photoID,
    })
    if (signed.kind !== 'ok') return judgeRefusal(signed, event)
    address = signed.value
  }
  if (!(await pinned.isStill())) return { kind: 'stopped' }
  const { url, headers, key } = address
  // Made from the bytes each time, because Safari sends a stored file empty. The address contains its own proof, so no
  // token is sent.
  const body = new Blob([stored.bytes], { type: photo.contentType })
  const timeLimitMs = SILENCE_LIMIT_MS + photo.size / SLOWEST_BYTES_PER_MS
  const answer = await exchange(
    device.ports,
    url,
    { method: 'PUT', headers, body, redirect: 'manual', credentials: 'omit', cache: 'no-store' },
    { timeLimitMs },
  )
  if ('kind' in answer) return noVerdict('no-answer', null, 'offline')
  const { status } = answer
  const ours = answer.headers.get(OURS_HEADER) === '1'
  // An answer of our own store identifies itself. One of S3 is readable only where it allows our origin, which no
  // captive portal does.
  const elsewhere = !ours && /^https?:/.test(url) && !url.includes(`${device.ports.base ?? '/v1'}/files/`)
  if (status >= 200 && status < 300 && !answer.redirected && (ours || elsewhere)) return { kind: 'uploaded', key }
  if (status === 413 && (ours || elsewhere))
    return { kind: 'needs-attention', lastAnswer: { kind: 'refused', status, code: 'file_too_large', message: null } }
  const { code, message } = ours ? refusalOf(answer.bytes) : { code: null, message: null }
  if (code === 'not_a_photo') return { kind: 'needs-attention', lastAnswer: { kind: 'refused', status, code, message } }
  // After an expired address, a cut-off upload or a foreign answer the photo is signed and sent again.
  return noVerdict(ours ? 'busy' : 'foreign', status, ours || elsewhere ? 'ok' : status >= 500 ? 'offline' : 'captive')
}

function fileOf({ contentType, size, sha256 }: StoredPhoto) {
  return { contentType: contentType as 'image/jpeg', size, sha256 }
}

/** @param event null: the request was about several photos */
function judgeRefusal(
  answer: Exclude<Answer<unknown>, { kind: 'ok' }>,
  event: StoredEvent | null,
): Exclude<Uploaded, { kind: 'uploaded' }> {
  // A 403 may be about one stop that was never this driver's; /done answers a 403 for the driver.
  const isForbidden = answer.kind === 'refused' && answer.status === 403
  const pause = isForbidden ? null : pauseOf(answer)
  if (pause) return { kind: 'pause', pause, answer }
  const failure = judgeFailure(answer)
  if (failure.kind !== 'refused') return failure
  const { lastAnswer } = failure
  if (lastAnswer.status === 413 || (event !== null && event.refusals > 0))
    return { kind: 'needs-attention', lastAnswer }
  return { ...noVerdict('refused', null, 'ok'), lastAnswer }
}

function refusalOf(bytes: Uint8Array | null): { code: string | null; message: string | null } {
  const body = z.safeParse(problem, bytes === null ? null : parse(bytes))
  return body.success ? body.data : { code: null, message: null }
}
