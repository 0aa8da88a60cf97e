import { useTranslation } from '#client/ui/use-translation.ts'
import { Link } from 'react-router-dom'
import type { Phone } from '#client/offline/phone.ts'
import { useSyncStatus } from './sync-status.ts'
import { chipNews, chipText, chipTone } from './status-words.ts'
import styles from './status-chip.module.css'

/** Always in view: where the driver's work is. Leads to what waits. */
export function StatusChip({ phone, to }: { phone: Phone; to: string }) {
  const { t } = useTranslation('sync')
  const status = useSyncStatus(phone)
  return (
    <>
      {status === undefined ? (
        <span className={styles.place} />
      ) : (
        <Link to={to} className={styles.place}>
          <span className={`${styles.chip} ${styles[chipTone(status)]}`}>
            <span className={styles.dot} aria-hidden="true" />
            {chipText(t, status)}
          </span>
        </Link>
      )}
      <span role="status" className={styles.news}>
        {status === undefined ? '' : chipNews(t, status)}
      </span>
    </>
  )
}
