import { useState } from 'react'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { t } from '#client/ui/core/texts.ts'

interface LogoutDialogProps {
  opened: boolean
  onCancel: () => void
  onConfirm: () => Promise<void>
}

/** The spec's question before signing out. */
export function LogoutDialog({ opened, onCancel, onConfirm }: LogoutDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <ConfirmAction
      opened={opened}
      question={t('Are you sure want to log out?')}
      confirm={t('Confirm')}
      busy={busy}
      onCancel={onCancel}
      onConfirm={() => {
        setBusy(true)
        void onConfirm().finally(() => setBusy(false))
      }}
    />
  )
}
