import type { OfflinePorts } from './ports.ts'

/**
 * What is stored outside the phone's databases, in localStorage. A browser short of space deletes all databases of an
 * origin at once, including one that would remember the others; localStorage survives, so that the next start can
 * report what may be lost.
 */
export interface KeptOutside {
  deviceID: string
  /** Unsent records and photos at the last write. */
  unsent: number
  /** The same of earlier, lost databases, until the driver has read the notice. */
  lost: number
}

interface Keeper {
  ports: Pick<OfflinePorts, 'keepsake'>
  userID: string
}

export const KEPT = 'rr-kept-'

/** Null: this user was never here, or the browser stores nothing. */
export function readKeptOutside({ ports, userID }: Keeper): KeptOutside | null {
  try {
    const value = JSON.parse(ports.keepsake?.getItem(KEPT + userID) ?? 'null') as Partial<KeptOutside> | null
    return typeof value?.deviceID === 'string'
      ? { deviceID: value.deviceID, unsent: Number(value.unsent) || 0, lost: Number(value.lost) || 0 }
      : null
  } catch {
    return null
  }
}

/** Never throws: nothing else depends on it. */
export function keepOutside({ ports, userID }: Keeper, kept: KeptOutside): void {
  try {
    ports.keepsake?.setItem(KEPT + userID, JSON.stringify(kept))
  } catch {
    // Full or forbidden: a loss is then noticed by the databases alone.
  }
}

/**
 * Updates the count, if it was read from the database it is about: a database that was lost and created again under an
 * open page is empty, and would overwrite the only record of what was lost.
 */
export function noteUnsent(
  device: Keeper & { deviceID: string },
  read: { deviceID: string | null; events: number; photos: number },
): void {
  const { deviceID } = device
  if (read.deviceID === deviceID)
    keepOutside(device, { deviceID, unsent: read.events + read.photos, lost: readKeptOutside(device)?.lost ?? 0 })
}

/**
 * Counts one more record as soon as it is on the disk: the browser writes localStorage seconds later, and the screen
 * that counts follows after that.
 */
export function noteTap(device: Keeper & { deviceID: string }): void {
  const kept = readKeptOutside(device)
  if (kept?.deviceID === device.deviceID) keepOutside(device, { ...kept, unsent: kept.unsent + 1 })
}

/** The driver has read the notice about lost records. */
export function noteRead(device: Keeper): void {
  const kept = readKeptOutside(device)
  if (kept) keepOutside(device, { ...kept, lost: 0 })
}
