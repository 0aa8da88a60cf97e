import { tabStorage } from '#client/api/browser-storage.ts'
import { isInsideApp } from './paths.ts'

/** The address that led to the login. Only the same user returns to it. */
export interface CameFrom {
  from: string
  userID: string | null
}

const KEY = 'rr-came-from'

/** Keeps it in this tab while a provider's page is open. @param state of the login's location */
export function keepCameFrom(state: unknown): void {
  if (state === null || state === undefined) tabStorage.removeItem(KEY)
  else tabStorage.setItem(KEY, JSON.stringify(state))
}

/** Null: none was kept, or it is no address of this app. */
export function takeCameFrom(): CameFrom | null {
  const text = tabStorage.getItem(KEY)
  tabStorage.removeItem(KEY)
  try {
    const { from, userID } = JSON.parse(text ?? 'null') as CameFrom
    const url = new URL(from, window.location.origin)
    const isOurs = url.origin === window.location.origin && isInsideApp(url.pathname)
    return isOurs ? { from: url.pathname + url.search, userID } : null
  } catch {
    return null
  }
}
