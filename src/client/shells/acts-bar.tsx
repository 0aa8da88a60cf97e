import type { ReactNode } from 'react'
import styles from './acts-bar.module.css'

interface ActsBarProps {
  children: ReactNode
  /** At the foot of a dialog or drawer, or of the page. */
  on?: 'dialog' | 'page'
  /** A press leaves the focus where it is: the box that is left would be judged, push the bar down, and the click would miss. */
  keepsFocus?: boolean
}

/** The one bar of Save and Cancel: it stays in sight while what is above it scrolls, and toasts stand clear of it. */
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
