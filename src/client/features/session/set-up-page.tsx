import { Link } from 'react-router-dom'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { setUp } from '#contract/v1/session.ts'
import type { Answer } from '#client/api/answers.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { PasswordField, TextField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { Note } from '#client/ui/core/note.tsx'
import type { Firm } from './firm.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { t } from '#client/ui/core/texts.ts'

export interface FirstAdmin {
  businessName: string
  firstName: string
  lastName: string
  email: string
  password: string
}

interface SetUpPageProps {
  /** It has the product's name while the business has none. */
  firm: Firm
  token: string | null
  send: (input: FirstAdmin & { token: string }) => Promise<Answer<unknown>>
  onDone: () => void
  loginPath: string
}

/** /set-up?token=: creates the first admin, by the one-time link the server printed. */
export function SetUpPage({ firm, token, send, onDone, loginPath }: SetUpPageProps) {
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['businessName', 'firstName', 'lastName', 'email', 'password'],
    schema: setUp.input,
    input: (values) => ({ ...values, token: token ?? '' }),
    send: (values) => send({ ...values, token: token ?? '' }),
    onDone,
  })
  const page = { name: firm.name, logoUrl: firm.logoUrl, title: t('Set up your business') }
  if (firm.setUpNeeded === false) {
    return (
      <CentredPage {...page}>
        <Note tone="good">{t('Already set up, and this link worked once. Please log in.')}</Note>
        <Link className={buttonLook()} to={loginPath}>
          {t('Login')}
        </Link>
      </CentredPage>
    )
  }
  const foot = <Link to={loginPath}>{t('Back to login')}</Link>
  if (token === null) {
    return (
      <CentredPage {...page} foot={foot}>
        <Note tone="warn">{t('Open the whole link the server printed when it started.')}</Note>
      </CentredPage>
    )
  }
  return (
    <CentredPage {...page} lead={t('You’ll be the first admin. The link you opened works once.')} foot={foot}>
      <Form onSubmit={onSubmit} submit={t('Create admin')} busy={busy} error={error}>
        <TextField label={t('Business name')} autoComplete="organization" {...field('businessName')} />
        <TextField label={t('Name')} autoComplete="given-name" {...field('firstName')} />
        <TextField label={t('Family name')} autoComplete="family-name" {...field('lastName')} />
        <TextField
          label={t('Email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <PasswordField
          label={t('Password')}
          description={t('At least {{min}} characters.', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          show={t('Show password')}
          {...field('password')}
        />
      </Form>
    </CentredPage>
  )
}
