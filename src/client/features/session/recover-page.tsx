import { useState } from 'react'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Link } from 'react-router-dom'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { resetPassword } from '#contract/v1/session.ts'
import type { Answer } from '#client/api/answers.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { PasswordField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { Note } from '#client/ui/core/note.tsx'
import type { Firm } from './firm.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'

interface RecoverPageProps {
  firm: Firm
  /** From the mail's link; null when the address has none. */
  token: string | null
  send: (input: { token: string; password: string }) => Promise<Answer<unknown>>
  loginPath: string
  forgotPath: string
}

/** /recover?token=: sets a new password by the link of the mail. */
export function RecoverPage({ firm, token, send, loginPath, forgotPath }: RecoverPageProps) {
  const { t } = useTranslation('link')
  const [updated, setUpdated] = useState(false)
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['password', 'confirmPassword'],
    schema: resetPassword.input,
    input: ({ password }) => ({ token: token ?? '', password }),
    also: ({ password, confirmPassword }) =>
      password === confirmPassword ? {} : { confirmPassword: t('passwordsDiffer') },
    send: ({ password }) => send({ token: token ?? '', password }),
    onDone: () => setUpdated(true),
  })
  const page = { name: firm.name, logoUrl: firm.logoUrl, title: t('recoverTitle') }
  if (updated) {
    return (
      <CentredPage {...page}>
        <Note tone="good">{t('passwordUpdated')}</Note>
        <Link className={buttonLook()} to={loginPath}>
          {t('login')}
        </Link>
      </CentredPage>
    )
  }
  if (token === null) {
    return (
      <CentredPage {...page} foot={<Link to={loginPath}>{t('backToLogin')}</Link>}>
        <Note tone="warn">{t('linkIncomplete')}</Note>
        <Link className={buttonLook()} to={forgotPath}>
          {t('askNewLink')}
        </Link>
      </CentredPage>
    )
  }
  return (
    <CentredPage {...page} foot={<Link to={forgotPath}>{t('askNewLink')}</Link>}>
      <Form onSubmit={onSubmit} submit={t('savePassword')} busy={busy} error={error}>
        <PasswordField
          label={t('newPassword')}
          description={t('passwordRule', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          show={t('showPassword')}
          {...field('password')}
        />
        <PasswordField
          label={t('confirmPassword')}
          autoComplete="new-password"
          show={t('showPassword')}
          {...field('confirmPassword')}
        />
      </Form>
    </CentredPage>
  )
}
