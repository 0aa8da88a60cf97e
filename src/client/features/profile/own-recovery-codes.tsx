import { useState } from 'react'
import { renewRecoveryCodes, type SecondFactor } from '#contract/v1/second-factor.ts'
import { Button } from '#client/ui/core/button.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import styles from './profile-page.module.css'

interface OwnRecoveryCodesProps {
  factor: SecondFactor
  onCodes: (codes: readonly string[]) => void
}

/** With fewer codes than this the page recommends new ones. */
const FEW = 3

/** The number of unused codes, and a button for new ones: for users with an authenticator app, passkeys or both. */
export function OwnRecoveryCodes({ factor: { recoveryCodesLeft: left }, onCodes }: OwnRecoveryCodesProps) {
  const { t } = useTranslation('profile')
  const { call } = useAccess()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <div className={styles.part}>
      <h3 className={styles.subtitle}>{t('codes')}</h3>
      <p className={styles.soft}>{t('codesHow')}</p>
      <p>
        {left === 0 ? t('codesNone') : t('codesLeft', { count: left })}
        {left > 0 && left < FEW ? ` ${t('codesFew')}` : ''}
      </p>
      <div className={styles.acts}>
        <Button variant={left === 0 ? 'filled' : 'default'} onClick={() => setAsking(true)}>
          {t(left === 0 ? 'codesMake' : 'codesRenew')}
        </Button>
      </div>
      {asking ? (
        <PasswordDialog
          title={t(left === 0 ? 'codesMakeTitle' : 'codesRenewTitle')}
          submit={t(left === 0 ? 'codesMake' : 'codesRenew')}
          send={(currentPassword) => call(renewRecoveryCodes, { currentPassword })}
          onDone={({ recoveryCodes }) => {
            close()
            onCodes(recoveryCodes)
          }}
          onClose={close}
        >
          <p>{t(left === 0 ? 'codesMakeWhy' : 'codesRenewWhy')}</p>
        </PasswordDialog>
      ) : null}
    </div>
  )
}
