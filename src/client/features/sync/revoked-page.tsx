import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import type { SyncStatus } from '#client/offline/status.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import styles from './sync-page.module.css'

interface RevokedPageProps {
  status: SyncStatus
  chip: ReactNode
  unsentPath: string
}

/**
 * Replaces a driver's screens while a revoked phone sends its unsent events: its stops are deleted, and no run will be
 * fetched.
 */
export function RevokedPage({ status, chip, unsentPath }: RevokedPageProps) {
  const waits = unsentTotal(status)
  return (
    <>
      <PageHeader title={t('Blocked')} right={chip} />
      <PageContent>
        <div className={styles.page}>
          <section className={styles.part}>
            <h2 className={styles.big}>{t('The office has blocked this phone')}</h2>
            <p role="status">
              {waits === 0
                ? t('All sent. This phone is being cleared.')
                : t('Sending {{what}} to the office. Then this phone is cleared.', { what: unsentInWords(status) })}
            </p>
            {status.needsAttention === 0 ? null : (
              <p className={styles.answer}>
                {plural(
                  status.needsAttention,
                  '{{count}} of them needs you: open Unsent.',
                  '{{count}} of them need you: open Unsent.',
                )}
              </p>
            )}
          </section>
          {waits === 0 ? null : (
            <Link className={styles.action} to={unsentPath}>
              {t('Unsent')}
            </Link>
          )}
        </div>
      </PageContent>
    </>
  )
}
