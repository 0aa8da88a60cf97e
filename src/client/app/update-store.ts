import { useSyncExternalStore } from 'react'

/**
 * `ready`: a new version waits to be let in. `reload-needed`: another window let it in.
 * `none-newer`: one was asked for, and the server has none.
 */
export type UpdateState = 'none' | 'ready' | 'applying' | 'reload-needed' | 'none-newer'

let state: UpdateState = 'none'
let apply: () => void = () => undefined
let look: () => Promise<boolean> = async () => false
let wanted = false
const listeners = new Set<() => void>()

/** Told by the registration (pwa.ts). @param how what letting the new version in takes */
export function setUpdate(next: UpdateState, how?: () => void): void {
  state = next
  if (how !== undefined) apply = how
  for (const listener of listeners) listener()
  if (next === 'ready' && wanted) apply()
}

/** How to ask the server for a newer version. @param check answers whether one is on its way */
export function setUpdateCheck(check: () => Promise<boolean>): void {
  look = check
}

/** Lets the new version in; the page reloads with it. One that is not here yet is fetched, and let in when it is. */
export async function applyUpdate(): Promise<void> {
  if (state === 'ready' || state === 'reload-needed') return apply()
  wanted = true
  const coming = await look()
  // It may have come while the answer was on its way.
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
