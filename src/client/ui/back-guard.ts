/** Hears Back before the router does: window's listeners run in the order they were added, whatever their phase, so this stands at the app's start. */
type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null
addEventListener('popstate', (event) => guard?.(event))

/** Who is asked before a step back; null: nobody. */
export function guardBack(next: Guard | null): void {
  guard = next
}
