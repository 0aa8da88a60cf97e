import * as z from 'zod/mini'
import { problem } from '#contract/problem.ts'
import { signUpload } from '#contract/v1/photos.ts'
import type { Answer } from '../api/answers.ts'
import { isVerdict } from '../api/answers.ts'
import { OURS_HEADER, exchange, parse } from '../api/call.ts'
import { SILENCE_LIMIT_MS, isDue } from './backoff.ts'
import { leased } from './claim.ts'
import { laneFailed, laneWorked } from './lane.ts'
import { isLeased } from './lease.ts'
import type { Pause } from './meta.ts'
import type { Phone } from './phone.ts'
import { type Pinned, pauseOf } from './session.ts'
import { heard } from './settle.ts'
import type { LastAnswer, StoredEvent, StoredPhoto } from './stored.ts'
import { linkOf } from './verdict.ts'

/** Photos on their way at a time, and in one round before outcomes are looked at again. */
const AT_ONCE = 4
const PER_ROUND = 24
/** A slow line is not a dead one: added to the silence limit, which an upload can't renew. */
const SLOWEST_BYTES_PER_MS = 8

type PhotoEvent = Extract<StoredEvent, { type: 'photo' }>
interface Upload {
  event: PhotoEvent
  photo: StoredPhoto
}

/** How an upload ended. Only the photo event's own acknowledgement proves that the office has the bytes. */
type Uploaded =
  | { kind: 'lies-there'; key: string }
  | { kind: 'pause'; pause: Pause['kind']; answer: Answer<unknown> }
  | { kind: 'none'; lastAnswer: Said; retryAfterMs: number | null; link: 'ok' | 'offline' | 'captive' }
  /** This photo can't be kept as it is; it alone needs a person. */
  | { kind: 'needs-attention'; lastAnswer: Said }
  | { kind: 'stopped' }
type Said = Omit<LastAnswer, 'at'>

export type RoundReport = { kind: 'uploaded'; count: number } | { kind: 'nothing' } | { kind: 'no-verdict' } | { kind: 'stopped' } | { kind: 'pause'; pause: Pause['kind']; answer: Answer<unknown> }

/** Uploads a bounded few, oldest first, until the round is over or a new outcome wants to leave first. */
export async function uploadRound(phone: Phone, pinned: Pinned): Promise<RoundReport> {
  const claimed = await claimPhotos(phone)
  if (claimed.length === 0) return { kind: 'nothing' }
  const left = [...claimed]
  let report: RoundReport = { kind: 'uploaded', count: 0 }
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const outcome = await upload(phone, pinned, next)
      await settleUpload(phone, next.event, outcome)
      if (outcome.kind === 'lies-there' || outcome.kind === 'needs-attention') {
        if (report.kind === 'uploaded') report = { kind: 'uploaded', count: report.count + 1 }
      } else {
        report = outcome.kind === 'pause' ? outcome : { kind: outcome.kind === 'stopped' ? 'stopped' : 'no-verdict' }
        left.splice(0, left.length, ...(await release(phone, left)))
      }
      if (left.length > 0 && (await outcomeWaits(phone))) left.splice(0, left.length, ...(await release(phone, left)))
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, claimed.length) }, worker))
  } finally {
    for (const { event } of claimed) phone.inFlight.delete(event.eventID)
  }
  return report
}

async function claimPhotos(phone: Phone): Promise<Upload[]> {
  const { db } = phone
  return db.transaction('rw', db.events, db.photos, async () => {
    const now = phone.ports.now().getTime()
    const pending = await db.events.where('state').anyOf('queued', 'sending').toArray()
    const due = pending.filter((event): event is PhotoEvent => event.type === 'photo' && !isLeased(phone, event, now) && isDue(event.nextAttemptAt, now))
    due.sort((a, b) => a.seq - b.seq)
    const photos = await db.photos.bulkGet(due.map((event) => event.payload.photoID))
    const uploads = due.flatMap((event, index): Upload[] => {
      const photo = photos[index]
      return photo && photo.key === null ? [{ event: leased(phone, event, now) as PhotoEvent, photo }] : []
    })
    const claimed = uploads.slice(0, PER_ROUND)
    await db.events.bulkPut(claimed.map(({ event }) => event))
    for (const { event } of claimed) phone.inFlight.add(event.eventID)
    return claimed
  })
}

