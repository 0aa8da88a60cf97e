import type { OfflinePorts } from './ports.ts'

/**
 * What of a phone is written down outside its databases. A browser short of room throws away all of them at once, the one that
 * would remember included; localStorage it leaves, so that a start without them can say what may be lost.
 */
export interface KeptOutside {
  deviceID: string
  /** Records and photos that were not sent when it was last written. */
  unsent: number
}

type Ports = Pick<OfflinePorts, 'keepsake'>

const keyOf = (userID: string) => `rr-kept-${userID}`

/** Null: this user was never here, or the browser keeps nothing at all. */
export function readKeptOutside({ keepsake }: Ports, userID: string): KeptOutside | null {
  try {
    const value = JSON.parse(keepsake?.getItem(keyOf(userID)) ?? 'null') as Partial<KeptOutside> | null
    return typeof value?.deviceID === 'string' ? { deviceID: value.deviceID, unsent: Number(value.unsent) || 0 } : null
  } catch {
    return null
  }
}

/** Never fails: what it is for is rare, and nothing else rests on it. */
export function keepOutside({ keepsake }: Ports, userID: string, kept: KeptOutside): void {
  try {
    keepsake?.setItem(keyOf(userID), JSON.stringify(kept))
  } catch {
    // Full or forbidden: then a loss is noticed by the databases alone.
  }
}
