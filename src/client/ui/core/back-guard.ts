/**
 * Listens to Back before the router does. Window's listeners run in the order they were added, so this module is loaded
 * at the app's start.
 */
type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null
addEventListener('popstate', (event) => guard?.(event))

/** Sets the guard called before a step back; null: none. */
export function guardBack(next: Guard | null): void {
  guard = next
}
