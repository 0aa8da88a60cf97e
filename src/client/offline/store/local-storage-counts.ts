import type { OfflinePorts } from '../ports.ts'

/**
 * Counts in localStorage. A browser short of space deletes all databases of an origin at once; localStorage survives,
 * so the next start can report what may be lost.
 */
export interface LocalCounts {
  deviceID: string
  /** Unsent records and photos at the last write. */
  unsent: number
  /** Unsent records of earlier, lost databases, until the driver has read the notice. */
  lost: number
  /** The highest number given while the database failed, possibly by another window. */
  seq?: number
}

interface CountsOwner {
  ports: Pick<OfflinePorts, 'localStorage'>
  userID: string
}

export const COUNTS_KEY_PREFIX = 'rr-kept-'

/** Null: this user was never here, or the browser stores nothing. */
export function readLocalCounts({ ports, userID }: CountsOwner): LocalCounts | null {
  try {
    const value = JSON.parse(
      ports.localStorage?.getItem(COUNTS_KEY_PREFIX + userID) ?? 'null',
    ) as Partial<LocalCounts> | null
    return typeof value?.deviceID === 'string'
      ? {
          deviceID: value.deviceID,
          unsent: Number(value.unsent) || 0,
          lost: Number(value.lost) || 0,
          seq: Number(value.seq) || 0,
        }
      : null
  } catch {
    return null
  }
}

/** Never throws: nothing else depends on it. */
export function writeLocalCounts({ ports, userID }: CountsOwner, counts: LocalCounts): void {
  try {
    ports.localStorage?.setItem(COUNTS_KEY_PREFIX + userID, JSON.stringify(counts))
  } catch {
    // Storage is full or forbidden. The databases alone then notice a loss.
  }
}

/** Updates the count. Call with the counts of a status whose database was not deleted, because an empty one counts nothing. */
export function noteUnsent(
  device: CountsOwner & { deviceID: string },
  { events, photos }: { events: number; photos: number },
): void {
  const before = readLocalCounts(device)
  const seq = highestGiven(device)
  writeLocalCounts(device, { deviceID: device.deviceID, unsent: events + photos, lost: before?.lost ?? 0, seq })
}

/**
 * Notes that a record waits as soon as the first one is saved, because the screen counts a moment later and the browser
 * writes localStorage only after seconds. @param seq its number, if the database does not have it
 */
export function noteWaiting(device: CountsOwner & { deviceID: string }, seq = 0): void {
  const counts = readLocalCounts(device)
  if (counts?.deviceID !== device.deviceID || (counts.unsent > 0 && seq === 0)) return
  writeLocalCounts(device, { ...counts, unsent: Math.max(1, counts.unsent), seq: Math.max(counts.seq ?? 0, seq) })
}

/** The highest number given while the database failed, as far as this browser remembers; 0: none. */
export function highestGiven(device: CountsOwner & { deviceID: string }): number {
  const counts = readLocalCounts(device)
  return counts?.deviceID === device.deviceID ? (counts.seq ?? 0) : 0
}

export function noteRead(device: CountsOwner): void {
  const counts = readLocalCounts(device)
  if (counts) writeLocalCounts(device, { ...counts, lost: 0 })
}
