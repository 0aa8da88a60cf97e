import { useState } from 'react'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { changePassword } from '#contract/v1/account.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { Button } from '#client/ui/core/button.tsx'
import { PasswordField } from '#client/ui/core/field.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { Row, Section } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import { CurrentPassword, FormDialog } from './form-dialog.tsx'

/** @param onChanged called afterwards: the other sessions have ended */
export function ChangePassword({ onChanged }: { onChanged: () => Promise<void> }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <Section title={t('Password')} how={t('Changing it signs out your other devices.')}>
      <Row>
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('Change password')}
        </Button>
      </Row>
      {opened ? (
        <PasswordForm
          onClose={close}
          onDone={() => {
            close()
            showSuccess(t('Password changed. Your other devices are signed out.'))
            void onChanged()
          }}
        />
      ) : null}
    </Section>
  )
}

function PasswordForm({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { call } = useAccess()
  const { field, ...form } = useAnsweredForm({
    names: ['currentPassword', 'password', 'repeat'],
    schema: changePassword.input,
    input: ({ currentPassword, password }) => ({ currentPassword, password }),
    also: ({ password, repeat }) =>
      password === repeat ? {} : { repeat: t('Password and confirm password does not match') },
    fieldOf: { password_wrong: 'currentPassword' },
    send: ({ currentPassword, password }) => call(changePassword, { currentPassword, password }),
    onDone,
  })
  const common = { autoComplete: 'new-password', show: t('Show password') }
  return (
    <FormDialog title={t('Change password')} form={form} submit={t('Change password')} onClose={onClose}>
      <CurrentPassword field={field('currentPassword')} />
      <PasswordField
        label={t('New password')}
        description={t('At least {{min}} characters.', { min: PASSWORD_MIN })}
        {...common}
        {...field('password')}
      />
      <PasswordField label={t('Repeat new password')} {...common} {...field('repeat')} />
    </FormDialog>
  )
}
