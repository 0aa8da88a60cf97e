import type { SecondFactor } from '#contract/v1/second-factor.ts'
import type { Answer } from '#client/api/answers.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { PasswordDialog } from './form-dialog.tsx'

/** Whether the user has a factor for which recovery codes are a substitute. */
export function hasFactor({ totpSince, passkeys }: Pick<SecondFactor, 'totpSince' | 'passkeys'>): boolean {
  return totpSince !== null || passkeys.length > 0
}

/**
 * How the user signs in after one of these is removed. `refused`: the office requires a second step, and this is the
 * only one. `code`: with password and code of the app.
 */
type Left = 'refused' | 'password' | 'code' | 'passkey'

export function whatIsLeft({ required, totpSince, passkeys }: SecondFactor, removed: 'app' | 'passkey'): Left {
  const left = {
    totpSince: removed === 'app' ? null : totpSince,
    passkeys: removed === 'app' ? passkeys : passkeys.slice(1),
  }
  if (!hasFactor(left)) return required ? 'refused' : 'password'
  return left.totpSince === null ? 'passkey' : 'code'
}

interface RemoveFactorProps {
  title: string
  why: string
  left: Left
  send: (currentPassword: string) => Promise<Answer<unknown>>
  onDone: () => void
  onClose: () => void
}

const LEFT = sentences({
  password: 'Your password alone signs you in after that, and your recovery codes stop working.',
  code: 'You still sign in with your password and the code of your authenticator app.',
  passkey: 'You still sign in with a passkey, or with your password and a recovery code.',
})

/** States how the user signs in afterwards, or that the server would refuse to remove the last mandatory factor. */
export function RemoveFactor({ title, why, left, send, onDone, onClose }: RemoveFactorProps) {
  if (left === 'refused') {
    return (
      <Dialog opened onClose={onClose} title={title}>
        <p>{t('This is your only second step, and your office asks for one. Set up another one first.')}</p>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </Dialog>
    )
  }
  return (
    <PasswordDialog title={title} submit={t('Remove')} send={send} onDone={onDone} onClose={onClose}>
      <p>
        {why} {t(LEFT[left])}
      </p>
    </PasswordDialog>
  )
}
