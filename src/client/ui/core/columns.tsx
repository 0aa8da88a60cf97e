import type { ReactNode } from 'react'
import styles from './columns.module.css'

/** Two columns on a wide screen, the first above the second on a narrow one. The page's content is `wide`. */
export function Columns({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{first}</div>
      <div className={styles.column}>{second}</div>
    </div>
  )
}
