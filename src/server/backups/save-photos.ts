import { createHash } from 'node:crypto'
import { link, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { photoType } from '#domain/photo-file.ts'
import { photoFile, sumOf, tableFile, writeDurably, writeInPieces } from '../db/backup/backup-files.ts'
import { linesOf } from '../db/backup/lines.ts'
import type { TableShape } from '../db/backup/table-shapes.ts'
import type { Log, StoragePort } from '../ports.ts'
import { kindAndPlace } from '../http/failures.ts'

interface PhotoSettings {
  readonly storage: Pick<StoragePort, 'read' | 'write'>
  readonly log: Log
  readonly folder: string
  /** Earlier backups, newest first; the newest one's photos are hard-linked. */
  readonly earlier: readonly string[]
  /** A file for the keys of missing photos, one per line. */
  readonly missingTo: string
  /** Throws when the disk has too little free space. */
  room(): Promise<void>
  onPhoto?: (() => void) | undefined
}

interface StoredKey {
  readonly key: string
  readonly sha256: string
  readonly createdAt: Date
}

export interface SavedPhotos {
  /** Number of photos whose received bytes are neither in the store nor in any backup. */
  readonly missing: number
  /** When the oldest of them was received; ISO. */
  readonly oldestMissing: string | null
  /** Keys that were missing from the store and were restored to it from an earlier backup. */
  readonly healed: readonly string[]
  /** Keys that were copied again because the newest backup's copy is damaged. */
  readonly copiedAnew: readonly string[]
}

/**
 * Puts every photo into the backup. Photos never change, so one that an earlier backup holds becomes a hard link where
 * the file system supports it: fourteen backups take the space of one. The store is read anyway, so that a photo
 * missing there is restored while some backup still holds it.
 */
export async function savePhotos(
  photos: AsyncIterable<StoredKey>,
  { storage, log, folder, earlier, missingTo, room, onPhoto }: PhotoSettings,
): Promise<SavedPhotos> {
  const [healed, copiedAnew]: [string[], string[]] = [[], []]
  let missing = 0
  let oldestMissing = Infinity

  const save = async ({ key, sha256 }: StoredKey): Promise<boolean> => {
    const to = path.join(folder, photoFile(key))
    const stored = (await storage.read(key))?.bytes
    const whole = stored !== undefined && shaOf(stored) === sha256 ? stored : null
    const copies = earlier.map((backup) => path.join(backup, photoFile(key)))
    const newest = copies[0] === undefined ? null : await sumIfThere(copies[0])
    const damaged = newest !== null && newest !== sha256
    const from = newest === sha256 ? copies[0]! : whole === null ? await firstWhole(copies.slice(1), sha256) : null
    if (from === null && whole === null) return false
    if (from === null || !(await linked(from, to))) {
      await room()
      await writeDurably(to, whole ?? (await readFile(from!)))
    }
    if (whole === null && (await putBack(storage, log, key, await readFile(to), sha256))) healed.push(key)
    if (damaged) copiedAnew.push(key)
    return true
  }
  const missingKeys = async function* () {
    for await (const photo of photos) {
      const saved = await save(photo)
      onPhoto?.()
      if (saved) continue
      missing += 1
      oldestMissing = Math.min(oldestMissing, photo.createdAt.getTime())
      yield `${photo.key}\n`
    }
  }
  await writeInPieces(missingTo, missingKeys())
  return { missing, oldestMissing: missing === 0 ? null : new Date(oldestMissing).toISOString(), healed, copiedAnew }
}

/** The photos that the saved tables refer to. */
export async function* photosOf(folder: string, tables: readonly TableShape[]): AsyncGenerator<StoredKey> {
  const columns = tables.find(({ name }) => name === 'photos')?.columns ?? []
  const at = (name: string) => columns.findIndex((column) => column.name === name)
  const [key, sha256, createdAt] = [at('storage_key'), at('sha256'), at('created_at')]
  for await (const line of linesOf(path.join(folder, tableFile('photos')))) {
    const row = JSON.parse(line) as string[]
    // In UTC, as `2026-11-09 21:00:00.5+00`.
    yield { key: row[key]!, sha256: row[sha256]!, createdAt: new Date(`${row[createdAt]!}:00`) }
  }
}

const shaOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function putBack(
  storage: PhotoSettings['storage'],
  log: Log,
  key: string,
  bytes: Uint8Array,
  sha256: string,
): Promise<boolean> {
  try {
    if (shaOf(bytes) !== sha256) return false
    await storage.write(key, bytes, photoType(bytes) ?? 'application/octet-stream')
    return true
  } catch (error) {
    // The backup has the photo, and the next backup tries again.
    log.error({ key, ...kindAndPlace(error) }, 'a photo that the store has lost could not be put back')
    return false
  }
}

/** Null also for a file that the disk can't read. */
const sumIfThere = (file: string) =>
  sumOf(file).catch((error: unknown) =>
    error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'unreadable',
  )

async function firstWhole(copies: readonly string[], sha256: string): Promise<string | null> {
  for (const copy of copies) if ((await sumIfThere(copy)) === sha256) return copy
  return null
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await link(from, to)
    return true
  } catch {
    // The file system has no hard links, so the file is copied.
    return false
  }
}
