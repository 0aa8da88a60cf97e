import { useEffect, type ReactNode } from 'react'
import { UpdateIcon } from '#client/ui/core/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/core/notice-bar.tsx'
import { t } from '#client/ui/core/texts.ts'
import { applyUpdate, useUpdate } from './update-store.ts'

const TRY_AGAIN_MS = 60_000

interface UpdateNoticeProps {
  /** Nothing waits to be sent. */
  idle: boolean
  /** The server refuses this version's requests, so waiting for the queue to empty would never end. */
  needed?: boolean
  /** Sends once anyway, in case the server accepts this version again. */
  onProbe?: () => Promise<unknown>
  otherwise?: ReactNode
}

/** Offers an update once the phone's work is sent, so that no version has to send another's records. */
export function UpdateNotice({ idle, needed = false, onProbe, otherwise = null }: UpdateNoticeProps) {
  const update = useUpdate()
  const inVain = needed && update === 'none-newer'
  useEffect(() => {
    if (!inVain) return
    void onProbe?.()
    const again = setInterval(() => void applyUpdate().then(onProbe), TRY_AGAIN_MS)
    return () => clearInterval(again)
  }, [inVain, onProbe])
  if (update === 'applying') return null
  if (update === 'reload-needed') {
    return (
      <NoticeBar
        tone="good"
        icon={<UpdateIcon />}
        actions={<NoticeButton onClick={applyUpdate}>{t('Reload')}</NoticeButton>}
      >
        {t('The app was updated in another window. Reload when you’ve finished here.')}
      </NoticeBar>
    )
  }
  if (inVain) {
    return (
      <NoticeBar tone="warn" icon={<UpdateIcon />}>
        {t('No newer version yet. Trying again…')}
      </NoticeBar>
    )
  }
  if (needed) {
    return (
      <NoticeBar
        tone="warn"
        icon={<UpdateIcon />}
        actions={<NoticeButton onClick={applyUpdate}>{t('New version, update')}</NoticeButton>}
      >
        {t('This version is too old to send. Your work is safe here: please update.')}
      </NoticeBar>
    )
  }
  if (update !== 'ready' || !idle) return otherwise
  return (
    <NoticeBar
      tone="good"
      icon={<UpdateIcon />}
      actions={<NoticeButton onClick={applyUpdate}>{t('New version, update')}</NoticeButton>}
    >
      {t('A new version is ready.')}
    </NoticeBar>
  )
}
