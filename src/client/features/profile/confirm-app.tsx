import { confirmTotp } from '#contract/v1/second-factor.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'
import { useAccess } from './access.tsx'
import styles from './profile-page.module.css'
import { QrCode } from './qr-code.tsx'
import { useCopy } from './use-copy.ts'

export interface TotpSecret {
  readonly secret: string
  /** `otpauth:` address of the same secret. */
  readonly uri: string
}

interface ConfirmAppProps {
  secret: TotpSecret
  onCodes: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** The secret as a QR code and to copy; it counts once a code made of it is confirmed. */
export function ConfirmApp({ secret: { secret, uri }, onCodes, onClose }: ConfirmAppProps) {
  const { t } = useTranslation('profile')
  const { call } = useAccess()
  const copy = useCopy()
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['code'],
    schema: confirmTotp.input,
    fieldOf: { code_wrong: 'code' },
    send: ({ code }) => call(confirmTotp, { code }),
    onDone: (value) => onCodes((value as { recoveryCodes: string[] }).recoveryCodes),
  })
  return (
    <Dialog opened onClose={onClose} title={t('totpScan')}>
      <div className={styles.dialog}>
        <QrCode text={uri} label={t('totpQr')} />
        <a className={styles.open} href={uri}>
          {t('totpOpen')}
        </a>
        <p>
          {t('totpSecret')} <code className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <Button variant="default" onClick={() => copy(secret)}>
          {t('copyKey')}
        </Button>
        <Form onSubmit={onSubmit} submit={t('totpConfirm')} busy={busy} error={error}>
          <TextField
            label={t('totpCode')}
            description={t('totpCodeHow')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            {...field('code')}
          />
        </Form>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
