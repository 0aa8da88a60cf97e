import { LOOK_UPS } from '#client/api/query-client.ts'

/** Deleted at sign-out with the other look-ups: it contains customers' names. */
const KEY = `${LOOK_UPS}-searches`
const KEPT = 5

export function recentSearches(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function rememberSearch(keyword: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== keyword.toLowerCase())
  localStorage.setItem(KEY, JSON.stringify([keyword, ...others].slice(0, KEPT)))
}

export function forgetSearches(): void {
  localStorage.removeItem(KEY)
}
