import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { hashInKey, photoType } from '#domain/photo-file.ts'
import type { StoragePort } from '../ports.ts'

/**
 * Copies the photos of several backups into the store where they are missing or incomplete. Nothing is removed:
 * additional photos are harmless, and a device that has deleted a newer photo finds it when it sends its record again.
 * @param folders backups
 * @returns how many were copied
 */
export async function restorePhotos(storage: StoragePort, folders: readonly string[]): Promise<number> {
  const all = folders.map((folder) => path.join(folder, 'photos'))
  const shards = new Set((await Promise.all(all.map(entriesOf))).flat().map(({ name }) => name))
  let put = 0
  // Shard by shard, so that no list holds all photos.
  for (const shard of shards)
    put += await restoreShard(
      storage,
      all.map((photos) => path.join(photos, shard)),
    )
  return put
}

/** @param folders the same shard of several backups */
async function restoreShard(storage: StoragePort, folders: readonly string[]): Promise<number> {
  /** Keys of photos that the store has complete, so that each is read once, not once per backup. */
  const whole = new Set<string>()
  let put = 0
  for (const folder of folders) {
    for (const entry of await entriesOf(folder)) {
      const key = entry.name
      if (!entry.isFile() || whole.has(key)) continue
      if (await isWhole(storage, key)) {
        whole.add(key)
        continue
      }
      // A damaged or unreadable file is looked for in the next backup.
      const bytes = await readFile(path.join(folder, key)).catch(() => null)
      if (bytes === null || !fits(key, bytes)) continue
      await storage.write(key, bytes, photoType(bytes) ?? 'application/octet-stream')
      whole.add(key)
      put += 1
    }
  }
  return put
}

/** Keys whose stored bytes are missing or differ from those received. */
export async function missingPhotos(storage: StoragePort, keys: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (const key of keys) if (!(await isWhole(storage, key))) missing.push(key)
  return missing
}

/** Empty if the folder does not exist. */
const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => [])

async function isWhole(storage: StoragePort, key: string): Promise<boolean> {
  const stored = await storage.read(key)
  return stored !== null && fits(key, stored.bytes)
}

function fits(key: string, bytes: Uint8Array): boolean {
  const promised = hashInKey(key)
  return promised !== null && createHash('sha256').update(bytes).digest('hex').startsWith(promised)
}
