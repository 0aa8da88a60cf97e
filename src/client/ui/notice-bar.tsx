import type { ReactNode } from 'react'
import styles from './notice-bar.module.css'

interface NoticeBarProps {
  tone: 'good' | 'warn' | 'bad'
  icon: ReactNode
  children: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
  /** Few words that are no hurry: 64 px high on a phone, so that the page keeps its room. */
  short?: boolean
}

/** One line at the page's foot that concerns the whole app. It is announced when it appears. */
export function NoticeBar({ tone, icon, children, actions, short = false }: NoticeBarProps) {
  return (
    <section className={`${styles.bar} ${styles[tone]} ${short ? styles.short : ''}`} role="status">
      <span className={styles.icon}>{icon}</span>
      <div className={styles.text}>{children}</div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </section>
  )
}

/** A button of a notice: coloured by the notice it stands in. */
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
