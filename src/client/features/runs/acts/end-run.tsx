import { archiveRun, deleteRun } from '#contract/v1/runs-office.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'
import type { ActRun } from './act-run.ts'

/** completed -> archived. */
export function ArchiveRun({ run: { runOrderID, readableID, version }, onClose }: { run: ActRun; onClose: () => void }) {
  const { t } = useTranslation('acts')
  return (
    <ConfirmCommand
      opened
      question={t('archiveQuestion', { run: readableID })}
      cancel={t('cancel')}
      confirm={t('archive')}
      endpoint={archiveRun}
      input={{ runOrderID }}
      ifMatch={version}
      done={t('archived')}
      onClose={onClose}
      onDone={onClose}
    >
      <p>{t('archiveWhy')}</p>
    </ConfirmCommand>
  )
}

/** Of a draft alone. @param props.onGone there is no page of it any more */
export function DeleteRun({ run: { runOrderID, readableID, version }, onClose, onGone }: { run: ActRun; onClose: () => void; onGone: () => void }) {
  const { t } = useTranslation('acts')
  return (
    <ConfirmCommand
      opened
      question={t('deleteQuestion', { run: readableID })}
      cancel={t('cancel')}
      confirm={t('delete')}
      danger
      endpoint={deleteRun}
      input={{ runOrderID }}
      ifMatch={version}
      done={t('deleted')}
      onClose={onClose}
      onDone={onGone}
    >
      <p>{t('deleteWhy')}</p>
    </ConfirmCommand>
  )
}
