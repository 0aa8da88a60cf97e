import { FirmNotice } from './firm-notice.tsx'
import styles from './firm-notice.module.css'
import { useOffice } from './office.tsx'
import { useToday } from './today.ts'

/**
 * The firm's notice above every page of a customer. The profile may be of an earlier visit, so the last day is checked.
 */
export function CustomerNotice() {
  const { notice } = useOffice().profile.business
  const today = useToday()
  return notice && today <= notice.until ? (
    <div className={styles.above}>
      <FirmNotice text={notice.text} />
    </div>
  ) : null
}
