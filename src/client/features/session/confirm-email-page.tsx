import { useState } from 'react'
import { Link } from 'react-router-dom'
import { confirmEmail } from '#contract/v1/account.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Firm } from './firm.ts'

interface ConfirmEmailPageProps {
  firm: Firm
  /** From the mail's link; null when the address has none. */
  token: string | null
  send: (input: { token: string }) => Promise<Answer<{ email: string }>>
  loginPath: string
}

/** /confirm-email?token=: only the button changes the email, because mail scanners open links too. */
export function ConfirmEmailPage({ firm, token, send, loginPath }: ConfirmEmailPageProps) {
  const [email, setEmail] = useState<string | null>(null)
  const { busy, error, onSubmit } = useAnsweredForm<never>({
    names: [],
    schema: confirmEmail.input,
    input: () => ({ token: token ?? '' }),
    send: () => send({ token: token ?? '' }),
    onDone: (value) => setEmail((value as { email: string }).email),
  })
  const page = { name: firm.name, logoUrl: firm.logoUrl, title: t('Confirm your email') }
  if (email !== null)
    return (
      <CentredPage {...page}>
        <Note tone="good">{t('From now on you log in with {{email}}.', { email })}</Note>
        <Link className={buttonLook()} to={loginPath}>
          {t('Login')}
        </Link>
      </CentredPage>
    )
  if (token === null)
    return (
      <CentredPage {...page}>
        <Note tone="warn">{t('This link is incomplete. Open it again from the email, or ask for a new one.')}</Note>
      </CentredPage>
    )
  return (
    <CentredPage {...page}>
      <p>{t('You’ll log in with this email from now on. Your other devices are signed out.')}</p>
      <Form onSubmit={onSubmit} submit={t('Confirm email')} busy={busy} error={error}>
        {null}
      </Form>
    </CentredPage>
  )
}
