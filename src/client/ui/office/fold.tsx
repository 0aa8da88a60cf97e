import { type ReactNode, useState } from 'react'
import styles from './fold.module.css'

interface FoldProps {
  summary: ReactNode
  opened?: boolean
  /** Rendered only while open, because it may be long. */
  children: () => ReactNode
}

/** Words that open what is below them. */
export function Fold({ summary, opened = false, children }: FoldProps) {
  const [shown, setShown] = useState(opened)
  return (
    <details className={styles.fold} open={shown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>{summary}</summary>
      {shown ? children() : null}
    </details>
  )
}
