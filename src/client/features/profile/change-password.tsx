import { useState } from 'react'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { changePassword } from '#contract/v1/account.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { PasswordField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'
import { useAccess } from './access.tsx'
import { AccountName } from './password-dialog.tsx'
import styles from './profile-page.module.css'
import { Section } from './section.tsx'

/** @param onChanged the other sign-ins have ended */
export function ChangePassword({ onChanged }: { onChanged: () => Promise<void> }) {
  const { t } = useTranslation('profile')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <Section title={t('password')} how={t('passwordHow')}>
      <div className={styles.acts}>
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('changePassword')}
        </Button>
      </div>
      <Dialog opened={opened} onClose={close} title={t('changePassword')}>
        <PasswordForm
          onClose={close}
          onDone={() => {
            close()
            showSuccess(t('passwordChanged'))
            void onChanged()
          }}
        />
      </Dialog>
    </Section>
  )
}

function PasswordForm({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('profile')
  const { call } = useAccess()
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['currentPassword', 'password', 'repeat'],
    schema: changePassword.input,
    input: ({ currentPassword, password }) => ({ currentPassword, password }),
    also: ({ password, repeat }) => (password === repeat ? {} : { repeat: t('passwordsDiffer') }),
    fieldOf: { password_wrong: 'currentPassword' },
    send: ({ currentPassword, password }) => call(changePassword, { currentPassword, password }),
    onDone,
  })
  const common = { show: t('showPassword') }
  return (
    <div className={styles.dialog}>
      <Form onSubmit={onSubmit} submit={t('changePassword')} busy={busy} error={error}>
        <AccountName />
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          {...common}
          {...field('currentPassword')}
        />
        <PasswordField
          label={t('newPassword')}
          description={t('passwordRule', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          {...common}
          {...field('password')}
        />
        <PasswordField label={t('repeatPassword')} autoComplete="new-password" {...common} {...field('repeat')} />
      </Form>
      <Button variant="default" onClick={onClose}>
        {t('cancel')}
      </Button>
    </div>
  )
}
