/** Longest delay of waiting work by a start without a screen to work on, ms. */
const LONGEST_MS = 3000

/** Delay after the first paint, ms, because other work would delay the answer to the first tap on a slow phone. */
const FIRST_TAP_MS = 500

let isShown = false
let isOver = false
const waiting = new Set<() => void>()

/** Called when a usable screen is rendered; waiting work may begin after its first paint and tap. */
export function screenIsShown(): void {
  if (isShown) return
  isShown = true
  afterPaint(() => setTimeout(over, FIRST_TAP_MS))
}

/** Called when the screen has nothing to tap; waiting work begins at once. */
export function screenIsEmpty(): void {
  afterPaint(over)
}

function over(): void {
  isOver = true
  for (const begin of waiting) begin()
  waiting.clear()
}

/** Whether this page has shown a screen; only the first one delays other work. */
export const hasShownScreen = () => isShown

/** Resolves once the first screen is painted and could be tapped. */
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
