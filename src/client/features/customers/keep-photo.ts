import type { OutputOf } from '#contract/endpoint.ts'
import { addCustomerPhoto, signUpload } from '#contract/v1/photos.ts'
import { newID } from '#domain/identifiers.ts'
import { checkPhoto } from '#domain/photo-check.ts'
import { photoType } from '#domain/photo-file.ts'
import { withoutMetadata } from '#domain/photo-metadata.ts'
import { exchange } from '#client/api/call.ts'
import type { Command } from '#client/shells/use-command.ts'

export type NotKept =
  'photoTooLarge' | 'photoWrongType' | 'photoIncomplete' | 'photoTooManyPixels' | 'uploadFailed' | 'told'

/**
 * Stores a photo with a customer: requests an upload address, uploads the bytes, then adds the photo to the customer.
 * Position and camera data are removed first (domain.md 10).
 * @param maxBytes of one photo
 * @returns the error, or null; `told`: the refusal was shown already
 */
export async function keepPhoto(
  command: Command,
  customerID: string,
  file: File,
  maxBytes: number,
  done: string,
): Promise<NotKept | null> {
  if (file.size > maxBytes) return 'photoTooLarge'
  const original = await file.arrayBuffer().catch(() => null)
  if (original === null || original.byteLength === 0) return 'uploadFailed'
  const contentType = photoType(new Uint8Array(original))
  if (contentType === null) return 'photoWrongType'
  const bytes = withoutMetadata(new Uint8Array(original))
  const fault = bytes && checkPhoto(bytes).fault
  if (fault === 'photo_too_many_pixels') return 'photoTooManyPixels'
  if (bytes === null || fault !== null) return 'photoIncomplete'
  const [photoID, sha256, size] = [newID(), await hashOf(bytes), bytes.byteLength]
  const signed = await command(signUpload, { purpose: 'customer-photo', contentType, size, sha256, photoID })
  if (signed.kind !== 'ok') return 'told'
  if (!(await put(signed.value, new Blob([bytes], { type: contentType })))) return 'uploadFailed'
  const kept = await command(
    addCustomerPhoto,
    { customerID, photoID, key: signed.value.key, sha256, size },
    { done, idempotencyKey: photoID },
  )
  return kept.kind === 'ok' ? null : 'told'
}

/** The signed address contains its own proof: no token is sent. */
async function put({ url, headers }: OutputOf<typeof signUpload>, body: Blob): Promise<boolean> {
  const answer = await exchange(
    { fetch: (address, init) => fetch(address, init) },
    url,
    { method: 'PUT', headers, body, redirect: 'manual', credentials: 'omit', cache: 'no-store' },
    {},
  )
  return !('kind' in answer) && !answer.redirected && answer.status >= 200 && answer.status < 300
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
