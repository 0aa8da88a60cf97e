import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useLocation } from 'react-router-dom'
import type { RefusalCode } from '#domain/refusals.ts'
import type { SyncStatus } from '#client/offline/status.ts'
import { OfflineIcon } from '#client/ui/core/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/core/notice-bar.tsx'
import { InstallNotice } from './install-notice.tsx'
import { paths } from './paths.ts'
import { UpdateNotice } from './update-notice.tsx'

/** The session reached its 90 days. */
export const EXPIRED = 'session_expired' satisfies RefusalCode

interface DriverNoticesProps {
  status: SyncStatus | undefined
  businessName: string
  onSignIn: () => void
  /** See UpdateNotice. */
  onProbe: () => Promise<unknown>
}

/** Pickup pages on which stops are not recorded. */
const aside: readonly string[] = [paths.ready(), paths.unsent()]

/** What a driver must know on every page: the most urgent notice. */
export function DriverNotices({ status, businessName, onSignIn, onProbe }: DriverNoticesProps) {
  const { t } = useTranslation('app')
  const { pathname } = useLocation()
  if (status === undefined) return null
  if (status.kind === 'sign-in') {
    return (
      <NoticeBar
        tone="warn"
        icon={<OfflineIcon />}
        actions={<NoticeButton onClick={onSignIn}>{t('signInToSend')}</NoticeButton>}
      >
        {t(status.pauseCode === EXPIRED ? 'signInExpiredWhy' : 'signInToSendWhy')}
      </NoticeBar>
    )
  }
  if (status.kind === 'revoked') {
    return (
      <NoticeBar tone="bad" icon={<OfflineIcon />}>
        {t('revoked')}
      </NoticeBar>
    )
  }
  const idle = status.events + status.photos === 0
  // The install notice would cover the buttons at the foot while the driver records stops.
  const atWork =
    pathname.startsWith(paths.pickups()) && !aside.includes(pathname) && (!idle || status.lastSentAt !== null)
  return (
    <UpdateNotice
      idle={idle}
      needed={status.kind === 'update-needed'}
      onProbe={onProbe}
      otherwise={atWork ? null : <InstallNotice name={businessName} />}
    />
  )
}
