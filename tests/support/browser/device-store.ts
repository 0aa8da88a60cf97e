import type { Page } from '@playwright/test'
import type { StoredEvent, StoredPhoto } from '#client/offline/store/schema.ts'

/** A photo on the phone, with the digest of the bytes that are actually stored. */
export type DevicePhoto = StoredPhoto & { digest: string | null }

export interface DeviceStore {
  jobs: { assignmentID: string; address: string; stopOrder: number }[]
  events: StoredEvent[]
  photos: DevicePhoto[]
}

/** Reads a driver's database directly, without the app, so that tests do not depend on what the screen shows. */
export async function readDevice(page: Page, userID: string): Promise<DeviceStore> {
  return page.evaluate(async (name) => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await asked(indexedDB.open(name))
    try {
      const all = <T>(table: string) => asked<T[]>(db.transaction(table).objectStore(table).getAll())
      const events = await all<StoredEvent>('events')
      const photos = await all<StoredPhoto>('photos')
      const bytes = new Map(
        (await all<{ photoID: string; bytes: ArrayBuffer }>('photoBytes')).map((row) => [row.photoID, row.bytes]),
      )
      const digestOf = async (photoID: string) => {
        const found = bytes.get(photoID)
        if (!found) return null
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', found))
        return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      }
      const stops = await all<{ assignmentID: string; address: string; stopOrder: number }>('jobs')
      return {
        jobs: stops.map(({ assignmentID, address, stopOrder }) => ({ assignmentID, address, stopOrder })),
        events: events.sort((a, b) => a.seq - b.seq),
        photos: await Promise.all(
          photos
            .filter((photo) => photo.kind === 'taken')
            .map(async (photo) => ({ ...photo, digest: await digestOf(photo.photoID) })),
        ),
      }
    } finally {
      db.close()
    }
  }, `rr-${userID}`)
}

/** The names of this profile's databases. */
export async function databasesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name ?? '').sort())
}

/** Whether the journal beside the database exists; it is created once the first screen is there. */
export const hasJournal = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: { open(name: string): Promise<{ getDirectory(): Promise<FileSystemDirectoryHandle> }> }
    }
    const folder = (await (await storageBuckets.open('journal')).getDirectory()) as FileSystemDirectoryHandle & {
      keys(): AsyncIterable<string>
    }
    for await (const name of folder.keys()) if (name.startsWith('rr-journal-')) return true
    return false
  })
