import { useSyncExternalStore } from 'react'

/** `ready`: a new version waits to be let in. `reload-needed`: another window let it in. */
export type UpdateState = 'none' | 'ready' | 'applying' | 'reload-needed'

let state: UpdateState = 'none'
let apply: () => void = () => location.reload()
const listeners = new Set<() => void>()

/** Told by the registration (pwa.ts). @param how what letting the new version in takes */
export function setUpdate(next: UpdateState, how?: () => void): void {
  state = next
  if (how !== undefined) apply = how
  for (const listener of listeners) listener()
}

/** Lets the new version in; the page reloads with it. */
export function applyUpdate(): void {
  apply()
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
