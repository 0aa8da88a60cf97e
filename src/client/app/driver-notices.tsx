import { useTranslation } from '#client/ui/use-translation.ts'
import type { SyncStatus } from '#client/offline/status.ts'
import { OfflineIcon } from '#client/ui/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/notice-bar.tsx'
import { InstallNotice } from './install-notice.tsx'
import { UpdateNotice } from './update-notice.tsx'

interface DriverNoticesProps {
  status: SyncStatus | undefined
  businessName: string
  onSignIn: () => void
}

/** What a driver must know on every page, one thing at a time: the most pressing first. */
export function DriverNotices({ status, businessName, onSignIn }: DriverNoticesProps) {
  const { t } = useTranslation('app')
  if (status === undefined) return null
  if (status.kind === 'sign-in') {
    return (
      <NoticeBar tone="warn" icon={<OfflineIcon />} actions={<NoticeButton onClick={onSignIn}>{t('signInToSend')}</NoticeButton>}>
        {t('signInToSendWhy')}
      </NoticeBar>
    )
  }
  const idle = status.events + status.photos === 0
  return (
    <>
      <UpdateNotice idle={idle} needed={status.kind === 'update-needed'} />
      <InstallNotice name={businessName} />
    </>
  )
}
