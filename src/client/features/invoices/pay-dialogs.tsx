import { Textarea } from '@mantine/core'
import { type Invoice, payInvoice } from '#contract/v1/invoices.ts'
import { showDollars } from '#domain/money.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { PaymentEffect } from '#client/shells/account-effect.tsx'
import { askEnteredAlready } from '#client/shells/entered-already.tsx'
import { Fields, MoneyInput, Wide } from '#client/shells/form-parts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { PaymentFields, paymentLabels } from '#client/shells/payment-fields.tsx'
import { useStanding } from '#client/shells/standing.ts'
import { useToday } from '#client/shells/today.ts'
import { t } from '#client/ui/core/texts.ts'

interface DialogProps {
  invoice: Invoice
  /** AUD that stands written off; the money takes it back. */
  writtenOff: number
  onClose: () => void
}

/** Records money received for this invoice, and says what it pays. */
export function RecordPaymentDialog({ invoice, writtenOff, onClose }: DialogProps) {
  const { invoiceID, customerID, number, owing } = invoice
  const takes = sumDollars([owing, writtenOff])
  const today = useToday()
  return (
    <FormShell
      title={t('Record payment: {{number}}', { number })}
      as="dialog"
      endpoint={payInvoice}
      fixed={{ invoiceID, type: 'CUSTOMER_INBOUND' }}
      initial={{ amount: takes as number | '', paymentType: '', datePaid: today, notes: '' }}
      required={['amount', 'paymentType', 'datePaid']}
      labels={paymentLabels()}
      done={t('Payment recorded')}
      submit={t('Record payment')}
      renderQuestion={askEnteredAlready}
      onClose={onClose}
    >
      {(form) => {
        const { amount, paymentType, datePaid } = form.getValues()
        const how =
          writtenOff > 0
            ? recoveredWords(amount === '' ? 0 : sumDollars([amount, -takes]), writtenOff)
            : t('{{owing}} is owing.', { owing: showDollars(owing) })
        return (
          <>
            <PaymentFields form={form} amountHow={how} />
            <PaymentEffect {...{ customerID, invoiceID, amount, paymentType, datePaid }} />
          </>
        )
      }}
    </FormShell>
  )
}

/** @param excess of the payment over what the invoice can take, AUD; below zero: so much stays written off */
function recoveredWords(excess: number, writtenOff: number): string {
  const words = { amount: showDollars(writtenOff), rest: showDollars(-excess) }
  return excess < 0
    ? t('{{amount}} was written off. {{rest}} stays written off.', words)
    : t('{{amount}} was written off. This payment recovers all of it.', words)
}

export function PayFromCreditDialog({ invoice, writtenOff, onClose }: DialogProps) {
  const { invoiceID, customerID, number } = invoice
  // Of an invoice that owes nothing, credit recovers the written-off debt.
  const owing = invoice.owing > 0 ? invoice.owing : writtenOff
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
      labels={paymentLabels()}
      done={t('Paid from credit')}
      submit={t('Pay from credit')}
      onClose={onClose}
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
