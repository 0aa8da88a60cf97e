import { useState } from 'react'
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
import { t } from '#client/ui/core/texts.ts'

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
  const [updated, setUpdated] = useState(false)
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['password', 'confirmPassword'],
    schema: resetPassword.input,
    input: ({ password }) => ({ token: token ?? '', password }),
    also: ({ password, confirmPassword }) =>
      password === confirmPassword ? {} : { confirmPassword: t('Password and confirm password does not match') },
    send: ({ password }) => send({ token: token ?? '', password }),
    onDone: () => setUpdated(true),
  })
  const page = { name: firm.name, logoUrl: firm.logoUrl, title: t('Set a new password') }
  if (updated) {
    return (
      <CentredPage {...page}>
        <Note tone="good">{t('Password updated successfully. You can now use it to log in to your account.')}</Note>
        <Link className={buttonLook()} to={loginPath}>
          {t('Login')}
        </Link>
      </CentredPage>
    )
  }
  if (token === null) {
    return (
      <CentredPage {...page} foot={<Link to={loginPath}>{t('Back to login')}</Link>}>
        <Note tone="warn">{t('This link is incomplete. Open it again from the email, or ask for a new one.')}</Note>
        <Link className={buttonLook()} to={forgotPath}>
          {t('Ask for a new link')}
        </Link>
      </CentredPage>
    )
  }
  return (
    <CentredPage {...page} foot={<Link to={forgotPath}>{t('Ask for a new link')}</Link>}>
      <Form onSubmit={onSubmit} submit={t('Save password')} busy={busy} error={error}>
        <PasswordField
          label={t('New password')}
          description={t('At least {{min}} characters.', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          show={t('Show password')}
          {...field('password')}
        />
        <PasswordField
          label={t('Confirm password')}
          autoComplete="new-password"
          show={t('Show password')}
          {...field('confirmPassword')}
        />
      </Form>
    </CentredPage>
  )
}
