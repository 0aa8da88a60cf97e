import { liftOver, TOAST_GAP } from './toast-place.ts'

/** How often the toasts check for a bar under them, ms: drawers slide in, and selecting rows shows a bar. */
const FOLLOW_MS = 200

/**
 * Keeps the toasts above every bar marked `data-acts`. Separate from the toasts, so that a driver's phone, which has no
 * such bars, does not load it.
 */
export function keepToastsClearOfActs(): void {
  const root = document.documentElement
  let stop: (() => void) | null = null
  new MutationObserver(() => {
    const toasts = document.querySelector<HTMLElement>('[role=region][aria-live=polite]')
    const areShown = 'toasts' in root.dataset && toasts !== null
    if (areShown && stop === null) stop = follow(toasts)
    else if (!areShown) {
      stop?.()
      stop = null
    }
  }).observe(root, { attributeFilter: ['data-toasts'] })
}

/** @returns a function that ends it */
function follow(toasts: HTMLElement): () => void {
  const { style } = document.documentElement
  const put = () => {
    style.setProperty('--br-lift', `${liftOver(screenWith(toasts))}px`)
    style.setProperty('--br-toasts', `${innerHeight - toasts.getBoundingClientRect().top + TOAST_GAP}px`)
  }
  put()
  const clock = setInterval(put, FOLLOW_MS)
  addEventListener('resize', put)
  addEventListener('scroll', put, { capture: true, passive: true })
  return () => {
    clearInterval(clock)
    removeEventListener('resize', put)
    removeEventListener('scroll', put, { capture: true })
  }
}

function screenWith(toasts: HTMLElement) {
  const bars = [...document.querySelectorAll('[data-acts]')]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ width }) => width > 0)
  const foot = Number.parseFloat(document.documentElement.style.getPropertyValue('--br-foot')) || 0
  return { height: innerHeight, foot, toasts: toasts.getBoundingClientRect(), bars }
}
