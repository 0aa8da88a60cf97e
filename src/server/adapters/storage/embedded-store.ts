import { randomBytes } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { hashInKey, photoType } from '#domain/photo-file.ts'
import { type Secrets, type StoragePort, StorageTrouble } from '../../ports.ts'
import { StoredFactsCache, factsOf } from './stored-facts.ts'
import { downloadAddress, isSignedDownload, isSignedUpload, uploadAddress } from './signed-address.ts'

/** An upload takes seconds; an older temporary file was left by a killed process. */
const LEFT_OVER_AFTER_MS = 3_600_000

/** Stores photos under DATA_DIR, behind addresses signed with the server's key (offline.md, "Photos"). */
export function embeddedStore(dataDir: string, secrets: Secrets): StoragePort {
  const folder = path.join(dataDir, 'photos')
  const halves = path.join(folder, 'half')
  const found = new StoredFactsCache()
  /** Folders that are known to exist durably. */
  const made = new Set<string>()
  let tidied: Promise<void> | undefined

  const madeFolder = async (at: string): Promise<void> => {
    if (made.has(at)) return
    await makeFolder(at)
    made.add(at)
  }

  return {
    kind: 'embedded',
    origin: null,
    signUpload: async (file, expiresAt) => ({
      url: uploadAddress(secrets, file, expiresAt),
      headers: { 'content-type': file.contentType },
    }),
    signDownload: async (key, expiresAt) => downloadAddress(secrets, key, expiresAt),
    door: {
      mayPut: (file, expires, signature, now) => isSignedUpload(secrets, file, expires, signature, now),
      mayGet: (key, expires, signature, now) => isSignedDownload(secrets, key, expires, signature, now),
    },
    async look(key) {
      if (hashInKey(key) === null) return null
      const place = placeOf(folder, key)
      const file = await orNull(stat(place, { bigint: true }))
      if (file === null) return null
      const known = found.get(key, file)
      if (known) return known
      const bytes = await orNull(readFile(place))
      if (bytes === null) return null
      const facts = await factsOf(bytes)
      found.set(key, file, facts)
      return facts
    },
    async read(key) {
      if (hashInKey(key) === null) return null
      const bytes = await orNull(readFile(placeOf(folder, key)))
      return bytes && { bytes, contentType: photoType(bytes) ?? 'application/octet-stream' }
    },
    async write(key, bytes, _contentType, sha256) {
      const place = placeOf(folder, key)
      await madeFolder(halves)
      await (tidied ??= removeLeftOvers(halves))
      await madeFolder(path.dirname(place))
      const half = path.join(halves, randomBytes(12).toString('hex'))
      try {
        const written = await writeDurably(half, bytes)
        // Rename is atomic: a reader sees no file or the whole file, also after a power failure.
        await rename(half, place)
        found.set(key, written, await factsOf(bytes, sha256))
      } catch (error) {
        await rm(half, { force: true })
        // Another program may have removed a folder.
        made.clear()
        throw noRoom(error) ? new StorageTrouble('full', 'There is no room for a photo') : error
      }
      await syncFolder(path.dirname(place))
    },
    remove: (key) => rm(placeOf(folder, key), { force: true }),
    assets: null,
    async freeBytes() {
      await makeFolder(folder)
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

/** Sharded, so that folders stay small. Only a key in the server's own format reaches the file system. */
function placeOf(folder: string, key: string): string {
  const hash = hashInKey(key)
  if (hash === null) throw new Error('This is no key of a photo')
  return path.join(folder, hash.slice(-2), key)
}

/** Creates a folder durably: the parent of each new one is synced. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    await syncFolder(path.dirname(at))
    if (at === path.resolve(first) || at === path.dirname(at)) return
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<BigIntStats> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
    return await handle.stat({ bigint: true })
  } finally {
    await handle.close()
  }
}

/** Makes a rename durable. Windows can't open a folder; its file system journals renames. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeLeftOvers(halves: string): Promise<void> {
  for (const name of await readdir(halves)) {
    const half = path.join(halves, name)
    const found = await orNull(stat(half))
    if (found && Date.now() - found.mtimeMs > LEFT_OVER_AFTER_MS) await rm(half, { force: true })
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
}

const noRoom = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException | null)?.code)
