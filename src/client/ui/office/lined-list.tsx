import type { ReactNode } from 'react'
import styles from './lined-list.module.css'

/** Entries below each other with a line between them. */
export function LinedList({ of: List = 'ul', children }: { of?: 'ol' | 'ul'; children: ReactNode }) {
  return <List className={styles.lined}>{children}</List>
}
