import { deviceStorage } from '#client/api/browser-storage.ts'

/**
 * Whether the browser keeps nothing of this app: it has no databases, or keeps neither its storage nor its databases. A
 * database is only opened to find out where the storage failed, because opening a new one on a full disk can delete others.
 */
export async function isSiteDataBlocked(): Promise<boolean> {
  if (typeof indexedDB !== 'object' || indexedDB === null) return true
  return !deviceStorage.isKept() && !(await opensDatabases())
}

const PROBE = 'rr-probe'

function opensDatabases(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(PROBE)
      request.addEventListener('error', () => resolve(false))
      request.addEventListener('success', () => {
        request.result.close()
        indexedDB.deleteDatabase(PROBE)
        resolve(true)
      })
    } catch {
      resolve(false)
    }
  })
}
