import { useSyncExternalStore } from 'react'

/** `ready`: a new version waits to be let in. `reload-needed`: another window let it in. */
export type UpdateState = 'none' | 'ready' | 'applying' | 'reload-needed'

let state: UpdateState = 'none'
let apply: () => void = () => undefined
let look: () => void = () => undefined
let wanted = false
const listeners = new Set<() => void>()

/** Told by the registration (pwa.ts). @param how what letting the new version in takes */
export function setUpdate(next: UpdateState, how?: () => void): void {
  state = next
  if (how !== undefined) apply = how
  for (const listener of listeners) listener()
  if (next === 'ready' && wanted) apply()
}

/** How to ask the server for a newer version. */
export function setUpdateCheck(check: () => void): void {
  look = check
}

/** Lets the new version in; the page reloads with it. One that is not here yet is fetched, and let in when it is. */
export function applyUpdate(): void {
  if (state === 'ready' || state === 'reload-needed') return apply()
  wanted = true
  look()
}

export function useUpdate(): UpdateState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}
