import { useState } from 'react'
import { Link } from 'react-router-dom'
import { forgotPassword } from '#contract/v1/session.ts'
import type { Answer } from '#client/api/answers.ts'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { TextField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { Note } from '#client/ui/core/note.tsx'
import type { Firm } from './firm.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { t } from '#client/ui/core/texts.ts'

interface ForgotPasswordPageProps {
  firm: Firm
  send: (input: { email: string }) => Promise<Answer<unknown>>
  loginPath: string
}

/** /forgot-password: the same text whether or not the email is known. */
export function ForgotPasswordPage({ firm, send, loginPath }: ForgotPasswordPageProps) {
  const [sent, setSent] = useState(false)
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['email'],
    schema: forgotPassword.input,
    send,
    onDone: () => setSent(true),
  })
  return (
    <CentredPage
      name={firm.name}
      logoUrl={firm.logoUrl}
      title={t('Forgot your password?')}
      {...(sent
        ? {}
        : {
            lead: t(
              firm.sendsMail === false
                ? 'Enter your email. We can’t send emails at the moment, so contact us for the link.'
                : 'Enter your email and we send you a link to set a new one.',
            ),
          })}
      foot={<Link to={loginPath}>{t('Back to login')}</Link>}
    >
      {sent ? (
        firm.sendsMail === false ? (
          <Note tone="warn">{t('We can’t send emails at the moment. Please contact us.')}</Note>
        ) : (
          <Note tone="good">
            {t('If this email has an account, we’re emailing it a link. It works once, for 60 minutes.')}
          </Note>
        )
      ) : (
        <Form onSubmit={onSubmit} submit={t('Send reset link')} busy={busy} error={error}>
          <TextField
            label={t('Email')}
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            {...field('email')}
          />
        </Form>
      )}
    </CentredPage>
  )
}
