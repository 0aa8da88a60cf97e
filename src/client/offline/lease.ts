import type { Phone } from './phone.ts'
import { SILENCE_LIMIT_MS } from './backoff.ts'
import type { StoredEvent } from './stored.ts'

/** Longer than a request may be silent, so that a living sender is not overtaken. */
export const LEASE_MS = SILENCE_LIMIT_MS + 30_000
/** No lease is written further ahead than this: one that seems to be was written by another clock. */
const LEASE_MAX_AHEAD_MS = 120_000

/**
 * Runs one job of a kind at a time over all tabs and the service worker, or not at all (`busy`).
 * Without locks it just runs: the lease in the row is the fence then, and the server makes the rest exactly once.
 */
export async function alone<T>(phone: Phone, kind: string, job: (fence: Fence) => Promise<T>): Promise<T | 'busy'> {
  const { locks } = phone.ports
  if (!locks) return job('lease')
  return locks.request(`rr-${kind}-${phone.userID}`, { ifAvailable: true }, async (lock): Promise<T | 'busy'> => (lock === null ? 'busy' : job('lock')))
}

/** What keeps two senders apart: the browser's lock, or only the lease in the row. */
export type Fence = 'lock' | 'lease'

/** Whether somebody alive is sending this event just now. */
export function isLeased(phone: Phone, event: StoredEvent, now: number, fence: Fence): boolean {
  if (event.state !== 'sending') return false
  if (event.leaseUntil <= now || event.leaseUntil > now + LEASE_MAX_AHEAD_MS) return false
  if (event.leaseBoot === phone.bootID) return phone.inFlight.has(event.eventID)
  // Under the lock no other opening is alive: its lease was left by one that was killed.
  return fence === 'lease'
}
