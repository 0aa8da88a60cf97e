import { deviceStorage } from '#client/api/browser-storage.ts'

/** Whether the browser keeps nothing of this app: neither its storage nor its databases. */
export async function isSiteDataBlocked(): Promise<boolean> {
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
