import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { photoType } from '#domain/photo-file.ts'
import type { Secrets, StoragePort } from '../../ports.ts'
import { downloadAddress, isSignedDownload, isSignedUpload, uploadAddress } from './signed-address.ts'

/** Sharded, so that no folder holds ten thousand photos. A key was checked to be a plain name. */
const placeOf = (folder: string, key: string) => path.join(folder, key.slice(-2), key)

/** Makes a rename last through a power cut. Windows can't open a folder; its file system journals renames. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Photos under DATA_DIR, behind addresses signed by our own key (offline.md, "Photos"). */
export function embeddedStore(dataDir: string, secrets: Secrets): StoragePort {
  const folder = path.join(dataDir, 'photos')
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
    async read(key) {
      if (!/^[\w.-]+$/.test(key)) return null
      const bytes = await readFile(placeOf(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return bytes && { bytes, contentType: photoType(bytes) ?? 'application/octet-stream' }
    },
    async write(key, bytes) {
      if (!/^[\w.-]+$/.test(key)) throw new Error('A key of the store is a plain name')
      const place = placeOf(folder, key)
      const shelf = path.dirname(place)
      await mkdir(shelf, { recursive: true, mode: 0o700 })
      // Whoever reads sees the old file or the whole new one, also after a power cut.
      const half = `${place}.${randomBytes(6).toString('hex')}.half`
      const handle = await open(half, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(half, place)
      await syncFolder(shelf)
    },
    remove: (key) => rm(placeOf(folder, key), { force: true }),
  }
}
