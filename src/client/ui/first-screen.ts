/** A start that shows nothing of its own (a page of words, a failure) keeps nobody waiting for longer, ms. */
const LONGEST_MS = 3000

let isShown = false
const waiting = new Set<() => void>()

/** A screen with something to work on stands: what could wait for its first painting may begin. */
export function screenIsShown(): void {
  if (isShown) return
  isShown = true
  for (const begin of waiting) afterPaint(begin)
  waiting.clear()
}

/** Whether this page has shown a screen: only its first one is in a hurry. */
export const hasShownScreen = () => isShown

/** Resolves once the first screen is painted. On a slow phone all that runs before is time a driver looks at nothing. */
export function firstScreen(): Promise<void> {
  return new Promise((resolve) => {
    if (isShown) return afterPaint(resolve)
    waiting.add(resolve)
    setTimeout(resolve, LONGEST_MS)
  })
}

/** Calls back when the browser has painted what stands now. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
