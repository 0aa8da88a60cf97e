/** A start that shows nothing of its own (a page of words, a failure) keeps nobody waiting for longer, ms. */
const LONGEST_MS = 3000

/** The screen is painted and the finger is on its way: on a slow phone its tap is answered late when anything else begins now, ms. */
const FIRST_TAP_MS = 500

let isShown = false
let isOver = false
const waiting = new Set<() => void>()

/** A screen with something to work on stands: what could wait for its first painting, and the first tap, may begin. */
export function screenIsShown(): void {
  if (isShown) return
  isShown = true
  afterPaint(() => setTimeout(over, FIRST_TAP_MS))
}

/** The screen has nothing to work on: nobody is about to tap, so what waits begins at once. */
export function screenIsEmpty(): void {
  afterPaint(over)
}

function over(): void {
  isOver = true
  for (const begin of waiting) begin()
  waiting.clear()
}

/** Whether this page has shown a screen: only its first one is in a hurry. */
export const hasShownScreen = () => isShown

/** Resolves once the first screen is painted and could be tapped. On a slow phone all that runs before is time a driver waits. */
export function firstScreen(): Promise<void> {
  return new Promise((resolve) => {
    if (isOver) return afterPaint(resolve)
    waiting.add(resolve)
    setTimeout(resolve, LONGEST_MS)
  })
}

/** Calls back when the browser has painted what stands now. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
