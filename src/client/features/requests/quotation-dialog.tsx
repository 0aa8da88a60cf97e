import { Textarea } from '@mantine/core'
import { sendQuotation } from '#contract/v1/requests.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { MoneyInput } from '#client/shells/form-parts.tsx'
import { NoMailServer } from '#client/shells/no-mail-server.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Request } from './use-request.ts'

type Values = { price: number | ''; message: string }

export function QuotationDialog({
  request: { customerID, fullName, email, amount },
  onClose,
}: {
  request: Request
  onClose: () => void
}) {
  const { t } = useTranslation('requests')
  return (
    <FormShell
      title={t('sendTitle', { name: fullName })}
      as="dialog"
      endpoint={sendQuotation}
      fixed={{ customerID }}
      initial={{ price: amount, message: '' } as Values}
      required={['price']}
      editing={null}
      labels={{ price: t('price'), message: t('message') }}
      done={t('sent')}
      mails={email !== null}
      submit={t('sendQuotation')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          {email === null ? null : <NoMailServer when="before" />}
          <p>{email === null ? t('noEmail') : t('sendTo', { email })}</p>
          <MoneyInput
            label={t('price')}
            description={t('priceHow')}
            withAsterisk
            data-autofocus
            {...form.getInputProps('price')}
          />
          <Textarea
            label={t('message')}
            description={t('messageHow')}
            rows={3}
            resize="vertical"
            {...form.getInputProps('message')}
          />
        </>
      )}
    </FormShell>
  )
}
