import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
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
  // A repeated sentence replaces its earlier toast.
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

export function showSuccess(message: string): void {
  hideFailures()
  show('good', null, message, 5_000)
}

/** Called after a sign-in or a success, which outdates earlier failures. */
export function hideFailures(): void {
  if (shown.some(({ tone }) => tone === 'bad')) set(shown.filter(({ tone }) => tone !== 'bad'))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear, announced by screen readers; once per app. */
export function Toasts({ label, close }: { label: string; close: string }) {
  const toasts = useSyncExternalStore(subscribe, () => shown)
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    // Without toasts nothing is measured, which would lay out the whole page once more.
    if (toasts.length === 0) return void delete dataset['toasts']
    dataset['toasts'] = ''
    // The space, px, that a page leaves free below what must not be covered.
    style.setProperty(
      '--br-toasts',
      `${innerHeight - (place.current?.getBoundingClientRect().top ?? innerHeight) + 12}px`,
    )
  }, [toasts])
  return (
    // A region inserted together with its text is not announced, so it is rendered empty.
    <div ref={place} className={styles.place} role="region" aria-live="polite" aria-label={label}>
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`${styles.toast} ${styles[toast.tone]}`}
          {...(toast.tone === 'bad' ? { role: 'alert' } : {})}
        >
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
