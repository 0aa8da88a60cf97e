import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { hashInKey, photoType } from '#domain/photo-file.ts'
import type { StoragePort } from '../ports.ts'

/**
 * Copies the photos of several backups into the store where they are missing or incomplete. Nothing is ever removed
 * from it: a photo's key contains its content's hash, so additional photos are harmless, and a device that has deleted
 * a newer photo finds it there when it sends its record again.
 * @param folders backups
 * @returns how many were copied
 */
export async function restorePhotos(storage: StoragePort, folders: readonly string[]): Promise<number> {
  const seen = new Set<string>()
  let put = 0
  for (const folder of folders) {
    for (const file of await photosIn(folder)) {
      const key = path.basename(file)
      if (seen.has(key) || (await isWhole(storage, key))) continue
      // A damaged or unreadable file is looked for in the next backup.
      const bytes = await readFile(file).catch(() => null)
      if (bytes === null || !fits(key, bytes)) continue
      await storage.write(key, bytes, photoType(bytes) ?? 'application/octet-stream')
      seen.add(key)
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

async function photosIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'photos'), { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

async function isWhole(storage: StoragePort, key: string): Promise<boolean> {
  const stored = await storage.read(key)
  return stored !== null && fits(key, stored.bytes)
}

function fits(key: string, bytes: Uint8Array): boolean {
  const promised = hashInKey(key)
  return promised !== null && createHash('sha256').update(bytes).digest('hex').startsWith(promised)
}
