import { Button } from '@mantine/core'
import { whyStale } from '#client/api/query-client.ts'
import { OfflineNotice } from '#client/ui/offline-notice.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'

interface StaleNoticeProps {
  /** Of the question the screen shows the answer of. */
  error: Error | null
  onRetry: () => unknown
  /** What is said instead of that it comes back: from when what is shown is. */
  why?: { noSignal: string; server: string }
}

/** Why a screen shows no fresh answer: no signal, or a server that failed, which can be asked again at once. */
export function StaleNotice({ error, onRetry, why }: StaleNoticeProps) {
  const { t } = useTranslation('shells')
  const stale = whyStale(error)
  if (stale === null) return null
  if (stale === 'no-signal') return <OfflineNotice title={t('notNow')} why={why?.noSignal ?? t('comesBack')} />
  return (
    <OfflineNotice title={t('serverFailed')} why={why?.server ?? t('serverFailedHow')}>
      <Button variant="default" onClick={() => void onRetry()}>
        {t('tryAgain')}
      </Button>
    </OfflineNotice>
  )
}
