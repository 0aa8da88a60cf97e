import { photoKey, type PhotoType } from '#domain/photo-file.ts'
import type { StoragePort } from '../../ports.ts'

interface Claimed {
  readonly purpose: 'job-photo' | 'customer-photo'
  readonly photoID: string
  readonly key: string
  readonly sha256: string
  readonly size: number
}

export type Stored = { readonly state: 'whole'; readonly contentType: PhotoType } | { readonly state: 'missing' | 'damaged' }

/**
 * Whether the store really holds the photo somebody says he uploaded: its own key, length, SHA-256 and kind.
 * May read the whole file, so never inside a transaction.
 */
export async function storedPhoto(storage: StoragePort, claimed: Claimed): Promise<Stored> {
  if (claimed.key !== photoKey(claimed.purpose, claimed.photoID, claimed.sha256)) return { state: 'damaged' }
  const file = await storage.look(claimed.key)
  if (!file) return { state: 'missing' }
  const same = file.size === claimed.size && file.sha256 === claimed.sha256
  return same && file.photoType ? { state: 'whole', contentType: file.photoType } : { state: 'damaged' }
}
