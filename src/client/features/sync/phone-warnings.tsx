import { useTranslation } from '#client/ui/use-translation.ts'
import type { Phone } from '#client/offline/phone.ts'
import { AlertIcon } from '#client/ui/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/notice-bar.tsx'
import { clockOff } from './status-words.ts'
import { useSyncStatus } from './sync-status.ts'

interface PhoneWarningsProps {
  phone: Phone
  /** The database failed several times in a row, and nothing is tried any more. */
  broken?: boolean
  onTryAgain?: () => void
}

/** What is wrong with the phone itself: its clock, its memory. Above every page of a driver. */
export function PhoneWarnings({ phone, broken = false, onTryAgain = () => undefined }: PhoneWarningsProps) {
  const { t } = useTranslation('sync')
  const status = useSyncStatus(phone)
  if (status === undefined) return null
  const minutes = clockOff(status)
  return (
    <>
      {minutes === null ? null : (
        <NoticeBar tone="warn" icon={<AlertIcon />}>
          {t('clockWrong', { minutes })}
        </NoticeBar>
      )}
      {broken ? (
        <NoticeBar tone="bad" icon={<AlertIcon />} actions={<NoticeButton onClick={onTryAgain}>{t('tryAgain')}</NoticeButton>}>
          {t('storageBroken')}
        </NoticeBar>
      ) : null}
      {status.lostBefore ? (
        <NoticeBar tone="bad" icon={<AlertIcon />} actions={<NoticeButton onClick={() => void phone.db.meta.delete('lostBefore')}>{t('ok')}</NoticeButton>}>
          {status.lostBefore.unsent > 0 ? t('lostUnsent', { count: status.lostBefore.unsent }) : t('lostBefore')}
        </NoticeBar>
      ) : null}
    </>
  )
}
