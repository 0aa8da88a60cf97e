import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import type { SyncStatus } from '#client/offline/status.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
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
  const { t } = useTranslation('sync')
  const waits = unsentTotal(status)
  return (
    <>
      <PageHeader title={t('revoked')} right={chip} />
      <PageContent>
        <div className={styles.page}>
          <section className={styles.part}>
            <h2 className={styles.big}>{t('revokedTitle')}</h2>
            <p role="status">{waits === 0 ? t('isEmptied') : t('revokedSending', { what: unsentInWords(status) })}</p>
            {status.needsAttention === 0 ? null : (
              <p className={styles.answer}>{t('revokedNeedsYou', { count: status.needsAttention })}</p>
            )}
          </section>
          {waits === 0 ? null : (
            <Link className={styles.action} to={unsentPath}>
              {t('unsent')}
            </Link>
          )}
        </div>
      </PageContent>
    </>
  )
}
