const KEY = 'rr-reloaded-at'
const APART_MS = 60_000

/**
 * Reloads the page once: a second time within a minute would only go round in circles, and something else is wrong.
 * Nothing stored is touched. @returns false when it was refused
 */
export function guardedReload(now = Date.now()): boolean {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (now - last < APART_MS) return false
  reloadAsAsked(now)
  return true
}

/** A person let a new version in, perhaps the second one within a minute. It counts for the next one that nobody asked for. */
export function reloadAsAsked(now = Date.now()): void {
  sessionStorage.setItem(KEY, String(now))
  location.reload()
}
