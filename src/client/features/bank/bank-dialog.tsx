import type { FormEvent, ReactNode } from 'react'
import { Button, Flex, Modal } from '@mantine/core'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { NO_BANNER } from '#client/shells/form-shell.tsx'
import { useReturnFocus } from '#client/shells/return-focus.ts'
import { t } from '#client/ui/core/texts.ts'

interface BankDialogProps {
  title: string
  submit: string
  busy: boolean
  /** The form is not complete yet. */
  blocked: boolean
  danger?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A decision on the current line that needs more than a key. */
export function BankDialog({
  title,
  submit,
  busy,
  blocked,
  danger = false,
  onSubmit,
  onClose,
  children,
}: BankDialogProps) {
  useReturnFocus()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!blocked && !busy) onSubmit()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
      attributes={NO_BANNER}
    >
      <Flex onSubmit={send} noValidate component="form" direction="column">
        {children}
        <ActsBar>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={blocked} {...(danger && { color: 'red' })}>
            {submit}
          </Button>
        </ActsBar>
      </Flex>
    </Modal>
  )
}
