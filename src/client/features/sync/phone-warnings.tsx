import { useState } from 'react'
import { useTranslation } from '#client/ui/use-translation.ts'
import type { Phone } from '#client/offline/phone.ts'
import { AlertIcon } from '#client/ui/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/notice-bar.tsx'
import { clockOff } from './status-words.ts'
import { useSyncStatus } from './sync-status.ts'

/** What is wrong with the phone itself: its clock, its memory. Above every page of a driver. */
export function PhoneWarnings({ phone }: { phone: Phone }) {
  const { t } = useTranslation('sync')
  const status = useSyncStatus(phone)
  const [read, setRead] = useState(false)
  if (status === undefined) return null
  const minutes = clockOff(status)
  return (
    <>
      {minutes === null ? null : (
        <NoticeBar tone="warn" icon={<AlertIcon />}>
          {t('clockWrong', { minutes })}
        </NoticeBar>
      )}
      {status.lostBefore && !read ? (
        <NoticeBar tone="bad" icon={<AlertIcon />} actions={<NoticeButton onClick={() => setRead(true)}>{t('ok')}</NoticeButton>}>
          {t('lostBefore')}
        </NoticeBar>
      ) : null}
    </>
  )
}
