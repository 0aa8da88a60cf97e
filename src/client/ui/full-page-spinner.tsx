import styles from './full-page.module.css'

/** While the app or a page is on its way. `label` is read aloud and not shown. */
export function FullPageSpinner({ label }: { label: string }) {
  return (
    <div className={styles.page} role="status" aria-label={label}>
      <span className={styles.spinner} aria-hidden="true" />
    </div>
  )
}
