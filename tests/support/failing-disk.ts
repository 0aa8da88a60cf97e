import { forceCloseDatabase } from 'fake-indexeddb'
import type { Device } from '#client/offline/store/device.ts'
import type { OfflinePorts } from '#client/offline/store/schema.ts'

/** A journal whose file always has room. */
export function withJournal(): Pick<OfflinePorts, 'openJournal'> {
  const yes = () => Promise.resolve(true)
  return {
    openJournal: () =>
      Promise.resolve({ entries: [], append: yes, rewrite: yes, isThere: yes, close: () => undefined }),
  }
}

/** From now on the database can't be opened, as on a full disk after the first write that failed. @returns ends it */
export function fillDisk({ db, ports }: Device): () => void {
  const disk = ports.indexedDB!
  const { open } = disk
  disk.open = () => {
    throw new DOMException('IO error: 000003.log: FILE_ERROR_NO_SPACE', 'UnknownError')
  }
  const connection = db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0] | null
  if (connection) forceCloseDatabase(connection)
  return () => void (disk.open = open)
}
