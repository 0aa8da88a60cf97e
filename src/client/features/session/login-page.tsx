import type { ReactNode } from 'react'
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
import { t } from '#client/ui/core/texts.ts'
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
      title={t('Welcome back!')}
      notice={
        <>
          {firm.notice ? <FirmNotice text={firm.notice} /> : null}
          {siteDataBlocked === null ? null : <Note tone="bad">{siteDataBlocked}</Note>}
          {offlineDriver === null ? null : (
            <Note tone="warn">
              <span>
                {t('{{name}}, your stops are on this phone. What you record is saved and sent once you sign in.', {
                  name: offlineDriver.fullName,
                })}
              </span>
              <Button variant="default" onClick={onGoOffline}>
                {t('Continue offline')}
              </Button>
            </Note>
          )}
          {revoked ? (
            <Note tone="warn">
              {t(
                'The office has blocked this phone. What was recorded on it has been sent, or is listed below; the stops are gone from it. To use it again, ask the office.',
              )}
            </Note>
          ) : null}
          {expired && offlineDriver === null ? (
            <Note tone="good">
              {t('You were signed in for 90 days. Please sign in again.')}
              {onDevice ? ` ${t('Unsent work is kept on this phone.')}` : null}
            </Note>
          ) : null}
          {endedByServer && offlineDriver === null ? (
            <Note tone="warn">{t('Please sign in again. Nothing you saved is lost.')}</Note>
          ) : null}
          {firm.setUpNeeded ? (
            <Note tone="good">{t('Not set up yet. Open the one-time link the server printed when it started.')}</Note>
          ) : null}
        </>
      }
      below={unsent}
      foot={
        <>
          <Link to={forgotPath}>{t('Forgot password?')}</Link>
          {registerPath === null ? null : <Link to={registerPath}>{t('Request a Quote or Register')}</Link>}
        </>
      }
    >
      {secondStep ?? (
        <>
          <Form onSubmit={onSubmit} submit={t('Login')} busy={busy} error={error}>
            <TextField
              label={t('Email')}
              type="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={email}
              {...field('email')}
            />
            <PasswordField
              label={t('Password')}
              autoComplete="current-password"
              show={t('Show password')}
              {...field('password')}
            />
          </Form>
          {error === null || registerPath === null ? null : (
            <p>
              {firm.sendsMail === false ? (
                t('Just registered? We’ll contact you to confirm your email first.')
              ) : (
                <>
                  {t('Just registered? Open the link we emailed you first.')}{' '}
                  <Link to={forgotPath}>{t('Send it again')}</Link>
                </>
              )}
            </p>
          )}
          {passkey}
        </>
      )}
    </CentredPage>
  )
}
