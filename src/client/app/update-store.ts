import { useSyncExternalStore } from 'react'

/**
 * `ready`: a new version waits to be activated. `reload-needed`: another window activated it. `none-newer`: a check was
 * requested, and the server has no newer one.
 */
export type UpdateState = 'none' | 'ready' | 'applying' | 'reload-needed' | 'none-newer'

let state: UpdateState = 'none'
let apply: () => void = () => undefined
let look: () => Promise<boolean> = async () => false
let wanted = false
const listeners = new Set<() => void>()

/** Called by the registration (pwa.ts). @param how activates the new version */
export function setUpdate(next: UpdateState, how?: () => void): void {
  state = next
  if (how !== undefined) apply = how
  for (const listener of listeners) listener()
  if (next === 'ready' && wanted) apply()
}

/** Sets how to ask the server for a newer version. @param check returns whether one is being installed */
export function setUpdateCheck(check: () => Promise<boolean>): void {
  look = check
}

/** Activates the new version; the page reloads with it. One that is not here yet is fetched first. */
export async function applyUpdate(): Promise<void> {
  if (state === 'ready' || state === 'reload-needed') return apply()
  wanted = true
  const coming = await look()
  // It may have arrived during the check.
  if (state === 'none' || state === 'none-newer') setUpdate(coming ? 'none' : 'none-newer')
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
