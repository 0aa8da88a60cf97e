import type { ReactNode } from 'react'
import styles from './notice-bar.module.css'
import tones from './tones.module.css'

interface NoticeBarProps {
  tone: 'good' | 'warn' | 'bad'
  icon: ReactNode
  children: ReactNode
  actions?: ReactNode
  /** 64 px high on a phone, for a short text that is not urgent. */
  short?: boolean
  role?: 'status' | 'alert'
}

/** One line about the whole app at the page's foot, announced when it appears. */
export function NoticeBar({ tone, icon, children, actions, short = false, role = 'status' }: NoticeBarProps) {
  return (
    <section className={`${styles.bar} ${tones[tone]} ${short ? styles.short : ''}`} role={role}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.text}>{children}</div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </section>
  )
}

export function NoticeButton({
  onClick,
  children,
  quiet = false,
}: {
  onClick: () => void
  children: ReactNode
  quiet?: boolean
}) {
  return (
    <button type="button" className={quiet ? `${styles.button} ${styles.quiet}` : styles.button} onClick={onClick}>
      {children}
    </button>
  )
}
