import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Device } from '#client/offline/store/device.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './unprotected-note.module.css'

/**
 * Whether the browser may delete all that this phone saved once its disk is full, because it has not promised to keep
 * it. False until the browser has answered.
 */
export function useUnprotected({ ports }: Device): boolean {
  const [isUnprotected, setUnprotected] = useState(false)
  useEffect(() => {
    ports.persisted?.().then(
      (isPersisted) => setUnprotected(!isPersisted),
      () => undefined,
    )
  }, [ports])
  return isUnprotected
}

/** Says before anything is lost that it may be. @param to the page that says what helps */
export function UnprotectedNote({ device, to }: { device: Device; to: string }) {
  const { t } = useTranslation('sync')
  if (!useUnprotected(device)) return null
  return (
    <p className={styles.note}>
      {t('unprotected')} <Link to={to}>{t('unprotectedHelp')}</Link>
    </p>
  )
}
