import { useTranslation } from '#client/ui/use-translation.ts'
import { UpdateIcon } from '#client/ui/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/notice-bar.tsx'
import { applyUpdate, useUpdate } from './update-store.ts'

/**
 * "New version, update": offered only once the phone's work is sent, since the new version would have to send the old one's
 * records. @param idle nothing waits to be sent
 * @param needed the server takes nothing from this version any more: then waiting would be for ever
 */
export function UpdateNotice({ idle, needed = false }: { idle: boolean; needed?: boolean }) {
  const { t } = useTranslation('app')
  const update = useUpdate()
  if (update === 'reload-needed') {
    return (
      <NoticeBar tone="good" icon={<UpdateIcon />} actions={<NoticeButton onClick={applyUpdate}>{t('reload')}</NoticeButton>}>
        {t('reloadNeeded')}
      </NoticeBar>
    )
  }
  if (needed) {
    return (
      <NoticeBar tone="warn" icon={<UpdateIcon />} actions={<NoticeButton onClick={applyUpdate}>{t('update')}</NoticeButton>}>
        {t('updateNeeded')}
      </NoticeBar>
    )
  }
  if (update !== 'ready' || !idle) return null
  return (
    <NoticeBar tone="good" icon={<UpdateIcon />} actions={<NoticeButton onClick={applyUpdate}>{t('update')}</NoticeButton>}>
      {t('newVersionReady')}
    </NoticeBar>
  )
}
