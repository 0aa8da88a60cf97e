import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { confirmRegistration, type PendingRegistration } from '#contract/v1/registration.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'
import type { Answer } from '#client/api/answers.ts'
import { LinkNotOpen } from '#client/shells/link-not-open.tsx'
import { linkShown } from '#client/shells/use-signed-link.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { PasswordField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Firm } from './register-calls.ts'

type Heard = Answer<PendingRegistration>

interface ConfirmPageProps {
  firm: Firm
  /** From the link; null: it has none. */
  token: string | null
  look: (token: string) => Promise<Heard>
  confirm: (input: { token: string; password: string }) => Promise<Heard>
  loginPath: string
}

/** /register/confirm?token=…: only the button confirms, because mail scanners open links too. */
export function ConfirmPage({ firm, token, look, confirm, loginPath }: ConfirmPageProps) {
  const [heard, setHeard] = useState<Heard | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (token === null) return
    let gone = false
    void look(token).then((answer) => gone || setHeard(answer))
    return () => {
      gone = true
    }
  }, [token, look])
  const page = { name: firm.name, logoUrl: firm.logoUrl }
  const lookAgain = async () => {
    if (token === null) return
    setBusy(true)
    setHeard(await look(token))
    setBusy(false)
  }
  const form = useAnsweredForm({
    names: ['password'],
    schema: confirmRegistration.input,
    input: ({ password }) => ({ token: token ?? '', password }),
    send: ({ password }) => confirm({ token: token ?? '', password }),
    onDone: (value) => setHeard({ kind: 'ok', value: value as PendingRegistration } as Heard),
  })

  const shown = token === null ? ({ kind: 'invalid' } as const) : heard && linkShown(heard)
  if (shown?.kind !== 'ok')
    return (
      <LinkNotOpen
        invalid={{
          title: t('This link no longer works'),
          why: t('It works for 7 days. Please register again, or ask us.'),
        }}
        offlineWhy={t('Please try again when you’re back online. What you entered is still here.')}
        firm={firm}
        shown={shown}
        busy={busy}
        title={t('Confirm your email')}
        onAgain={() => void lookAgain()}
      />
    )
  const { firstName, servicePackage, suburb, confirmed, signsIn } = shown.value
  if (confirmed)
    return (
      <CentredPage {...page} title={t('Thank you, {{firstName}}!', { firstName })}>
        <Note tone="good">
          {t(
            signsIn
              ? 'Your email is confirmed. You can log in with your password.'
              : 'Your email is confirmed. Log in with the password of the account you have with us.',
          )}
        </Note>
        <Link className={buttonLook()} to={loginPath}>
          {t('Login')}
        </Link>
      </CentredPage>
    )
  return (
    <CentredPage {...page} title={t('Confirm your email')}>
      <p>
        {t('{{firstName}}, you registered for {{servicePackage}} in {{suburb}}.', {
          firstName,
          servicePackage,
          suburb,
        })}
      </p>
      <Form onSubmit={form.onSubmit} submit={t('Confirm email')} busy={form.busy} error={form.error}>
        <PasswordField
          label={t('Password')}
          description={t('At least {{min}} characters.', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          show={t('Show password')}
          {...form.field('password')}
        />
      </Form>
      <p>{t('If you didn’t register, close this page. Nothing happens then.')}</p>
    </CentredPage>
  )
}
