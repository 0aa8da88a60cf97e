const KEY = 'rr-firm'

/** Of the business, what every page shows before anybody has answered. */
export interface KnownFirm {
  readonly name: string
  readonly logoUrl: string | null
}

/** As last heard on this device; null on a new one. */
export function knownFirm(): KnownFirm | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as KnownFirm | null
  } catch {
    return null
  }
}

export function rememberFirm({ name, logoUrl }: KnownFirm): void {
  localStorage.setItem(KEY, JSON.stringify({ name, logoUrl }))
}
