import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { confirmRegistration, type PendingRegistration } from '#contract/v1/registration.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { PasswordField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
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
  const { t } = useTranslation('register')
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

  const isInvalid =
    token === null || (heard?.kind === 'refused' && ['token_invalid', 'fields_invalid'].includes(heard.problem.code))
  if (isInvalid)
    return (
      <CentredPage {...page} title={t('invalidTitle')}>
        <p>{t('invalidWhy')}</p>
      </CentredPage>
    )
  if (heard === null) return <CentredPage {...page} title={t('confirmTitle')} loading={t('loading')} />
  if (heard.kind !== 'ok')
    return (
      <CentredPage {...page} title={t(heard.kind === 'refused' ? 'busyTitle' : 'offlineTitle')}>
        <p>{heard.kind === 'refused' ? heard.problem.message : t('offlineWhy')}</p>
        <Button loading={busy} onClick={() => void lookAgain()}>
          {t('tryAgain')}
        </Button>
      </CentredPage>
    )
  const { firstName, servicePackage, suburb, confirmed, signsIn } = heard.value
  if (confirmed)
    return (
      <CentredPage {...page} title={t('confirmedTitle', { firstName })}>
        <Note tone="good">{t(signsIn ? 'confirmed' : 'confirmedElsewhere')}</Note>
        <Link className={buttonLook()} to={loginPath}>
          {t('login')}
        </Link>
      </CentredPage>
    )
  return (
    <CentredPage {...page} title={t('confirmTitle')}>
      <p>{t('confirmWhat', { firstName, servicePackage, suburb })}</p>
      <Form onSubmit={form.onSubmit} submit={t('confirm')} busy={form.busy} error={form.error}>
        <PasswordField
          label={t('password')}
          description={t('passwordRule', { min: PASSWORD_MIN })}
          autoComplete="new-password"
          show={t('showPassword')}
          {...form.field('password')}
        />
      </Form>
      <p>{t('confirmWarn')}</p>
    </CentredPage>
  )
}
