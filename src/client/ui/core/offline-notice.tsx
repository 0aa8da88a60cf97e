import type { ReactNode } from 'react'
import { OfflineIcon } from './icons.tsx'
import styles from './offline-notice.module.css'

interface OfflineNoticeProps {
  title: string
  why: string
  children?: ReactNode
}

export function OfflineNotice({ title, why, children }: OfflineNoticeProps) {
  return (
    <div className={styles.notice} role="status">
      <OfflineIcon size={32} />
      <div className={styles.words}>
        <strong>{title}</strong>
        <p>{why}</p>
      </div>
      {children}
    </div>
  )
}
