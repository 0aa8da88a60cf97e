import { confirmTotp } from '#contract/v1/second-factor.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { Button } from '#client/ui/core/button.tsx'
import { TextField } from '#client/ui/core/field.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import { FormDialog } from './form-dialog.tsx'
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

/** The secret as a QR code and as text; it becomes active once a code generated from it is confirmed. */
export function ConfirmApp({ secret: { secret, uri }, onCodes, onClose }: ConfirmAppProps) {
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
