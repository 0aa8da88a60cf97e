import { useState } from 'react'
import { beginTotp, removeTotp, type SecondFactor, confirmTotp } from '#contract/v1/second-factor.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { QrCode } from '#client/shells/qr-code.tsx'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { TextField } from '#client/ui/core/field.tsx'
import { Below, Row, Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import { whatIsLeft, RemoveFactor } from './remove-factor.tsx'
import { PasswordDialog, FormDialog } from './form-dialog.tsx'
import { useCopy } from './use-copy.ts'
import styles from './profile-page.module.css'

interface AuthenticatorProps {
  factor: SecondFactor
  changed: () => Promise<unknown>
  onCodes: (codes: readonly string[]) => void
}

/** The open dialog. The secret is part of this state and is dropped when it closes. */
type Step = { at: 'set-up' | 'remove' } | { at: 'confirm'; secret: TotpSecret } | null

export function Authenticator({ factor, changed, onCodes }: AuthenticatorProps) {
  const { call, profile } = useAccess()
  const [step, setStep] = useState<Step>(null)
  const { totpSince } = factor
  const setUp = t(totpSince === null ? 'Set up an authenticator app' : 'Replace app')
  const close = () => setStep(null)
  return (
    <Below>
      <h3>{t('Authenticator app')}</h3>
      <Soft>{t('After your password, you enter a six-digit code from an app on your phone.')}</Soft>
      <p>
        {totpSince === null
          ? t('Not set up.')
          : t('Set up on {{day}}.', { day: formatDay(dayOf(new Date(totpSince), profile.config.timeZone)) })}
      </p>
      <Row>
        <Button variant="default" onClick={() => setStep({ at: 'set-up' })}>
          {setUp}
        </Button>
        {totpSince === null ? null : (
          <Button variant="default" onClick={() => setStep({ at: 'remove' })}>
            {t('Remove app')}
          </Button>
        )}
      </Row>
      {step?.at === 'set-up' ? (
        <PasswordDialog
          title={setUp}
          submit={t('Continue')}
          send={(currentPassword) => call(beginTotp, { currentPassword })}
          onDone={(secret) => setStep({ at: 'confirm', secret })}
          onClose={close}
        >
          <p>
            {t(
              totpSince === null
                ? 'Enter your password to continue.'
                : 'For a new phone. The app you have now keeps working until you confirm a code of the new one. Then you get new recovery codes, and the old ones stop working.',
            )}
          </p>
        </PasswordDialog>
      ) : null}
      {step?.at === 'confirm' ? (
        <ConfirmApp
          secret={step.secret}
          onCodes={(codes) => {
            close()
            onCodes(codes)
          }}
          onClose={close}
        />
      ) : null}
      {step?.at === 'remove' ? (
        <RemoveFactor
          title={t('Remove the authenticator app?')}
          why={t('You’ll sign in without its code.')}
          left={whatIsLeft(factor, 'app')}
          send={(currentPassword) => call(removeTotp, { currentPassword })}
          onDone={() => {
            close()
            showSuccess(t('Authenticator app removed'))
            void changed()
          }}
          onClose={close}
        />
      ) : null}
    </Below>
  )
}

interface TotpSecret {
  readonly secret: string
  /** `otpauth:` address of the same secret. */
  readonly uri: string
}

interface ConfirmAppProps {
  secret: TotpSecret
  onCodes: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** The secret becomes active once a code generated from it is confirmed. */
function ConfirmApp({ secret: { secret, uri }, onCodes, onClose }: ConfirmAppProps) {
  const { call } = useAccess()
  const copy = useCopy()
  const { field, ...form } = useAnsweredForm({
    names: ['code'],
    schema: confirmTotp.input,
    fieldOf: { code_wrong: 'code' },
    send: ({ code }) => call(confirmTotp, { code }),
    onDone: (value) => onCodes((value as { recoveryCodes: string[] }).recoveryCodes),
  })
  const about = (
    <>
      <QrCode className={styles.qr} text={uri} label={t('QR code for your authenticator app')} />
      <a className={buttonLook('subtle')} href={uri}>
        {t('Open an authenticator app on this device')}
      </a>
      <p>
        {t('Or type this key into the app:')}{' '}
        <code className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Button variant="default" onClick={() => copy(secret)}>
        {t('Copy key')}
      </Button>
    </>
  )
  return (
    <FormDialog
      title={t('Scan this with your authenticator app')}
      about={about}
      form={form}
      submit={t('Confirm')}
      onClose={onClose}
    >
      <TextField
        label={t('Code from the app')}
        description={t('Six digits. They change every 30 seconds.')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        {...field('code')}
      />
    </FormDialog>
  )
}
