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
  /** The highest number given to a record, possibly by another window or the journal alone. */
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

/**
 * Updates the count if it was read from the database it is about. A database created again under an open page is empty
 * and would overwrite the only record of what was lost.
 */
export function noteUnsent(
  device: CountsOwner & { deviceID: string },
  read: { deviceID: string | null; events: number; photos: number },
): void {
  const { deviceID } = device
  if (read.deviceID !== deviceID) return
  const before = readLocalCounts(device)
  const seq = before?.deviceID === deviceID ? before.seq : 0
  writeLocalCounts(device, { deviceID, unsent: read.events + read.photos, lost: before?.lost ?? 0, seq: seq ?? 0 })
}

/**
 * Counts a record as soon as it is on the disk, because the counting screen follows later and the browser writes
 * localStorage only after seconds.
 */
export function noteTap(device: CountsOwner & { deviceID: string }, seq: number): void {
  const counts = readLocalCounts(device)
  if (counts?.deviceID !== device.deviceID) return
  writeLocalCounts(device, { ...counts, unsent: counts.unsent + 1, seq: Math.max(counts.seq ?? 0, seq) })
}

/** The highest number given to a record of this device, as far as this browser remembers. */
export function highestGiven(device: CountsOwner & { deviceID: string }): number {
  const counts = readLocalCounts(device)
  return counts?.deviceID === device.deviceID ? (counts.seq ?? 0) : 0
}

export function noteRead(device: CountsOwner): void {
  const counts = readLocalCounts(device)
  if (counts) writeLocalCounts(device, { ...counts, lost: 0 })
}
