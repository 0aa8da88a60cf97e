import { useState } from 'react'
import { beginTotp, removeTotp, type SecondFactor } from '#contract/v1/second-factor.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { Button } from '#client/ui/core/button.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import { ConfirmApp, type TotpSecret } from './confirm-app.tsx'
import { whatIsLeft } from './factor-rules.ts'
import { PasswordDialog } from './password-dialog.tsx'
import styles from './profile-page.module.css'
import { RemoveFactor } from './remove-factor.tsx'

interface AuthenticatorProps {
  factor: SecondFactor
  changed: () => Promise<unknown>
  onCodes: (codes: readonly string[]) => void
}

/** The open dialog; the secret is part of this state and is dropped when it closes. */
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
