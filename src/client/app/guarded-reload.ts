import { tabStorage } from '#client/api/browser-storage.ts'

const KEY = 'rr-reloaded-at'
const APART_MS = 60_000

/** Reloads the page, but not twice within a minute, which would be a loop. @returns false when it was refused */
export function guardedReload(now = Date.now()): boolean {
  const last = Number(tabStorage.getItem(KEY) ?? 0)
  if (now - last < APART_MS) return false
  reloadOnRequest(now)
  return true
}

/** Reloads for an update the user asked for, even within a minute. It counts against the next automatic reload. */
export function reloadOnRequest(now = Date.now()): void {
  tabStorage.setItem(KEY, String(now))
  location.reload()
}
