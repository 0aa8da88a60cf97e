import { useEffect, useState } from 'react'
import { formatTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './run-page.module.css'

/**
 * Whether the shown state is current. A lost connection is announced by screen readers, the passing seconds are not.
 */
export function LiveNote({ at, lost }: { at: number; lost: boolean }) {
  const { t } = useTranslation('runPage')
  const seconds = useSecondsSince(at)
  return (
    <span className={styles.live}>
      <span role="status">{lost ? t('liveLost', { at: formatTime(new Date(at)) }) : ''}</span>
      {lost || at === 0 ? null : (
        <>
          <i className={styles.dot} aria-hidden="true" /> {t('liveSince', { seconds })}
        </>
      )}
    </span>
  )
}

function useSecondsSince(at: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(clock)
  }, [])
  return Math.max(0, Math.round((Math.max(now, at) - at) / 1000))
}
