import { OfflineIcon } from './icons.tsx'
import styles from './offline-notice.module.css'

/** Inside an online-only page: there is no connection; it comes back by itself. */
export function OfflineNotice({ title, why }: { title: string; why: string }) {
  return (
    <div className={styles.notice} role="status">
      <OfflineIcon size={32} />
      <div>
        <strong>{title}</strong>
        <p>{why}</p>
      </div>
    </div>
  )
}
