import type { ReactNode } from 'react'
import { Button, type ModalProps, Skeleton, Stack } from '@mantine/core'
import type { Endpoint } from '#contract/endpoint.ts'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { ActsBar } from './acts-bar.tsx'
import { OfficeDialog } from './office-dialog.tsx'
import { NotYours, useMayCall } from './role.tsx'

interface ActDialogProps {
  endpoint: Pick<Endpoint, 'area' | 'method' | 'depot'>
  title: string
  size?: ModalProps['size']
  /** Explains the command, whatever it would do. */
  why?: string
  confirm: string
  /** Why it can't be done now; shown first. */
  wrong?: string | null
  children: ReactNode
  /** Confirmations that must be ticked first; they stand beside the buttons. */
  consent?: ReactNode
  failed?: boolean
  loading?: boolean
  busy: boolean
  disabled: boolean
  /** Fetches a failed preview again. */
  onAgain?: () => void
  onClose: () => void
  onConfirm: () => void
}

/** A command that is confirmed on a preview of what it would do. */
export function ActDialog({
  endpoint,
  title,
  size = 760,
  why,
  confirm,
  wrong = null,
  children,
  consent,
  failed = false,
  loading = false,
  busy,
  disabled,
  onAgain,
  onClose,
  onConfirm,
}: ActDialogProps) {
  const mayCall = useMayCall(endpoint)
  return (
    <OfficeDialog title={title} size={size} onClose={onClose}>
      <Stack gap="md">
        {mayCall ? null : <NotYours />}
        {why === undefined ? null : <p>{why}</p>}
        {wrong === null ? null : <Note tone="bad">{wrong}</Note>}
        {failed ? (
          <Note tone="bad">
            {t('Couldn’t load the preview.')}
            <Button variant="default" onClick={onAgain}>
              {t('Try again')}
            </Button>
          </Note>
        ) : loading ? (
          <Skeleton height={140} radius="md" aria-label={t('Loading')} />
        ) : (
          children
        )}
        <ActsBar>
          {consent}
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('Cancel')}
          </Button>
          <Button loading={busy} disabled={disabled || loading || failed || !mayCall} onClick={onConfirm}>
            {confirm}
          </Button>
        </ActsBar>
      </Stack>
    </OfficeDialog>
  )
}
