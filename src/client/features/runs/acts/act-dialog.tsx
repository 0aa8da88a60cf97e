import type { ReactNode } from 'react'
import { Button, Modal, Skeleton } from '@mantine/core'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { NO_BANNER } from '#client/shells/form-shell.tsx'
import { useReturnFocus } from '#client/shells/return-focus.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './acts.module.css'

interface ActDialogProps {
  title: string
  /** Explains the command, independent of the run's content. */
  why: string
  confirm: string
  /** Shown first: why it can't be done now. */
  wrong: string | null
  /** The preview of its effects. */
  children: ReactNode
  /** Beside the buttons: confirmations that must be ticked first. */
  consent?: ReactNode
  failed: boolean
  loading: boolean
  busy: boolean
  disabled: boolean
  onAgain: () => void
  onClose: () => void
  onConfirm: () => void
}

/** A question with a preview of the command's effects. */
export function ActDialog({
  title,
  why,
  confirm,
  wrong,
  children,
  consent,
  failed,
  loading,
  busy,
  disabled,
  onAgain,
  onClose,
  onConfirm,
}: ActDialogProps) {
  const { t } = useTranslation('acts')
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={760}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ title: styles.title! }}
      attributes={NO_BANNER}
    >
      <div className={styles.body}>
        <p className={styles.why}>{why}</p>
        {wrong === null ? null : <Note tone="bad">{wrong}</Note>}
        {failed ? (
          <Note tone="bad">
            {t('previewFailed')}
            <Button variant="default" onClick={onAgain} className={styles.again}>
              {t('tryAgain')}
            </Button>
          </Note>
        ) : loading ? (
          <Skeleton height={140} radius="md" aria-label={t('loading')} />
        ) : (
          children
        )}
        <ActsBar>
          {consent}
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('cancel')}
          </Button>
          <Button loading={busy} disabled={disabled || loading || failed} onClick={onConfirm}>
            {confirm}
          </Button>
        </ActsBar>
      </div>
    </Modal>
  )
}
