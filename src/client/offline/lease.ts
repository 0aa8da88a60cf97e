import type { Device } from './device.ts'
import { SILENCE_LIMIT_MS } from './backoff.ts'
import type { StoredEvent } from './stored.ts'

/** Longer than a request may be silent, so that an active sender's events are not claimed again. */
export const LEASE_MS = SILENCE_LIMIT_MS + 30_000
/** No lease is written further ahead than this: a later time was written by another clock. */
const LEASE_MAX_AHEAD_MS = 120_000

/**
 * Runs one task of a kind at a time over all tabs and the service worker, or returns `busy`. Without Web Locks it runs
 * at once: two tabs may then send the same events, which the server stores exactly once.
 */
export async function alone<T>(device: Device, kind: string, stop: () => Promise<T>): Promise<T | 'busy'> {
  const { locks } = device.ports
  if (!locks) return stop()
  return locks.request(`rr-${kind}-${device.userID}`, { ifAvailable: true }, async (lock): Promise<T | 'busy'> =>
    lock === null ? 'busy' : stop(),
  )
}

/**
 * Whether this event is being sent now. A lease of another opening of the app is void: its holder was killed or has
 * lost the lock. So is one further ahead than any is written: the clock was set back.
 */
export function isLeased(device: Device, event: StoredEvent, now: number): boolean {
  if (event.state !== 'sending' || event.leaseBoot !== device.bootID) return false
  return event.leaseUntil > now && event.leaseUntil <= now + LEASE_MAX_AHEAD_MS && device.inFlight.has(event.eventID)
}

/** Their request has ended or was never made: they may be claimed again. */
export function noLongerInFlight(device: Device, events: readonly StoredEvent[]): void {
  for (const event of events) device.inFlight.delete(event.eventID)
}
