import { useState } from 'react'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { changePassword } from '#contract/v1/account.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { Button } from '#client/ui/core/button.tsx'
import { PasswordField } from '#client/ui/core/field.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import { CurrentPassword, FormDialog } from './form-dialog.tsx'
import styles from './profile-page.module.css'
import { Section } from './section.tsx'

/** @param onChanged called afterwards: the other sessions have ended */
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
      {opened ? (
        <PasswordForm
          onClose={close}
          onDone={() => {
            close()
            showSuccess(t('passwordChanged'))
            void onChanged()
          }}
        />
      ) : null}
    </Section>
  )
}

function PasswordForm({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('profile')
  const { call } = useAccess()
  const { field, ...form } = useAnsweredForm({
    names: ['currentPassword', 'password', 'repeat'],
    schema: changePassword.input,
    input: ({ currentPassword, password }) => ({ currentPassword, password }),
    also: ({ password, repeat }) => (password === repeat ? {} : { repeat: t('passwordsDiffer') }),
    fieldOf: { password_wrong: 'currentPassword' },
    send: ({ currentPassword, password }) => call(changePassword, { currentPassword, password }),
    onDone,
  })
  const common = { autoComplete: 'new-password', show: t('showPassword') }
  return (
    <FormDialog title={t('changePassword')} form={form} submit={t('changePassword')} onClose={onClose}>
      <CurrentPassword field={field('currentPassword')} />
      <PasswordField
        label={t('newPassword')}
        description={t('passwordRule', { min: PASSWORD_MIN })}
        {...common}
        {...field('password')}
      />
      <PasswordField label={t('repeatPassword')} {...common} {...field('repeat')} />
    </FormDialog>
  )
}
