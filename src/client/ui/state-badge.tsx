import type { ReactNode } from 'react'
import styles from './state-badge.module.css'

/** A state in one word, on a ground its ink is 7:1 on: Mantine's light badges miss that. */
export function StateBadge({ tone, children }: { tone: 'good' | 'warn' | 'bad' | 'rest'; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
}
