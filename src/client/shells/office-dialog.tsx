import type { ReactNode } from 'react'
import { Drawer, Modal, type ModalProps } from '@mantine/core'
import { t } from '#client/ui/core/texts.ts'
import { useReturnFocus } from './return-focus.ts'
import { useNarrow } from './use-narrow.ts'

interface OfficeDialogProps {
  title: string
  size?: ModalProps['size']
  onClose: () => void
  children: ReactNode
}

/** Mantine's `<header>` would be the page's second banner to a screen reader. */
const NO_BANNER = { header: { role: 'presentation' } } as const

/**
 * A dialog of the office in the middle of the page; on a phone at its top, so that it does not move when a sentence in it
 * takes another line.
 */
export function OfficeDialog({ size = 'lg', ...dialog }: OfficeDialogProps) {
  useReturnFocus()
  const isNarrow = useNarrow()
  return (
    <Modal
      opened
      centered={!isNarrow}
      size={size}
      closeButtonProps={{ 'aria-label': t('Close') }}
      attributes={NO_BANNER}
      {...dialog}
    />
  )
}

/** A drawer of the office at the right. */
export function OfficeDrawer({ size = 'xl', ...drawer }: OfficeDialogProps) {
  useReturnFocus()
  return (
    <Drawer
      opened
      position="right"
      size={size}
      closeButtonProps={{ 'aria-label': t('Close') }}
      attributes={NO_BANNER}
      {...drawer}
    />
  )
}
