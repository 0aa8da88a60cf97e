import { Textarea } from '@mantine/core'
import { sendQuotation } from '#contract/v1/requests.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { MoneyInput } from '#client/shells/form-parts.tsx'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { useMayChangeMoney } from '#client/shells/role.tsx'
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
  const hasMailServer = useHasMailServer()
  const setsPrices = useMayChangeMoney()
  return (
    <FormShell
      title={t('Send a quotation to {{name}}', { name: fullName })}
      as="dialog"
      endpoint={sendQuotation}
      fixed={{ customerID }}
      initial={{ price: amount, message: '' } as Values}
      required={['price']}
      labels={{ price: t('Price'), message: t('Message') }}
      done={t('Sending the email')}
      mails={email !== null}
      submit={t('Send quotation')}
      onClose={onClose}
    >
      {(form) => (
        <>
          {email === null ? null : <NoMailServer when="before" />}
          {email === null ? (
            <p>{t('No email to send it to. Add one first.')}</p>
          ) : hasMailServer ? (
            <p>
              {t(
                '{{email}} gets an email with the price, the scheme, the next three weeks in the area and a link to accept.',
                { email },
              )}
            </p>
          ) : null}
          <MoneyInput
            description={t(
              'Per bag; rubbish removal: in total. If you change the price, they’ll need to accept it again.',
            )}
            data-autofocus
            disabled={!setsPrices}
            {...form.getInputProps('price')}
          />
          <Textarea
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
