import { Textarea } from '@mantine/core'
import { sendQuotation } from '#contract/v1/requests.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { MoneyInput } from '#client/shells/form-parts.tsx'
import { NoMailServer } from '#client/shells/no-mail-server.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Request } from './use-request.ts'

type Values = { price: number | ''; message: string }

export function QuotationDialog({
  request: { customerID, fullName, email, amount },
  onClose,
}: {
  request: Request
  onClose: () => void
}) {
  return (
    <FormShell
      title={t('Send a quotation to {{name}}', { name: fullName })}
      as="dialog"
      endpoint={sendQuotation}
      fixed={{ customerID }}
      initial={{ price: amount, message: '' } as Values}
      required={['price']}
      editing={null}
      labels={{ price: t('Price'), message: t('Message') }}
      done={t('Quotation sent')}
      mails={email !== null}
      submit={t('Send quotation')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          {email === null ? null : <NoMailServer when="before" />}
          <p>
            {email === null
              ? t('No email to send it to. Add one first.')
              : t(
                  '{{email}} gets an email with the price, the scheme, the next three weeks in the area and a link to accept.',
                  { email },
                )}
          </p>
          <MoneyInput
            label={t('Price')}
            description={t(
              'Per bag; rubbish removal: in total. If you change the price, they’ll need to accept it again.',
            )}
            withAsterisk
            data-autofocus
            {...form.getInputProps('price')}
          />
          <Textarea
            label={t('Message')}
            description={t('Your own words, added to the email.')}
            rows={3}
            resize="vertical"
            {...form.getInputProps('message')}
          />
        </>
      )}
    </FormShell>
  )
}
