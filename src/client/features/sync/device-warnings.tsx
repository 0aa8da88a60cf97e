import { useState, type ReactNode } from 'react'
import { unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { noteRead } from '#client/offline/store/device-database.ts'
import type { StorageTrouble } from '#client/offline/sync.ts'
import type { Device } from '#client/offline/store/device.ts'
import { AlertIcon } from '#client/ui/core/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/core/notice-bar.tsx'
import { clockOff, spanText } from './status-words.ts'
import { useSyncStatus } from './sync-status.ts'
import { useUnprotected } from './unprotected-note.tsx'

type Read = 'lost' | 'restored' | 'clock'

interface DeviceWarningsProps {
  device: Device
  /** The database failed several times in a row. It is tried again automatically. */
  trouble?: StorageTrouble | null
  /** The app is installed and needs no install notice. */
  installed?: boolean
  onTryAgain?: () => void
  otherwise?: ReactNode
}

/** The most severe warning about the phone itself. */
export function DeviceWarnings({
  device,
  trouble = null,
  installed = false,
  onTryAgain = () => undefined,
  otherwise = null,
}: DeviceWarningsProps) {
  const { t } = useTranslation('sync')
  const status = useSyncStatus(device)
  const isUnprotected = useUnprotected(device)
  // The warning is hidden at once, even if the phone can't store that.
  const [read, setRead] = useState<readonly Read[]>([])
  const isRead = (what: Read) => read.includes(what)
  const putAway = (what: Read) => setRead((before) => [...before, what])
  if (status === undefined) return null
  const { kind, lostBefore, restored, onlyInJournal } = status
  const minutes = clockOff(status)
  if (trouble !== null || onlyInJournal > 0) {
    // Records go into the journal alone; once it is full, taps are refused.
    const words = onlyInJournal === 0 && trouble !== 'full' ? 'storageBroken' : 'storageFull'
    return (
      <Warning tone="bad" answer={t('tryAgain')} onAnswer={onTryAgain}>
        {status.database !== 'deleted'
          ? t(onlyInJournal > 0 && !device.journal.isMissing && !isUnprotected ? 'storageFullSaved' : words)
          : t(unsentTotal(status) > 0 ? 'storageDeleted' : 'storageDeletedSent', { what: unsentInWords(status) })}
      </Warning>
    )
  }
  if (lostBefore && !isRead('lost')) {
    const onRead = () => {
      putAway('lost')
      noteRead(device)
      device.db.meta.delete('lostBefore').catch(() => undefined)
    }
    return (
      <Warning tone="bad" answer={t('ok')} onAnswer={onRead}>
        {lostBefore.unsent > 0
          ? t('lostUnsent', { count: lostBefore.unsent })
          : [t('lostBefore'), ...(installed ? [] : [t('installAgainst')])].join(' ')}
      </Warning>
    )
  }
  if (restored !== null && !isRead('restored')) {
    const onRead = () => {
      putAway('restored')
      device.db.meta.delete('restored').catch(() => undefined)
    }
    return (
      <Warning tone="warn" answer={t('ok')} onAnswer={onRead}>
        {t('restored', { count: restored })}
      </Warning>
    )
  }
  // While sending is paused, the notice about that takes precedence.
  if (minutes === null || isRead('clock') || kind === 'sign-in' || kind === 'update-needed' || kind === 'revoked')
    return otherwise
  return (
    <Warning tone="warn" answer={t('ok')} onAnswer={() => putAway('clock')}>
      {t('clockWrong', { span: spanText(t, minutes) })}
    </Warning>
  )
}

interface WarningProps {
  tone: 'bad' | 'warn'
  answer: string
  onAnswer: () => void
  children: ReactNode
}

function Warning({ tone, answer, onAnswer, children }: WarningProps) {
  return (
    <NoticeBar
      short
      tone={tone}
      icon={<AlertIcon />}
      actions={<NoticeButton onClick={onAnswer}>{answer}</NoticeButton>}
    >
      {children}
    </NoticeBar>
  )
}