async function upload(phone: Phone, pinned: Pinned, { event, photo }: Upload): Promise<Uploaded> {
  const stored = await phone.db.photoBytes.get(photo.photoID)
  if (!stored) return { kind: 'needs-attention', lastAnswer: { kind: 'refused', status: null, code: 'photo_bytes_gone', message: null } }
  const { contentType, size, sha256, photoID } = photo
  const signed = await pinned.call(signUpload, { purpose: 'job-photo', contentType: contentType as 'image/jpeg', size, sha256, assignmentID: event.assignmentID, photoID })
  if (signed.kind !== 'ok') return judgeRefusal(signed, event)
  if (!(await pinned.isStill())) return { kind: 'stopped' }
  const { url, headers, key } = signed.value
  // Made fresh from bytes: Safari sends a stored file empty. The address carries its own proof, so no token goes along.
  const body = new Blob([stored.bytes], { type: contentType })
  const timeLimitMs = SILENCE_LIMIT_MS + size / SLOWEST_BYTES_PER_MS
  const answer = await exchange(phone.ports, url, { method: 'PUT', headers, body, redirect: 'manual', credentials: 'omit', cache: 'no-store' }, { timeLimitMs })
  if ('kind' in answer) return none('no-answer', null, null, 'offline')
  const { status } = answer
  const ours = answer.headers.get(OURS_HEADER) === '1'
  // Our own store says who it is; another one (S3) can be read at all only where it allows our origin, which no portal does.
  const elsewhere = !ours && /^https?:/.test(url) && !url.includes(`${phone.ports.base ?? '/v1'}/files/`)
  if (status >= 200 && status < 300 && !answer.redirected && (ours || elsewhere)) return { kind: 'lies-there', key }
  if (status === 413 && (ours || elsewhere)) return { kind: 'needs-attention', lastAnswer: { kind: 'refused', status, code: 'file_too_large', message: null } }
  const { code, message } = ours ? refusalOf(answer.bytes) : { code: null, message: null }
  if (code === 'not_a_photo') return { kind: 'needs-attention', lastAnswer: { kind: 'refused', status, code, message } }
  // An expired address, a cut-off upload, a stranger: signed and sent anew next time.
  return none(ours ? 'busy' : 'foreign', status, null, ours || elsewhere ? 'ok' : status >= 500 ? 'offline' : 'captive')
}

function judgeRefusal(answer: Exclude<Answer<unknown>, { kind: 'ok' }>, event: StoredEvent): Uploaded {
  if (answer.kind === 'offline') return answer.why === 'stopped' ? { kind: 'stopped' } : none('no-answer', null, null, 'offline')
  if (answer.kind === 'not-modified') return none('foreign', 304, null, 'ok')
  if (answer.kind === 'foreign') return none('foreign', answer.status, answer.retryAfterMs, linkOf(answer))
  const { status, problem } = answer
  const said: Said = { kind: 'refused', status, code: problem.code, message: problem.message }
  // 403 here may be about this one stop, which he never had; of the person /done has spoken before.
  const pause = status === 403 ? null : pauseOf(answer)
  if (pause) return { kind: 'pause', pause, answer }
  if (!isVerdict(answer) || problem.code === 'xsrf_mismatch') return { ...none('busy', status, answer.retryAfterMs, 'ok'), lastAnswer: { ...said, kind: 'busy' } }
  if (status === 413 || event.refusals > 0) return { kind: 'needs-attention', lastAnswer: said }
  return { ...none('refused', status, null, 'ok'), lastAnswer: said }
}

async function settleUpload(phone: Phone, event: PhotoEvent, outcome: Uploaded): Promise<void> {
  const { db, ports } = phone
  await db.transaction('rw', db.events, db.photos, db.meta, async () => {
    const current = await db.events.get(event.eventID)
    if (!current || (current.state !== 'sending' && current.state !== 'queued')) return
    const at = ports.now().toISOString()
    const free = { ...current, state: 'queued' as const, leaseUntil: 0, leaseBoot: '', nextAttemptAt: 0 }
    switch (outcome.kind) {
      case 'lies-there':
        await db.photos.update(event.payload.photoID, { key: outcome.key })
        await db.events.put(free as StoredEvent)
        await laneWorked(phone, 'photoLane')
        return heard(phone, 'ok')
      case 'needs-attention':
        await db.events.put({ ...free, state: 'needs-attention', lastAnswer: { at, ...outcome.lastAnswer } } as StoredEvent)
        return
      case 'none': {
        const lane = await laneFailed(phone, 'photoLane', outcome.retryAfterMs)
        const refusals = current.refusals + (outcome.lastAnswer.kind === 'refused' ? 1 : 0)
        await db.events.put({ ...free, refusals, nextAttemptAt: lane.nextAttemptAt, lastAnswer: { at, ...outcome.lastAnswer } } as StoredEvent)
        return heard(phone, outcome.link)
      }
      case 'pause':
      case 'stopped':
        await db.events.put(free as StoredEvent)
    }
  })
  phone.inFlight.delete(event.eventID)
}

/** Gives back what was claimed and not begun. @returns nothing left */
async function release(phone: Phone, uploads: readonly Upload[]): Promise<Upload[]> {
  const { db } = phone
  const ids = uploads.map(({ event }) => event.eventID)
  await db.transaction('rw', db.events, async () => {
    const rows = await db.events.bulkGet(ids)
    const mine = rows.filter((event) => event?.state === 'sending' && event.leaseBoot === phone.bootID) as StoredEvent[]
    await db.events.bulkPut(mine.map((event) => ({ ...event, state: 'queued' as const, leaseUntil: 0, attempts: event.attempts - 1 })))
  })
  for (const id of ids) phone.inFlight.delete(id)
  return []
}

async function outcomeWaits({ db, ports }: Phone): Promise<boolean> {
  const now = ports.now().getTime()
  const queued = await db.events.where('state').equals('queued').toArray()
  return queued.some((event) => event.type !== 'photo' && event.attempts === 0 && isDue(event.nextAttemptAt, now))
}

function none(kind: LastAnswer['kind'], status: number | null, retryAfterMs: number | null, link: 'ok' | 'offline' | 'captive') {
  return { kind: 'none' as const, lastAnswer: { kind, status, code: null, message: null }, retryAfterMs, link }
}

/** Our own refusal of an upload, in code and words. */
function refusalOf(bytes: Uint8Array | null): { code: string | null; message: string | null } {
  const body = z.safeParse(problem, bytes === null ? null : parse(bytes))
  return body.success ? body.data : { code: null, message: null }
}
