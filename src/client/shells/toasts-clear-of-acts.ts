import { liftOver, TOAST_GAP } from './toast-place.ts'

/** How often the toasts look whether a bar of acts has come under them, ms: drawers slide in, bars come with what is ticked. */
const FOLLOW_MS = 200

/** Keeps the toasts above every bar marked `data-acts` for as long as they are shown. @returns ends it */
export function clearOfActs(toasts: HTMLElement): () => void {
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
  const bars = [...document.querySelectorAll('[data-acts]')].map((bar) => bar.getBoundingClientRect()).filter(({ width }) => width > 0)
  const foot = Number.parseFloat(document.documentElement.style.getPropertyValue('--br-foot')) || 0
  return { height: innerHeight, foot, toasts: toasts.getBoundingClientRect(), bars }
}
