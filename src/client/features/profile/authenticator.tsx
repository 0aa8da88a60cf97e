import { useState } from 'react'
import { beginTotp, removeTotp, renewRecoveryCodes, type SecondFactor } from '#contract/v1/second-factor.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { Button } from '#client/ui/button.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'
import { useAccess } from './access.tsx'
import { ConfirmApp, type TotpSecret } from './confirm-app.tsx'
import { isLastAsked } from './factor-rules.ts'
import { PasswordDialog } from './password-dialog.tsx'
import styles from './profile-page.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

interface AuthenticatorProps {
  factor: SecondFactor
  again: () => Promise<void>
}

/** Below so many codes the page says to renew them. */
const FEW = 3

/** What is shown over the page; secret and codes live in it and are gone when it closes. */
type Step =
  | { at: 'set-up' | 'renew' | 'remove' }
  | { at: 'confirm'; secret: TotpSecret }
  | { at: 'codes'; codes: readonly string[] }
  | null

export function Authenticator({ factor, again }: AuthenticatorProps) {
  const { t } = useTranslation('profile')
  const { call, profile, refreshProfile } = useAccess()
  const [step, setStep] = useState<Step>(null)
  const { totpSince, recoveryCodesLeft: left } = factor
  const close = () => setStep(null)
  const changed = () => Promise.all([again(), refreshProfile()])
  const showCodes = (codes: readonly string[]) => {
    setStep({ at: 'codes', codes })
    void changed()
  }
  return (
    <div className={styles.part}>
      <h3 className={styles.subtitle}>{t('totp')}</h3>
      <p className={styles.soft}>{t('totpHow')}</p>
      {totpSince === null ? (
        <>
          <p>{t('totpOff')}</p>
          <div className={styles.acts}>
            <Button variant="default" onClick={() => setStep({ at: 'set-up' })}>
              {t('totpSetUp')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            {t('totpOn', { day: formatDay(dayOf(new Date(totpSince), profile.config.timeZone)) })}{' '}
            {t('codesLeft', { count: left })}
            {left < FEW ? ` ${t('codesFew')}` : ''}
          </p>
          <div className={styles.acts}>
            <Button variant="default" onClick={() => setStep({ at: 'renew' })}>
              {t('codesRenew')}
            </Button>
            <Button variant="default" onClick={() => setStep({ at: 'remove' })}>
              {t('totpRemove')}
            </Button>
          </div>
        </>
      )}
      {step?.at === 'set-up' ? (
        <PasswordDialog
          title={t('totpSetUp')}
          submit={t('goOn')}
          send={(currentPassword) => call(beginTotp, { currentPassword })}
          onDone={(secret) => setStep({ at: 'confirm', secret })}
          onClose={close}
        >
          <p>{t('totpSetUpWhy')}</p>
        </PasswordDialog>
      ) : null}
      {step?.at === 'confirm' ? <ConfirmApp secret={step.secret} onCodes={showCodes} onClose={close} /> : null}
      {step?.at === 'codes' ? <RecoveryCodes codes={step.codes} onClose={close} /> : null}
      {step?.at === 'renew' ? (
        <PasswordDialog
          title={t('codesRenewTitle')}
          submit={t('codesRenew')}
          send={(currentPassword) => call(renewRecoveryCodes, { currentPassword })}
          onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
          onClose={close}
        >
          <p>{t('codesRenewWhy')}</p>
        </PasswordDialog>
      ) : null}
      {step?.at === 'remove' ? (
        <PasswordDialog
          title={t('totpRemoveTitle')}
          submit={t('remove')}
          send={(currentPassword) => call(removeTotp, { currentPassword })}
          onDone={() => {
            close()
            showSuccess(t('totpRemoved'))
            void changed()
          }}
          onClose={close}
        >
          <p>{t('totpRemoveWhy')}</p>
          {isLastAsked(factor) ? <p>{t('removeLast')}</p> : null}
        </PasswordDialog>
      ) : null}
    </div>
  )
}
