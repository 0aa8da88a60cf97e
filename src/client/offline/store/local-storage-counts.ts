import type { OfflinePorts } from '../ports.ts'

/**
 * What is stored outside the phone's databases, in localStorage. A browser short of space deletes all databases of an
 * origin at once, including one that would remember the others; localStorage survives, so that the next start can
 * report what may be lost.
 */
export interface LocalCounts {
  deviceID: string
  /** Unsent records and photos at the last write. */
  unsent: number
  /** The same of earlier, lost databases, until the driver has read the notice. */
  lost: number
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
      ? { deviceID: value.deviceID, unsent: Number(value.unsent) || 0, lost: Number(value.lost) || 0 }
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
    // Full or forbidden: a loss is then noticed by the databases alone.
  }
}

/**
 * Updates the count, if it was read from the database it is about: a database that was lost and created again under an
 * open page is empty, and would overwrite the only record of what was lost.
 */
export function noteUnsent(
  device: CountsOwner & { deviceID: string },
  read: { deviceID: string | null; events: number; photos: number },
): void {
  const { deviceID } = device
  if (read.deviceID === deviceID)
    writeLocalCounts(device, { deviceID, unsent: read.events + read.photos, lost: readLocalCounts(device)?.lost ?? 0 })
}

/**
 * Counts one more record as soon as it is on the disk: the browser writes localStorage seconds later, and the screen
 * that counts follows after that.
 */
export function noteTap(device: CountsOwner & { deviceID: string }): void {
  const counts = readLocalCounts(device)
  if (counts?.deviceID === device.deviceID) writeLocalCounts(device, { ...counts, unsent: counts.unsent + 1 })
}

/** The driver has read the notice about lost records. */
export function noteRead(device: CountsOwner): void {
  const counts = readLocalCounts(device)
  if (counts) writeLocalCounts(device, { ...counts, lost: 0 })
}
