import type { ReactNode } from 'react'
import styles from './notice-bar.module.css'
import tones from './tones.module.css'

interface NoticeBarProps {
  tone: 'good' | 'warn' | 'bad'
  icon: ReactNode
  children: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
  /** A short, not urgent text: 64 px high on a phone, so that it covers little of the page. */
  short?: boolean
}

/** One line at the page's foot about the whole app. It is announced when it appears. */
export function NoticeBar({ tone, icon, children, actions, short = false }: NoticeBarProps) {
  return (
    <section className={`${styles.bar} ${tones[tone]} ${short ? styles.short : ''}`} role="status">
      <span className={styles.icon}>{icon}</span>
      <div className={styles.text}>{children}</div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </section>
  )
}

/** A button of a notice, in the notice's colour. */
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
