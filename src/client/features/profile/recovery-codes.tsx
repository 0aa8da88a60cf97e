import { useState } from 'react'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { renewRecoveryCodes, type SecondFactor } from '#contract/v1/second-factor.ts'
import { useAccess } from './access.tsx'
import { PasswordDialog } from './form-dialog.tsx'
import styles from './profile-page.module.css'
import { useCopy } from './use-copy.ts'

/**
 * The codes are shown once, so only the confirmation that they are saved closes the dialog, not Escape or a tap
 * outside.
 */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { email, business } = useAccess().profile
  const copy = useCopy()
  const whose = t('codesPrinted', { email: email ?? '', business: business.name })
  const text = `${whose}\n\n${codes.join('\n')}\n`
  return (
    <Dialog opened onClose={() => undefined} title={t('codesTitle')}>
      <div className={styles.dialog}>
        <p className={styles.screenOnly}>{t('codesWhy')}</p>
        <p className={styles.paperOnly}>{whose}</p>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles.threeActs}>
          <Button variant="default" onClick={() => copy(text)}>
            {t('copy')}
          </Button>
          <Button variant="default" onClick={() => download(t('codesFile'), text)}>
            {t('download')}
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            {t('print')}
          </Button>
        </div>
        <Button onClick={onClose}>{t('codesSaved')}</Button>
      </div>
    </Dialog>
  )
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

interface OwnRecoveryCodesProps {
  factor: SecondFactor
  onCodes: (codes: readonly string[]) => void
}

const FEW = 3

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
