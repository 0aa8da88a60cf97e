import { useNavigate } from 'react-router-dom'
import { LogoutDialog } from '#client/features/session/logout-dialog.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { paths } from './paths.ts'
import { signOutNow } from './sign-in.ts'

interface LogoutProps {
  opened: boolean
  onClose: () => void
  before?: () => Promise<void>
}

export default function Logout({ opened, onClose, before }: LogoutProps) {
  const signOut = useSignOut(before)
  return <LogoutDialog opened={opened} onCancel={onClose} onConfirm={signOut} />
}

/** @param before clean-up on this device while the user is still known */
export function useSignOut(before?: () => Promise<void>): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await before?.()
    await signOutNow()
    showSuccess(t('Logout successfully!'))
    void navigate(paths.login(), { replace: true })
  }
}
