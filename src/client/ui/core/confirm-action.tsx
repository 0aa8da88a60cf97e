import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Tiles } from './parts.tsx'
import { t } from './texts.ts'

interface ConfirmActionProps {
  opened: boolean
  question: string
  /** Explains the consequences when the question alone does not. */
  children?: ReactNode
  /** The button that leaves, where "Cancel" could be taken for the act itself. */
  cancel?: string
  confirm: string
  /** Required, so that no slow command is started twice. */
  busy: boolean
  danger?: boolean
  disabled?: boolean
  onCancel: () => void
  onConfirm: () => void
}

export function ConfirmAction({
  opened,
  question,
  children,
  cancel = t('Cancel'),
  confirm,
  busy,
  danger = false,
  disabled = false,
  onCancel,
  onConfirm,
}: ConfirmActionProps) {
  return (
    <Dialog opened={opened} onClose={onCancel} title={question}>
      {children}
      <Tiles data-acts>
        <Button variant="default" onClick={onCancel} autoFocus>
          {cancel}
        </Button>
        <Button loading={busy} disabled={disabled} onClick={onConfirm} variant={danger ? 'danger' : 'filled'}>
          {confirm}
        </Button>
      </Tiles>
    </Dialog>
  )
}
