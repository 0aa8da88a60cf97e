import type { ReactNode } from 'react'
import styles from './note.module.css'

/** A coloured box with a message inside a page. */
export function Note({ tone, children }: { tone: 'good' | 'warn' | 'bad'; children: ReactNode }) {
  return (
    <div className={`${styles.note} ${styles[tone]}`} role="status">
      {children}
    </div>
  )
}
