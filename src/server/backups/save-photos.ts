import { createHash } from 'node:crypto'
import { link, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { photoFile, sumOf, writeDurably } from '../db/backup/backup-files.ts'
import type { StoredKey } from '../db/backup/save-tables.ts'
import type { StoragePort } from '../ports.ts'

interface PhotoSettings {
  readonly storage: Pick<StoragePort, 'read'>
  /** The backup that is being made. */
  readonly folder: string
  /** An earlier one, whose photos are shared; null: there is none. */
  readonly earlier: string | null
  /** Throws when the disk would become too full. */
  room(): Promise<void>
}

/**
 * Puts every photo into the backup. Photos never change, so one that an earlier backup holds is the same file under a
 * second name where the disk can do that: fourteen backups need the room of one.
 * @returns keys whose bytes the store does not have as they were received
 */
export async function savePhotos(photos: readonly StoredKey[], { storage, folder, earlier, room }: PhotoSettings): Promise<string[]> {
  const missing: string[] = []
  for (const photo of photos) {
    const to = path.join(folder, photoFile(photo.key))
    if (earlier !== null && (await shared(path.join(earlier, photoFile(photo.key)), to, photo.sha256))) continue
    await room()
    const stored = await storage.read(photo.key)
    if (stored !== null && createHash('sha256').update(stored.bytes).digest('hex') === photo.sha256) await writeDurably(to, stored.bytes)
    else missing.push(photo.key)
  }
  return missing
}

async function shared(from: string, to: string, sha256: string): Promise<boolean> {
  try {
    await stat(from)
    if ((await sumOf(from)) !== sha256) return false
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await link(from, to)
    return true
  } catch {
    // Not in it, or on a disk that gives a file one name only: it is copied from the store.
    return false
  }
}
