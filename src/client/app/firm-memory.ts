const KEY = 'rr-firm'

/** What every page shows of the business before the first answer of the server. */
export interface KnownFirm {
  readonly name: string
  readonly logoUrl: string | null
}

/** As last received on this device; null on a new one. */
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
