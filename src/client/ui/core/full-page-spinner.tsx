import styles from './full-page.module.css'

/** `label` is read aloud and not shown. */
export function FullPageSpinner({ label }: { label: string }) {
  return (
    <div className={styles.page} role="status" aria-label={label}>
      <span className={styles.spinner} aria-hidden="true" />
    </div>
  )
}
