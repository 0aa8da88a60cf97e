import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './confirm-action.module.css'

interface ConfirmActionProps {
  opened: boolean
  question: string
  /** What it means, when the question alone does not say. */
  children?: ReactNode
  cancel: string
  confirm: string
  /** Required: a slow act must not be started twice. */
  busy: boolean
  danger?: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** A question before something that can't be taken back by a tap. */
export function ConfirmAction({
  opened,
  question,
  children,
  cancel,
  confirm,
  busy,
  danger = false,
  onCancel,
  onConfirm,
}: ConfirmActionProps) {
  return (
    <Dialog opened={opened} onClose={onCancel} title={question}>
      {children}
      <div data-acts className={styles.choices}>
        <Button variant="default" onClick={onCancel} autoFocus>
          {cancel}
        </Button>
        <Button loading={busy} onClick={onConfirm} variant={danger ? 'danger' : 'filled'}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
