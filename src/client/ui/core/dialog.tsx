import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './dialog.module.css'

interface DialogProps {
  opened: boolean
  /** Called on Esc, a tap outside, or the browser's back gesture. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** `sheet` slides in from the bottom of a phone, `side` is the menu. */
  from?: 'middle' | 'sheet' | 'side'
  /** Hides the title visually; it still labels the dialog. */
  quietTitle?: boolean
}

/**
 * The browser's own modal dialog. Mantine's would add 12 KiB to every driver's first load (dependencies.md, "Client
 * facts").
 */
export function Dialog({ opened, onClose, title, children, from = 'middle', quietTitle = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleID = useId()
  // Its content is never in the page while it is closed, and it is closed before it is removed, which restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null || !opened) return
    dialog.showModal()
    return () => dialog.close()
  }, [opened])
  return (
    <dialog
      ref={ref}
      className={`${styles.dialog} ${styles[from]}`}
      aria-labelledby={titleID}
      onCancel={(event) => {
        // React decides whether it is open, not the browser.
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {opened ? (
        <div className={styles.inside}>
          <h2 id={titleID} className={quietTitle ? 'visually-hidden' : styles.title}>
            {title}
          </h2>
          {children}
        </div>
      ) : null}
    </dialog>
  )
}
