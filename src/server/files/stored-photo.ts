import type { PhotoFault } from '#domain/photo-check.ts'
import { photoKey, type PhotoType } from '#domain/photo-file.ts'
import type { StoragePort } from '../ports.ts'

interface Claimed {
  readonly purpose: 'job-photo' | 'customer-photo' | 'case-photo'
  readonly photoID: string
  readonly key: string
  readonly sha256: string
  readonly size: number
}

export type Refusable = Exclude<PhotoFault, 'not_a_photo'>
export type Stored =
  | { readonly state: 'whole'; readonly contentType: PhotoType }
  | { readonly state: 'missing' | 'damaged' }
  /** The bytes are as announced, but are not an acceptable photo. */
  | { readonly state: 'refused'; readonly fault: Refusable }

/**
 * Whether the store holds the photo that is reported as uploaded: key, length, SHA-256, type, and completeness
 * (`checkPhotoFile`). It may read the whole file, so never call it in a transaction.
 */
export async function storedPhoto(storage: StoragePort, claimed: Claimed): Promise<Stored> {
  if (claimed.key !== photoKey(claimed.purpose, claimed.photoID, claimed.sha256)) return { state: 'damaged' }
  const file = await storage.look(claimed.key)
  if (!file) return { state: 'missing' }
  const same = file.size === claimed.size && file.sha256 === claimed.sha256
  if (!same || file.photoType === null || file.fault === 'not_a_photo') return { state: 'damaged' }
  return file.fault === null ? { state: 'whole', contentType: file.photoType } : { state: 'refused', fault: file.fault }
}
