import { useTranslation } from '#client/ui/use-translation.ts'
import { useNavigate } from 'react-router-dom'
import { LogoutDialog } from '#client/features/session/logout-dialog.tsx'
import { sessionWords } from '#client/features/session/session-words.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import { addWords } from './i18n.ts'
import { paths } from './paths.ts'
import { signOutNow } from './sign-in.ts'

addWords('session', sessionWords)

interface LogoutProps {
  opened: boolean
  onClose: () => void
  /** What must be put away on this device first. */
  before?: () => Promise<void>
}

/** Confirmation, signing out, the spec's toast, and the login page. */
export default function Logout({ opened, onClose, before }: LogoutProps) {
  const signOut = useSignOut(before)
  return <LogoutDialog opened={opened} onCancel={onClose} onConfirm={signOut} />
}

/** @param before what must be put away on this device while it is still known whose it is */
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
