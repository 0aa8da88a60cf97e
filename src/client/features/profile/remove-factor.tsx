import type { Answer } from '#client/api/answers.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Left } from './factor-rules.ts'
import { PasswordDialog } from './password-dialog.tsx'
import styles from './profile-page.module.css'

interface RemoveFactorProps {
  title: string
  why: string
  left: Left
  send: (currentPassword: string) => Promise<Answer<unknown>>
  onDone: () => void
  onClose: () => void
}

const LEFT = { password: 'leftPassword', code: 'leftCode', passkey: 'leftPasskey' } as const

/**
 * States how the user signs in afterwards. The server refuses to remove the last mandatory factor, so that is shown
 * beforehand.
 */
export function RemoveFactor({ title, why, left, send, onDone, onClose }: RemoveFactorProps) {
  const { t } = useTranslation('profile')
  if (left === 'refused') {
    return (
      <Dialog opened onClose={onClose} title={title}>
        <div className={styles.dialog}>
          <p>{t('removeLast')}</p>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <PasswordDialog title={title} submit={t('remove')} send={send} onDone={onDone} onClose={onClose}>
      <p>
        {why} {t(LEFT[left])}
      </p>
    </PasswordDialog>
  )
}
