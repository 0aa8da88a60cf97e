import type { ReactNode } from 'react'
import styles from './pill.module.css'

/** One of several filters, pressed while it applies. */
export function Pill({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.pill} aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  )
}
