import { Textarea } from '@mantine/core'
import { type Invoice, payInvoice } from '#contract/v1/invoices.ts'
import { showDollars } from '#domain/money.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { Fields, MoneyInput, Wide } from '#client/shells/form-parts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { PaymentFields, paymentLabels } from '#client/shells/payment-fields.tsx'
import { useStanding } from '#client/shells/standing.ts'
import { useToday } from '#client/shells/today.ts'
import { t } from '#client/ui/core/texts.ts'

interface DialogProps {
  invoice: Invoice
  onClose: () => void
}

/** Records money received for this invoice; what it does not take becomes credit. */
export function RecordPaymentDialog({ invoice: { invoiceID, number, owing }, onClose }: DialogProps) {
  const today = useToday()
  return (
    <FormShell
      title={t('Record payment: {{number}}', { number })}
      as="dialog"
      endpoint={payInvoice}
      fixed={{ invoiceID, type: 'CUSTOMER_INBOUND' }}
      initial={{ amount: owing as number | '', paymentType: '', datePaid: today, notes: '' }}
      required={['amount', 'paymentType', 'datePaid']}
      editing={null}
      labels={paymentLabels()}
      done={t('Payment recorded')}
      submit={t('Record payment')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => {
        const { amount } = form.getValues()
        const excess = amount === '' ? 0 : sumDollars([amount, -owing])
        const how =
          excess > 0
            ? t('{{owing}} is owing. {{excess}} becomes credit.', {
                excess: showDollars(excess),
                owing: showDollars(owing),
              })
            : t('More than {{amount}} becomes credit.', { amount: showDollars(owing) })
        return <PaymentFields form={form} amountHow={how} />
      }}
    </FormShell>
  )
}

export function PayFromCreditDialog({ invoice: { invoiceID, customerID, number, owing }, onClose }: DialogProps) {
  const standing = useStanding(customerID)
  // The amount is filled in when it opens, so it waits for the credit.
  if (standing === undefined) return null
  const { credit } = standing
  return (
    <FormShell
      title={t('Pay {{number}} from credit', { number })}
      as="dialog"
      endpoint={payInvoice}
      fixed={{ invoiceID, type: 'CUSTOMER_CREDIT_DEDUCT' }}
      initial={{ amount: Math.min(owing, credit) as number | '', notes: '' }}
      required={['amount']}
      editing={null}
      labels={paymentLabels()}
      done={t('Paid from credit')}
      submit={t('Pay from credit')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <Fields>
          <MoneyInput
            description={t('Credit available: {{amount}}', { amount: showDollars(credit) })}
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <Wide>
            <Textarea rows={2} resize="vertical" {...form.getInputProps('notes')} />
          </Wide>
        </Fields>
      )}
    </FormShell>
  )
}
