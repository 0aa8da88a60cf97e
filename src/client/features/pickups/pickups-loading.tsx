import { PageContent } from '#client/ui/core/app-shell.tsx'
import styles from './pickups-page.module.css'

/** Placeholders of the coming content, in its places, so that nothing moves. */
export function PickupsLoading() {
  return (
    <PageContent wide>
      <div className={styles.page} aria-busy="true">
        <div className={styles.boneCard} />
        <div className={styles.column}>
          {[0, 1, 2, 3].map((row) => (
            <div key={row} className={styles.boneRow} />
          ))}
        </div>
      </div>
    </PageContent>
  )
}
