import type { OfflinePorts } from './ports.ts'

/**
 * What of a phone is written down outside its databases. A browser short of room throws away all of them at once, the one that
 * would remember included; localStorage it leaves, so that a start without them can say what may be lost.
 */
export interface KeptOutside {
  deviceID: string
  /** Records and photos that were not sent when it was last written. */
  unsent: number
  /** Of databases before this one, until somebody has read it. */
  lost: number
}

interface Keeper {
  ports: Pick<OfflinePorts, 'keepsake'>
  userID: string
}

export const KEPT = 'rr-kept-'

/** Null: this user was never here, or the browser keeps nothing at all. */
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

/** Never fails: what it is for is rare, and nothing else rests on it. */
export function keepOutside({ ports, userID }: Keeper, kept: KeptOutside): void {
  try {
    ports.keepsake?.setItem(KEPT + userID, JSON.stringify(kept))
  } catch {
    // Full or forbidden: then a loss is noticed by the databases alone.
  }
}

/**
 * The count follows what waits, as long as it was read from the very database it is about: one that was lost and made anew under an
 * open page is empty, and would wipe out the only trace of what it held.
 */
export function noteUnsent(
  phone: Keeper & { deviceID: string },
  read: { deviceID: string | null; events: number; photos: number },
): void {
  const { deviceID } = phone
  if (read.deviceID === deviceID)
    keepOutside(phone, { deviceID, unsent: read.events + read.photos, lost: readKeptOutside(phone)?.lost ?? 0 })
}

/**
 * One record more, as soon as it is on the disk: the browser writes localStorage out seconds later, and the screen that
 * counts follows after that.
 */
export function noteTap(phone: Keeper & { deviceID: string }): void {
  const kept = readKeptOutside(phone)
  if (kept?.deviceID === phone.deviceID) keepOutside(phone, { ...kept, unsent: kept.unsent + 1 })
}

/** Somebody has read what may be lost. */
export function noteRead(phone: Keeper): void {
  const kept = readKeptOutside(phone)
  if (kept) keepOutside(phone, { ...kept, lost: 0 })
}
