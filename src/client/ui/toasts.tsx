import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { liftOver, TOAST_GAP } from './toast-place.ts'
import styles from './toasts.module.css'

interface Toast {
  readonly id: number
  readonly title: string | null
  readonly message: string
  readonly tone: 'bad' | 'good'
}

let shown: readonly Toast[] = []
let nextID = 1
const listeners = new Set<() => void>()

function set(toasts: readonly Toast[]): void {
  shown = toasts
  for (const listener of listeners) listener()
}

function show(tone: Toast['tone'], title: string | null, message: string, forMs: number): void {
  // The same sentence again is the same trouble: one line of it is enough.
  const others = shown.filter((toast) => toast.message !== message || toast.title !== title)
  const id = nextID++
  set([...others.slice(-3), { id, title, message, tone }])
  setTimeout(() => hideToast(id), forMs)
}

function hideToast(id: number): void {
  set(shown.filter((toast) => toast.id !== id))
}

/** The red toast of spec 8, bottom-right. @param title 'An error occurred.' @param message the server's sentence */
export function showFailure(title: string, message: string): void {
  show('bad', title, message, 10_000)
}

/** A short word that something worked. */
export function showSuccess(message: string): void {
  show('good', null, message, 5_000)
}

/** How often the toasts look whether a bar of acts has come under them, ms. */
const FOLLOW_MS = 200

function screenWith(toasts: HTMLElement) {
  const bars = [...document.querySelectorAll('[data-acts]')].map((bar) => bar.getBoundingClientRect()).filter(({ width }) => width > 0)
  const foot = Number.parseFloat(document.documentElement.style.getPropertyValue('--br-foot')) || 0
  return { height: innerHeight, foot, toasts: toasts.getBoundingClientRect(), bars }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear, bottom-right, read aloud as they come. Once per app. */
export function Toasts({ label, close }: { label: string; close: string }) {
  const toasts = useSyncExternalStore(subscribe, () => shown)
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    // Not measured where there is none: at the start of the app it would lay out the whole page once more.
    if (toasts.length === 0) return void delete dataset['toasts']
    dataset['toasts'] = ''
    const put = () => {
      const box = place.current
      if (box === null) return
      style.setProperty('--br-lift', `${liftOver(screenWith(box))}px`)
      // A page that must not be covered leaves this much room, px.
      style.setProperty('--br-toasts', `${innerHeight - box.getBoundingClientRect().top + TOAST_GAP}px`)
    }
    put()
    // Drawers slide in, bars come and go with what is ticked.
    const clock = setInterval(put, FOLLOW_MS)
    addEventListener('resize', put)
    addEventListener('scroll', put, { capture: true, passive: true })
    return () => {
      clearInterval(clock)
      removeEventListener('resize', put)
      removeEventListener('scroll', put, { capture: true })
    }
  }, [toasts])
  return (
    // The region stands empty from the start: one that comes together with its text is not announced.
    <div ref={place} className={styles.place} role="region" aria-live="polite" aria-label={label}>
      {toasts.map((toast) => (
        <div key={toast.id} className={`${styles.toast} ${styles[toast.tone]}`} {...(toast.tone === 'bad' ? { role: 'alert' } : {})}>
          <div className={styles.text}>
            {toast.title === null ? null : <strong>{toast.title}</strong>}
            <div>{toast.message}</div>
          </div>
          <button type="button" className={styles.close} aria-label={close} onClick={() => hideToast(toast.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
