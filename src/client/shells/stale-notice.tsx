import { ServerFailed, whyStale } from '#client/api/query-client.ts'
import { Button } from '#client/ui/core/button.tsx'
import { OfflineNotice } from '#client/ui/core/offline-notice.tsx'
import { t } from '#client/ui/core/texts.ts'
import styles from './stale-notice.module.css'

interface StaleNoticeProps {
  /** The error of the query whose answer the screen shows. */
  error: Error | null
  onRetry: () => unknown
  /** Replaces the default text: the age of what is shown. */
  why?: { noSignal: string; server: string }
  /** In the place of one figure; the screen's own notice shows a lost connection. */
  inline?: boolean
}

/**
 * Why a screen or a part of it shows no fresh answer: no signal, or the server's words, with a retry button. Queries
 * asked `inPlace` leave their failures to it.
 */
export function StaleNotice({ error, onRetry, why, inline = false }: StaleNoticeProps) {
  const stale = whyStale(error)
  if (error === null || stale === null) return null
  if (stale === 'no-signal')
    return inline ? null : (
      <OfflineNotice
        title={t(why === undefined ? 'This screen needs a connection' : 'No connection')}
        why={why?.noSignal ?? t('It will reload when you’re back online.')}
      />
    )
  const again = (
    <Button compact variant="default" onClick={() => void onRetry()}>
      {t('Try again')}
    </Button>
  )
  if (error instanceof ServerFailed && !inline)
    return (
      <OfflineNotice title={t('The server isn’t answering')} why={why?.server ?? error.message}>
        {again}
      </OfflineNotice>
    )
  return (
    <div className={inline ? styles.inline : styles.notice} role="status">
      <span className={styles.words}>{error.message}</span>
      {again}
    </div>
  )
}
