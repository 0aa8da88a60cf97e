import type { ReactNode } from 'react'
import { removeTotp } from '#contract/v1/second-factor.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { PasswordField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'
import { useAccess } from './access.tsx'
import styles from './profile-page.module.css'

interface PasswordDialogProps<T> {
  title: string
  /** What the act means. */
  children: ReactNode
  submit: string
  send: (currentPassword: string) => Promise<Answer<T>>
  onDone: (value: T) => void
  onClose: () => void
}

/** The current password, asked before an act by which an open session could take the account over. */
export function PasswordDialog<T>({ title, children, submit, send, onDone, onClose }: PasswordDialogProps<T>) {
  const { t } = useTranslation('profile')
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['currentPassword'],
    // The plainest of the endpoints that ask it.
    schema: removeTotp.input,
    fieldOf: { password_wrong: 'currentPassword' },
    send: ({ currentPassword }) => send(currentPassword),
    onDone: (value) => onDone(value as T),
  })
  return (
    <Dialog opened onClose={onClose} title={title}>
      <div className={styles.dialog}>
        {children}
        <Form onSubmit={onSubmit} submit={submit} busy={busy} error={error}>
          <AccountName />
          <PasswordField
            label={t('currentPassword')}
            autoComplete="current-password"
            show={t('showPassword')}
            {...field('currentPassword')}
          />
        </Form>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Tells a password manager whose password the form is about. */
export function AccountName() {
  const { email } = useAccess().profile
  return <input type="email" name="account" autoComplete="username" value={email ?? ''} readOnly hidden />
}
