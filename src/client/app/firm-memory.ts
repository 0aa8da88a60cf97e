import { deviceStorage } from '#client/api/browser-storage.ts'

const KEY = 'rr-firm'

export interface KnownFirm {
  readonly name: string
  readonly logoUrl: string | null
}

/** The firm as last received; null on a new device. */
export function knownFirm(): KnownFirm | null {
  try {
    return JSON.parse(deviceStorage.getItem(KEY) ?? 'null') as KnownFirm | null
  } catch {
    return null
  }
}

export function rememberFirm({ name, logoUrl }: KnownFirm): void {
  deviceStorage.setItem(KEY, JSON.stringify({ name, logoUrl }))
}
