import styles from './firm-notice.module.css'

/** What the firm tells its customers at the moment. */
export function FirmNotice({ text }: { text: string }) {
  return (
    <aside className={styles.notice} aria-label="Notice">
      {text}
    </aside>
  )
}
