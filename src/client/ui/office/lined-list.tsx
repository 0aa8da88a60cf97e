import type { ReactNode } from 'react'
import styles from './lined-list.module.css'

/** Entries below each other with a line between them. */
export function LinedList({ as: List = 'ul', children }: { as?: 'ol' | 'ul'; children: ReactNode }) {
  return <List className={styles.lined}>{children}</List>
}
