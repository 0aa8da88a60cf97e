import type { ReactNode } from 'react'
import type { Translate } from '#client/ui/core/i18n.ts'
import { Link } from 'react-router-dom'
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
  const waits = status.events + status.photos
  return (
    <>
      <PageHeader title={t('revoked')} right={chip} />
      <PageContent>
        <div className={styles.page}>
          <section className={styles.part}>
            <h2 className={styles.big}>{t('revokedTitle')}</h2>
            <p role="status">
              {waits === 0 ? t('isEmptied') : t('revokedSending', { count: waits, what: whatWaits(t, status) })}
            </p>
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

function whatWaits(t: Translate<'sync'>, { events, photos }: SyncStatus): string {
  const records = t('recordsPart', { count: events })
  if (photos === 0) return records
  return events === 0
    ? t('photosPart', { count: photos })
    : t('bothParts', { records, photos: t('photosPart', { count: photos }) })
}
