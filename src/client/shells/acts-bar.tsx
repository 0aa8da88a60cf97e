import type { ReactNode } from 'react'
import styles from './acts-bar.module.css'

interface ActsBarProps {
  children: ReactNode
  /** At the foot of a dialog or drawer, or of the page. */
  on?: 'dialog' | 'page'
  /**
   * A press does not move the focus. Otherwise the blurred field would be validated, its error would move the bar, and
   * the click would miss.
   */
  keepsFocus?: boolean
}

/** The bar of Save and Cancel, which stays visible while the content scrolls. Toasts are placed above it. */
export function ActsBar({ children, on = 'dialog', keepsFocus = false }: ActsBarProps) {
  return (
    <div
      data-acts
      className={`${styles.bar} ${styles[on]}`}
      role="presentation"
      {...(keepsFocus ? { onMouseDown: (event) => event.preventDefault() } : {})}
    >
      {children}
    </div>
  )
}
