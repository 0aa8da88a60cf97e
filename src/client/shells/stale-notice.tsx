import { whyStale } from '#client/api/query-client.ts'
import { Button } from '#client/ui/core/button.tsx'
import { OfflineNotice } from '#client/ui/core/offline-notice.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

interface StaleNoticeProps {
  /** The error of the query whose answer the screen shows. */
  error: Error | null
  onRetry: () => unknown
  /** Replaces the default text: the age of what is shown. */
  why?: { noSignal: string; server: string }
}

/** Why a screen shows no fresh answer: no signal, or a server error, with a retry button. */
export function StaleNotice({ error, onRetry, why }: StaleNoticeProps) {
  const { t } = useTranslation('shells')
  const stale = whyStale(error)
  if (stale === null) return null
  if (stale === 'no-signal') return <OfflineNotice title={t('notNow')} why={why?.noSignal ?? t('comesBack')} />
  return (
    <OfflineNotice title={t('serverFailed')} why={why?.server ?? t('serverFailedHow')}>
      <Button compact variant="default" onClick={() => void onRetry()}>
        {t('tryAgain')}
      </Button>
    </OfflineNotice>
  )
}
