import styles from './firm-notice.module.css'

export function FirmNotice({ text }: { text: string }) {
  return (
    <aside className={styles.notice} aria-label="Notice">
      {text}
    </aside>
  )
}
