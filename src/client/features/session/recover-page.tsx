import { useState } from 'react'
import { Button, PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { resetPassword } from '#contract/v1/session.ts'
import type { Answer } from '#client/api/answers.ts'
import { CentredPage } from '#client/ui/centred-page.tsx'
import { Form } from '#client/ui/form.tsx'
import { Note } from '#client/ui/note.tsx'
import type { Firm } from './firm.ts'
import { useAnsweredForm } from './use-answered-form.ts'

interface RecoverPageProps {
  firm: Firm
  /** Of the mail's link; null when the address carries none. */
  token: string | null
  send: (input: { token: string; password: string }) => Promise<Answer<unknown>>
  loginPath: string
  forgotPath: string
}

/** /recover?token=: a new password by the link of the mail. */
export function RecoverPage({ firm, token, send, loginPath, forgotPath }: RecoverPageProps) {
  const { t } = useTranslation('session')
  const [updated, setUpdated] = useState(false)
  const { form, busy, error, onSubmit } = useAnsweredForm({
    initialValues: { password: '', confirmPassword: '' },
    schema: resetPassword.input,
    input: ({ password }) => ({ token: token ?? '', password }),
    also: ({ password, confirmPassword }): Record<string, string> => (password === confirmPassword ? {} : { confirmPassword: t('passwordsDiffer') }),
    send: ({ password }) => send({ token: token ?? '', password }),
    onDone: () => setUpdated(true),
  })
  const page = { name: firm.name, logoUrl: firm.logoUrl, title: t('recoverTitle') }
  if (updated) {
    return (
      <CentredPage {...page}>
        <Note tone="good">{t('passwordUpdated')}</Note>
        <Button component={Link} to={loginPath} h={56}>
          {t('login')}
        </Button>
      </CentredPage>
    )
  }
  if (token === null) {
    return (
      <CentredPage {...page} foot={<Link to={loginPath}>{t('backToLogin')}</Link>}>
        <Note tone="warn">{t('linkIncomplete')}</Note>
        <Button component={Link} to={forgotPath} h={56}>
          {t('askNewLink')}
        </Button>
      </CentredPage>
    )
  }
  return (
    <CentredPage {...page} foot={<Link to={forgotPath}>{t('askNewLink')}</Link>}>
      <Form onSubmit={onSubmit} submit={t('savePassword')} busy={busy} error={error}>
        <PasswordInput
          label={t('newPassword')}
          description={t('passwordRule', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t('confirmPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
        />
      </Form>
    </CentredPage>
  )
}
