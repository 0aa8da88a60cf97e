import type { OutputOf } from '#contract/endpoint.ts'
import type { signUpload } from '#contract/v1/photos.ts'
import { exchange } from '#client/api/call.ts'
import { checkPhoto } from '#domain/photo-check.ts'
import { photoType, type PhotoType } from '#domain/photo-file.ts'
import { withoutMetadata } from '#domain/photo-metadata.ts'

/** A whole photo without position and camera data (domain.md 10), ready for upload. */
export interface PreparedPhoto {
  readonly blob: Blob
  readonly contentType: PhotoType
  /** Hex. */
  readonly sha256: string
  readonly size: number
}

export type PhotoError = 'photoTooLarge' | 'photoWrongType' | 'photoIncomplete' | 'photoTooManyPixels' | 'uploadFailed'

/** Reads and checks a chosen file. @param maxBytes of one photo @returns the photo, or why it can't be used */
export async function preparePhoto(file: File, maxBytes: number): Promise<PreparedPhoto | PhotoError> {
  if (file.size > maxBytes) return 'photoTooLarge'
  const original = await file.arrayBuffer().catch(() => null)
  if (original === null || original.byteLength === 0) return 'uploadFailed'
  const contentType = photoType(new Uint8Array(original))
  if (contentType === null) return 'photoWrongType'
  const bytes = withoutMetadata(new Uint8Array(original))
  const fault = bytes && checkPhoto(bytes).fault
  if (fault === 'photo_too_many_pixels') return 'photoTooManyPixels'
  if (bytes === null || fault !== null) return 'photoIncomplete'
  const blob = new Blob([bytes], { type: contentType })
  return { blob, contentType, sha256: await hashOf(bytes), size: bytes.byteLength }
}

/** Uploads to a signed address, which contains its own proof, so no token is sent. @returns whether it arrived */
export async function putPhoto(
  { url, headers }: OutputOf<typeof signUpload>,
  { blob }: PreparedPhoto,
): Promise<boolean> {
  const answer = await exchange(
    { fetch: (address, init) => fetch(address, init) },
    url,
    { method: 'PUT', headers, body: blob, redirect: 'manual', credentials: 'omit', cache: 'no-store' },
    {},
  )
  return !('kind' in answer) && !answer.redirected && answer.status >= 200 && answer.status < 300
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
