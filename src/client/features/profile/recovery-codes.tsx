import { useState } from 'react'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { renewRecoveryCodes, type SecondFactor } from '#contract/v1/second-factor.ts'
import { Below, Row, Soft, Tiles } from '#client/ui/core/parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import { PasswordDialog } from './form-dialog.tsx'
import styles from './profile-page.module.css'
import { useCopy } from './use-copy.ts'

/**
 * The codes are shown once, so only the confirmation that they are saved closes the dialog, not Escape or a tap
 * outside.
 */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { email, business } = useAccess().profile
  const copy = useCopy()
  const whose = t('Recovery codes for {{email}} at {{business}}', { email: email ?? '', business: business.name })
  const text = `${whose}\n\n${codes.join('\n')}\n`
  return (
    <Dialog opened onClose={() => undefined} title={t('Save your recovery codes')}>
      <p className="screen-only">
        {t(
          'If you lose your phone or passkey, each of these signs you in once, with your password. They won’t be shown again: keep them somewhere other than your phone.',
        )}
      </p>
      <p className="paper-only">{whose}</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Tiles>
        <Button variant="default" onClick={() => copy(text)}>
          {t('Copy')}
        </Button>
        <Button variant="default" onClick={() => download(t('recovery-codes.txt'), text)}>
          {t('Download')}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {t('Print')}
        </Button>
      </Tiles>
      <Button onClick={onClose}>{t('I have saved them')}</Button>
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
  const { call } = useAccess()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <Below>
      <h3>{t('Recovery codes')}</h3>
      <Soft>{t('Each signs you in once, with your password, if you lose your phone or passkey.')}</Soft>
      <p>
        {left === 0
          ? t('You have none. If you lose your phone or passkey, only the office can let you in again.')
          : plural(left, '{{count}} recovery code left.', '{{count}} recovery codes left.')}
        {left > 0 && left < FEW ? ` ${t('Renew them before they run out.')}` : ''}
      </p>
      <Row>
        <Button variant={left === 0 ? 'filled' : 'default'} onClick={() => setAsking(true)}>
          {t(left === 0 ? 'Make recovery codes' : 'New recovery codes')}
        </Button>
      </Row>
      {asking ? (
        <PasswordDialog
          title={t(left === 0 ? 'Make recovery codes' : 'Make new recovery codes?')}
          submit={t(left === 0 ? 'Make recovery codes' : 'New recovery codes')}
          send={(currentPassword) => call(renewRecoveryCodes, { currentPassword })}
          onDone={({ recoveryCodes }) => {
            close()
            onCodes(recoveryCodes)
          }}
          onClose={close}
        >
          <p>
            {t(
              left === 0
                ? 'You get ten. They are shown once, so have a place ready to keep them.'
                : 'The old ones stop working.',
            )}
          </p>
        </PasswordDialog>
      ) : null}
    </Below>
  )
}
