import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { StaleNotice } from './stale-notice.tsx'
import styles from './report-card.module.css'

interface ReportCardProps {
  to: string
  title: string
  when: string
  figure: ReactNode
  query: { error: Error | null; refetch: () => unknown }
}

/** A figure of /reports, leading to its report. It says why its figure is missing, and the others stay. */
export function ReportCard({ to, title, when, figure, query: { error, refetch } }: ReportCardProps) {
  return (
    <div className={styles.card}>
      <Link to={to} className={styles.link}>
        <span className={styles.title}>{title}</span>
        <span className={styles.figure}>{figure}</span>
        <span className={styles.when}>{when}</span>
      </Link>
      <StaleNotice inline error={error} onRetry={refetch} />
    </div>
  )
}
