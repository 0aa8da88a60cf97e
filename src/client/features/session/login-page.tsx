import type { ReactNode } from 'react'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Link } from 'react-router-dom'
import { signIn, type Profile } from '#contract/v1/session.ts'
import type { Answer } from '#client/api/answers.ts'
import { FirmNotice } from '#client/shells/firm-notice.tsx'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { Button } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { PasswordField, TextField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { Note } from '#client/ui/core/note.tsx'
import type { Firm } from './firm.ts'

interface LoginPageProps {
  firm: Firm
  send: (input: { email: string; password: string }) => Promise<Answer<unknown>>
  onSignedIn: () => void
  /** Given only while registration is open and its screen exists (screens.md). */
  registerPath: string | null
  forgotPath: string
  /** The server ended the last session. */
  endedByServer: boolean
  /** The session reached its 90 days. */
  expired?: boolean
  /** The session was a driver's, who may have unsent work on this phone. */
  onDevice?: boolean
  revoked?: boolean
  /** What to do where the browser keeps nothing of this app. */
  siteDataBlocked?: string | null
  /** The driver who may go on recording without signal. */
  offlineDriver: Profile | null
  onGoOffline: () => void
  unsent?: ReactNode
  /** The account's second step, which replaces email and password after they were correct. */
  secondStep?: ReactNode
  passkey?: ReactNode
  /** Keeps the field's value during the second step. */
  email?: string | undefined
}

/** /login */
export function LoginPage({
  firm,
  send,
  onSignedIn,
  registerPath,
  forgotPath,
  endedByServer,
  expired = false,
  onDevice = false,
  revoked = false,
  siteDataBlocked = null,
  offlineDriver,
  onGoOffline,
  unsent,
  secondStep,
  passkey,
  email,
}: LoginPageProps) {
  const { t } = useTranslation('session')
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['email', 'password'],
    schema: signIn.input,
    send,
    onDone: onSignedIn,
  })
  return (
    <CentredPage
      name={firm.name}
      logoUrl={firm.logoUrl}
      title={t('welcomeBack')}
      notice={
        <>
          {firm.notice ? <FirmNotice text={firm.notice} /> : null}
          {siteDataBlocked === null ? null : <Note tone="bad">{siteDataBlocked}</Note>}
          {offlineDriver === null ? null : (
            <Note tone="warn">
              <span>{t('goOnOfflineWhy', { name: offlineDriver.fullName })}</span>
              <Button variant="default" onClick={onGoOffline}>
                {t('goOnOffline')}
              </Button>
            </Note>
          )}
          {revoked ? <Note tone="warn">{t('deviceRevoked')}</Note> : null}
          {expired && offlineDriver === null ? (
            <Note tone="good">
              {t('expired')}
              {onDevice ? ` ${t('expiredUnsent')}` : null}
            </Note>
          ) : null}
          {endedByServer && offlineDriver === null ? <Note tone="warn">{t('signedOutByServer')}</Note> : null}
          {firm.setUpNeeded ? <Note tone="good">{t('setUpNeeded')}</Note> : null}
        </>
      }
      below={unsent}
      foot={
        <>
          <Link to={forgotPath}>{t('forgotPassword')}</Link>
          {registerPath === null ? null : <Link to={registerPath}>{t('requestQuote')}</Link>}
        </>
      }
    >
      {secondStep ?? (
        <>
          <Form onSubmit={onSubmit} submit={t('login')} busy={busy} error={error}>
            <TextField
              label={t('email')}
              type="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={email}
              {...field('email')}
            />
            <PasswordField
              label={t('password')}
              autoComplete="current-password"
              show={t('showPassword')}
              {...field('password')}
            />
          </Form>
          {error === null || registerPath === null ? null : (
            <p>
              {t('justRegistered')} <Link to={forgotPath}>{t('sendLinkAgain')}</Link>
            </p>
          )}
          {passkey}
        </>
      )}
    </CentredPage>
  )
}
