import type { ReactNode } from 'react'
import styles from './note.module.css'
import tones from './tones.module.css'

export function Note({ tone, children }: { tone: 'good' | 'warn' | 'bad'; children: ReactNode }) {
  return (
    <div className={`${styles.note} ${tones[tone]}`} role="status">
      {children}
    </div>
  )
}
