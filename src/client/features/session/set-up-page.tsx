import { useTranslation } from '#client/ui/core/use-translation.ts'
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

export interface FirstAdmin {
  businessName: string
  firstName: string
  lastName: string
  email: string
  password: string
}

interface SetUpPageProps {
  /** With the product's name while the business has none. */
  firm: Firm
  token: string | null
  send: (input: FirstAdmin & { token: string }) => Promise<Answer<unknown>>
  onDone: () => void
  loginPath: string
}

/** /set-up?token=: creates the first admin, by the one-time link the server printed. */
export function SetUpPage({ firm, token, send, onDone, loginPath }: SetUpPageProps) {
  const { t } = useTranslation('link')
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['businessName', 'firstName', 'lastName', 'email', 'password'],
    schema: setUp.input,
    input: (values) => ({ ...values, token: token ?? '' }),
    send: (values) => send({ ...values, token: token ?? '' }),
    onDone,
  })
  const page = { name: firm.name, logoUrl: firm.logoUrl, title: t('setUpTitle') }
  if (firm.setUpNeeded === false) {
    return (
      <CentredPage {...page}>
        <Note tone="good">{t('setUpAlready')}</Note>
        <Link className={buttonLook()} to={loginPath}>
          {t('login')}
        </Link>
      </CentredPage>
    )
  }
  const foot = <Link to={loginPath}>{t('backToLogin')}</Link>
  if (token === null) {
    return (
      <CentredPage {...page} foot={foot}>
        <Note tone="warn">{t('setUpLinkMissing')}</Note>
      </CentredPage>
    )
  }
  return (
    <CentredPage {...page} lead={t('setUpHow')} foot={foot}>
      <Form onSubmit={onSubmit} submit={t('createAdmin')} busy={busy} error={error}>
        <TextField label={t('businessName')} autoComplete="organization" {...field('businessName')} />
        <TextField label={t('firstName')} autoComplete="given-name" {...field('firstName')} />
        <TextField label={t('lastName')} autoComplete="family-name" {...field('lastName')} />
        <TextField
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <PasswordField
          label={t('password')}
          description={t('passwordRule', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          show={t('showPassword')}
          {...field('password')}
        />
      </Form>
    </CentredPage>
  )
}
