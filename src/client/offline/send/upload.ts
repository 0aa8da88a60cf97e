import * as z from 'zod/mini'
import type { OutputOf } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { signUpload, signUploads } from '#contract/v1/photos.ts'
import { type Answer, isVerdict } from '../../api/answers.ts'
import { OURS_HEADER, exchange, parse } from '../../api/call.ts'
import { SILENCE_LIMIT_MS } from '../outbox/backoff.ts'
import type { Upload } from '../outbox/claim.ts'
import type { Device } from '../store/device.ts'
import type { Pause } from '../store/meta.ts'
import type { LastAnswer, StoredEvent, StoredPhoto } from '../store/schema.ts'
import { type Pinned, pauseOf } from './session.ts'
import { linkOf } from './verdict.ts'

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
  | { kind: 'pause'; pause: Pause['kind']; answer: Answer<unknown> }
  | { kind: 'none'; lastAnswer: LastAnswerFields; retryAfterMs: number | null; link: 'ok' | 'offline' | 'captive' }
  | { kind: 'stopped' }
type LastAnswerFields = Omit<LastAnswer, 'at'>

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

export async function upload(
  device: Device,
  pinned: Pinned,
  { event, photo }: Upload,
  given: Address | undefined,
): Promise<Uploaded> {
  const stored = await device.db.photoBytes.get(photo.photoID)
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
  if ('kind' in answer) return none('no-answer', null, null, 'offline')
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
  return none(ours ? 'busy' : 'foreign', status, null, ours || elsewhere ? 'ok' : status >= 500 ? 'offline' : 'captive')
}

function fileOf({ contentType, size, sha256 }: StoredPhoto) {
  return { contentType: contentType as 'image/jpeg', size, sha256 }
}

/** @param event null: the request was about several photos */
function judgeRefusal(
  answer: Exclude<Answer<unknown>, { kind: 'ok' }>,
  event: StoredEvent | null,
): Exclude<Uploaded, { kind: 'uploaded' }> {
  if (answer.kind === 'offline')
    return answer.why === 'stopped' ? { kind: 'stopped' } : none('no-answer', null, null, 'offline')
  if (answer.kind === 'not-modified') return none('foreign', 304, null, 'ok')
  if (answer.kind === 'foreign') return none('foreign', answer.status, answer.retryAfterMs, linkOf(answer))
  const { status, problem } = answer
  const lastAnswer: LastAnswerFields = { kind: 'refused', status, code: problem.code, message: problem.message }
  // This 403 may be about one stop that was never this driver's; /done answers a 403 for the driver.
  const pause = status === 403 ? null : pauseOf(answer)
  if (pause) return { kind: 'pause', pause, answer }
  if (!isVerdict(answer) || problem.code === 'xsrf_mismatch')
    return { ...none('busy', status, answer.retryAfterMs, 'ok'), lastAnswer: { ...lastAnswer, kind: 'busy' } }
  if (status === 413 || (event !== null && event.refusals > 0)) return { kind: 'needs-attention', lastAnswer }
  return { ...none('refused', status, null, 'ok'), lastAnswer }
}

function none(
  kind: LastAnswer['kind'],
  status: number | null,
  retryAfterMs: number | null,
  link: 'ok' | 'offline' | 'captive',
) {
  return { kind: 'none' as const, lastAnswer: { kind, status, code: null, message: null }, retryAfterMs, link }
}

function refusalOf(bytes: Uint8Array | null): { code: string | null; message: string | null } {
  const body = z.safeParse(problem, bytes === null ? null : parse(bytes))
  return body.success ? body.data : { code: null, message: null }
}
