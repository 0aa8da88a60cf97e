import { useState, type ReactNode } from 'react'
import { unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import type { StorageTrouble } from '#client/offline/sync.ts'
import { type Device, noteLossRead } from '#client/offline/store/device.ts'
import { AlertIcon } from '#client/ui/core/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/core/notice-bar.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
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
  const status = useSyncStatus(device)
  const isUnprotected = useUnprotected(device)
  // The warning is hidden at once, even if the phone can't store that.
  const [read, setRead] = useState<readonly Read[]>([])
  const isRead = (what: Read) => read.includes(what)
  const putAway = (what: Read) => setRead((before) => [...before, what])
  if (status === undefined) return null
  const { kind, lostBefore, restored, onlyInJournal, isUnsound } = status
  const minutes = clockOff(status)
  if (trouble !== null || onlyInJournal > 0 || isUnsound) {
    // Records go into the journal alone; once it is full, taps are refused.
    const words = isUnsound
      ? t(
          'This phone’s storage is full, and what isn’t sent could be lost: {{what}}. Free some space and keep the app open until all is sent.',
          { what: unsentInWords(status) },
        )
      : onlyInJournal === 0 && trouble !== 'full'
        ? t(
            'This phone’s storage is full or isn’t answering. Free some space and keep the app open; it tries again by itself.',
          )
        : t('This phone’s storage is full. Free some space and keep the app open; it sends by itself.')
    return (
      <Warning tone="bad" answer={t('Try again')} onAnswer={onTryAgain}>
        {status.database !== 'deleted'
          ? onlyInJournal > 0 && !device.journal.isMissing && !isUnprotected
            ? t('This phone’s storage is full. Outcomes and notes are still saved, photos aren’t. Free some space.')
            : words
          : unsentTotal(status) > 0
            ? t(
                'This phone has too little room: the browser deleted what was saved. Only in the open app: {{what}}. Keep it open until all is sent.',
                { what: unsentInWords(status) },
              )
            : t(
                'This phone has too little room: the browser deleted what was saved. Nothing can be saved until you free some space.',
              )}
      </Warning>
    )
  }
  if (lostBefore && !isRead('lost')) {
    const onRead = () => {
      putAway('lost')
      noteLossRead(device).catch(() => undefined)
    }
    return (
      <Warning tone="bad" answer={t('OK')} onAnswer={onRead}>
        {lostBefore.unsent > 0
          ? plural(
              lostBefore.unsent,
              'The browser deleted the saved data. At least {{count}} outcome, note or photo that wasn’t sent may be lost: tell the office.',
              'The browser deleted the saved data. At least {{count}} outcomes, notes or photos that weren’t sent may be lost: tell the office.',
            )
          : [
              t('The browser deleted the saved data. If anything wasn’t sent, tell the office. Your stops load again.'),
              ...(installed ? [] : [t('Install the app so it doesn’t happen again.')]),
            ].join(' ')}
      </Warning>
    )
  }
  if (restored !== null && !isRead('restored')) {
    const onRead = () => {
      putAway('restored')
      device.db.meta.delete('restored').catch(() => undefined)
    }
    return (
      <Warning tone="warn" answer={t('OK')} onAnswer={onRead}>
        {plural(
          restored,
          '{{count}} outcome or note was missing after a storage fault. It was put back.',
          '{{count}} outcomes or notes were missing after a storage fault. They were put back.',
        )}
      </Warning>
    )
  }
  // While sending is paused, the notice about that takes precedence.
  if (minutes === null || isRead('clock') || kind === 'sign-in' || kind === 'update-needed' || kind === 'revoked')
    return otherwise
  return (
    <Warning tone="warn" answer={t('OK')} onAnswer={() => putAway('clock')}>
      {t('This phone’s clock is {{span}} off. Please set it: Settings, Date and time, Automatic.', {
        span: spanText(minutes),
      })}
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
