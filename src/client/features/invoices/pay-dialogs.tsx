import { Textarea } from '@mantine/core'
import { type Invoice, payInvoice } from '#contract/v1/invoices.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { Fields, MoneyInput, Wide } from '#client/shells/form-parts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { PaymentFields, usePaymentLabels } from '#client/shells/payment-fields.tsx'
import { useStanding } from '#client/shells/standing.ts'
import { useToday } from '#client/shells/today.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

interface DialogProps {
  invoice: Invoice
  onClose: () => void
}

/** Records money received for this invoice; what it does not take becomes credit. */
export function RecordPaymentDialog({ invoice: { invoiceID, number, owing }, onClose }: DialogProps) {
  const { t } = useTranslation('invoices')
  const today = useToday()
  return (
    <FormShell
      title={t('recordPaymentOf', { number })}
      as="dialog"
      endpoint={payInvoice}
      fixed={{ invoiceID, type: 'CUSTOMER_INBOUND' }}
      initial={{ amount: owing as number | '', paymentType: '', datePaid: today, notes: '' }}
      required={['amount', 'paymentType', 'datePaid']}
      editing={null}
      labels={usePaymentLabels()}
      done={t('paymentRecorded')}
      submit={t('recordPayment')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => {
        const { amount } = form.getValues()
        const excess = amount === '' ? 0 : nearestCents(amount) - nearestCents(owing)
        const how =
          excess > 0
            ? t('excessIs', { excess: showMoney(excess), owing: showMoney(nearestCents(owing)) })
            : t('excessHow', { amount: showMoney(nearestCents(owing)) })
        return <PaymentFields form={form} amountHow={how} />
      }}
    </FormShell>
  )
}

export function PayFromCreditDialog({ invoice: { invoiceID, customerID, number, owing }, onClose }: DialogProps) {
  const { t } = useTranslation('invoices')
  const labels = usePaymentLabels()
  const standing = useStanding(customerID)
  // The amount is filled in when it opens, so it waits for the credit.
  if (standing === undefined) return null
  const { credit } = standing
  return (
    <FormShell
      title={t('payFromCreditOf', { number })}
      as="dialog"
      endpoint={payInvoice}
      fixed={{ invoiceID, type: 'CUSTOMER_CREDIT_DEDUCT' }}
      initial={{ amount: Math.min(owing, credit) as number | '', notes: '' }}
      required={['amount']}
      editing={null}
      labels={labels}
      done={t('paidFromCredit')}
      submit={t('payFromCredit')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <Fields>
          <MoneyInput
            label={t('amount')}
            description={t('creditAvailable', { amount: showMoney(nearestCents(credit)) })}
            withAsterisk
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <Wide>
            <Textarea label={t('notes')} rows={2} resize="vertical" {...form.getInputProps('notes')} />
          </Wide>
        </Fields>
      )}
    </FormShell>
  )
}
