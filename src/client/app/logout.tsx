import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useNavigate } from 'react-router-dom'
import { LogoutDialog } from '#client/features/session/logout-dialog.tsx'
import { sessionWords } from '#client/features/session/session-words.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { addWords } from '#client/ui/core/i18n.ts'
import { paths } from './paths.ts'
import { signOutNow } from './sign-in.ts'

addWords('session', sessionWords)

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
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  return async () => {
    await before?.()
    await signOutNow()
    showSuccess(t('loggedOut'))
    void navigate(paths.login(), { replace: true })
  }
}
