import type { ReactNode } from 'react'
import { useTranslation } from '#client/ui/use-translation.ts'
import { noteRead } from '#client/offline/kept-outside.ts'
import type { Phone } from '#client/offline/phone.ts'
import { AlertIcon } from '#client/ui/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/notice-bar.tsx'
import { clockOff, spanText } from './status-words.ts'
import { useSyncStatus } from './sync-status.ts'

interface PhoneWarningsProps {
  phone: Phone
  /** The database failed several times in a row, and nothing is tried any more. */
  broken?: boolean
  /** The app is installed: nobody need be told to do it. */
  installed?: boolean
  onTryAgain?: () => void
  /** What may be said where nothing is wrong. */
  otherwise?: ReactNode
}

/** What is wrong with the phone itself, the worst first; at its foot stands one thing at a time. */
export function PhoneWarnings({ phone, broken = false, installed = false, onTryAgain = () => undefined, otherwise = null }: PhoneWarningsProps) {
  const { t } = useTranslation('sync')
  const status = useSyncStatus(phone)
  if (status === undefined) return null
  const { kind, lostBefore } = status
  const minutes = clockOff(status)
  if (broken) {
    return (
      <NoticeBar short tone="bad" icon={<AlertIcon />} actions={<NoticeButton onClick={onTryAgain}>{t('tryAgain')}</NoticeButton>}>
        {t('storageBroken')}
      </NoticeBar>
    )
  }
  if (lostBefore) {
    const read = () => {
      noteRead(phone)
      void phone.db.meta.delete('lostBefore')
    }
    return (
      <NoticeBar short tone="bad" icon={<AlertIcon />} actions={<NoticeButton onClick={read}>{t('ok')}</NoticeButton>}>
        {lostBefore.unsent > 0 ? t('lostUnsent', { count: lostBefore.unsent }) : [t('lostBefore'), ...(installed ? [] : [t('installAgainst')])].join(' ')}
      </NoticeBar>
    )
  }
  // While nothing is sent, what to do about that goes before.
  if (minutes === null || kind === 'sign-in' || kind === 'update-needed' || kind === 'revoked') return otherwise
  return (
    <NoticeBar short tone="warn" icon={<AlertIcon />}>
      {t('clockWrong', { span: spanText(t, minutes) })}
    </NoticeBar>
  )
}
