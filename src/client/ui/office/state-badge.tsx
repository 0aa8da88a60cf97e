import type { ReactNode } from 'react'
import styles from './state-badge.module.css'
import tones from '#client/ui/core/tones.module.css'

/** A state in one word. Its text contrast is 7:1, which Mantine's light badges do not reach. */
export function StateBadge({ tone, children }: { tone: 'good' | 'warn' | 'bad' | 'rest'; children: ReactNode }) {
  return <span className={`${styles.badge} ${tones[tone]}`}>{children}</span>
}
