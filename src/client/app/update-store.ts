import { useSyncExternalStore } from 'react'

/**
 * `ready`: a new version waits to be activated. `reload-needed`: another window activated it. `none-newer`: the server
 * was asked and has no newer one.
 */
export type UpdateState = 'none' | 'ready' | 'applying' | 'reload-needed' | 'none-newer'

let state: UpdateState = 'none'
let apply: () => void = () => undefined
let look: () => Promise<boolean> = async () => false
let wanted = false
const listeners = new Set<() => void>()

/** Called by pwa.ts. @param how activates the new version */
export function setUpdate(next: UpdateState, how?: () => void): void {
  state = next
  if (how !== undefined) apply = how
  for (const listener of listeners) listener()
  if (next === 'ready' && wanted) apply()
}

/** @param check asks the server for a newer version; returns whether one is being installed */
export function setUpdateCheck(check: () => Promise<boolean>): void {
  look = check
}

/** Activates the new version, which reloads the page; fetches it first if necessary. */
export async function applyUpdate(): Promise<void> {
  if (state === 'ready' || state === 'reload-needed') return apply()
  wanted = true
  const coming = await look()
  // The version may have arrived during the check.
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
