import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { unsentTotal } from '#domain/unsent-count.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import type { SyncKind, SyncStatus } from '#client/offline/status.ts'
import { OfflineIcon } from '#client/ui/core/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/core/notice-bar.tsx'
import { t } from '#client/ui/core/texts.ts'
import { InstallNotice } from './install-notice.tsx'
import { paths } from './paths.ts'
import { UpdateNotice } from './update-notice.tsx'

/** The session reached its 90 days. */
export const EXPIRED = 'session_expired' satisfies RefusalCode

interface DriverNoticesProps {
  status: SyncStatus | undefined
  onSignIn: () => void
  /** See UpdateNotice. */
  onProbe: () => Promise<unknown>
  /** Shown at the foot where nothing is urgent and no stops are recorded. */
  offer: ReactNode
}

/** Pickup pages on which stops are not recorded. */
const aside: readonly string[] = [paths.ready(), paths.unsent()]

/** What a driver must know on every page, at its foot: the most urgent notice. */
export function DriverNotices({ status, onSignIn, onProbe, offer }: DriverNoticesProps) {
  const { pathname } = useLocation()
  if (status === undefined) return null
  if (status.kind === 'sign-in') {
    return (
      <NoticeBar
        tone="warn"
        icon={<OfflineIcon />}
        actions={<NoticeButton onClick={onSignIn}>{t('Sign in to send')}</NoticeButton>}
      >
        {t(
          status.pauseCode === EXPIRED
            ? 'You were signed in for 90 days. Please sign in again. Nothing you saved is lost.'
            : 'Please sign in again. Nothing you saved is lost.',
        )}
      </NoticeBar>
    )
  }
  if (status.kind === 'revoked') {
    return (
      <NoticeBar tone="bad" icon={<OfflineIcon />}>
        {t('The office has blocked this phone. What you recorded will still send automatically.')}
      </NoticeBar>
    )
  }
  if (status.kind === 'update-needed') return <UpdateNotice needed idle={false} onProbe={onProbe} />
  // An offer comes and goes with each record. Where stops are recorded it is in the flow of the page, so that it neither
  // moves nor covers a button.
  const recordsStops = pathname.startsWith(paths.pickups()) && !aside.includes(pathname)
  return recordsStops ? null : offer
}

const URGENT: readonly SyncKind[] = ['sign-in', 'revoked', 'update-needed']

/** What a driver is offered and can leave for later: a new version, once everything is sent, else to install the app. */
export function DriverOffer({ status, businessName }: { status: SyncStatus | undefined; businessName: string }) {
  if (status === undefined || URGENT.includes(status.kind)) return null
  return (
    <UpdateNotice idle={unsentTotal(status) + status.saving === 0} otherwise={<InstallNotice name={businessName} />} />
  )
}
