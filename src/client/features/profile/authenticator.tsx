import { useState } from 'react'
import { beginTotp, removeTotp, type SecondFactor, confirmTotp } from '#contract/v1/second-factor.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { Button } from '#client/ui/core/button.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { QrCode } from '#client/shells/qr-code.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { TextField } from '#client/ui/core/field.tsx'
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
  const { t } = useTranslation('profile')
  const { call, profile } = useAccess()
  const [step, setStep] = useState<Step>(null)
  const { totpSince } = factor
  const setUp = t(totpSince === null ? 'totpSetUp' : 'totpReplace')
  const close = () => setStep(null)
  return (
    <div className={styles.part}>
      <h3 className={styles.subtitle}>{t('totp')}</h3>
      <p className={styles.soft}>{t('totpHow')}</p>
      <p>
        {totpSince === null
          ? t('totpOff')
          : t('totpOn', { day: formatDay(dayOf(new Date(totpSince), profile.config.timeZone)) })}
      </p>
      <div className={styles.acts}>
        <Button variant="default" onClick={() => setStep({ at: 'set-up' })}>
          {setUp}
        </Button>
        {totpSince === null ? null : (
          <Button variant="default" onClick={() => setStep({ at: 'remove' })}>
            {t('totpRemove')}
          </Button>
        )}
      </div>
      {step?.at === 'set-up' ? (
        <PasswordDialog
          title={setUp}
          submit={t('goOn')}
          send={(currentPassword) => call(beginTotp, { currentPassword })}
          onDone={(secret) => setStep({ at: 'confirm', secret })}
          onClose={close}
        >
          <p>{t(totpSince === null ? 'totpSetUpWhy' : 'totpReplaceWhy')}</p>
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
          title={t('totpRemoveTitle')}
          why={t('totpRemoveWhy')}
          left={whatIsLeft(factor, 'app')}
          send={(currentPassword) => call(removeTotp, { currentPassword })}
          onDone={() => {
            close()
            showSuccess(t('totpRemoved'))
            void changed()
          }}
          onClose={close}
        />
      ) : null}
    </div>
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
  const { t } = useTranslation('profile')
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
      <QrCode className={styles.qr} text={uri} label={t('totpQr')} />
      <a className={styles.open} href={uri}>
        {t('totpOpen')}
      </a>
      <p>
        {t('totpSecret')} <code className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Button variant="default" onClick={() => copy(secret)}>
        {t('copyKey')}
      </Button>
    </>
  )
  return (
    <FormDialog title={t('totpScan')} about={about} form={form} submit={t('totpConfirm')} onClose={onClose}>
      <TextField
        label={t('totpCode')}
        description={t('totpCodeHow')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        {...field('code')}
      />
    </FormDialog>
  )
}
