import { useState } from 'react'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'

interface LogoutDialogProps {
  opened: boolean
  onCancel: () => void
  onConfirm: () => Promise<void>
}

/** The spec's question before signing out. */
export function LogoutDialog({ opened, onCancel, onConfirm }: LogoutDialogProps) {
  const { t } = useTranslation('session')
  const [busy, setBusy] = useState(false)
  return (
    <ConfirmAction
      opened={opened}
      question={t('logoutQuestion')}
      cancel={t('cancel')}
      confirm={t('confirm')}
      busy={busy}
      onCancel={onCancel}
      onConfirm={() => {
        setBusy(true)
        void onConfirm().finally(() => setBusy(false))
      }}
    />
  )
}
