/** A start that shows no screen to work on (a text page, a failure) delays waiting work no longer than this, ms. */
const LONGEST_MS = 3000

/**
 * Delay after the first paint, ms: on a slow phone the first tap is answered late when other work begins at that
 * moment.
 */
const FIRST_TAP_MS = 500

let isShown = false
let isOver = false
const waiting = new Set<() => void>()

/** A usable screen is rendered: work that waited for its first paint and the first tap may begin. */
export function screenIsShown(): void {
  if (isShown) return
  isShown = true
  afterPaint(() => setTimeout(over, FIRST_TAP_MS))
}

/** The screen has nothing to tap, so waiting work begins at once. */
export function screenIsEmpty(): void {
  afterPaint(over)
}

function over(): void {
  isOver = true
  for (const begin of waiting) begin()
  waiting.clear()
}

/** Whether this page has shown a screen: only the first one delays other work. */
export const hasShownScreen = () => isShown

/**
 * Resolves once the first screen is painted and could be tapped. On a slow phone all work before that delays the
 * driver.
 */
export function firstScreen(): Promise<void> {
  return new Promise((resolve) => {
    if (isOver) return afterPaint(resolve)
    waiting.add(resolve)
    setTimeout(resolve, LONGEST_MS)
  })
}

/** Calls back when the browser has painted the current state. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
