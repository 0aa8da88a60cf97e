import { NativeSelect, TextInput } from '@mantine/core'
import type { ListedInvoice } from '#contract/v1/invoices.ts'
import { bulkInvoices } from '#contract/v1/tasks.ts'
import { showDollars } from '#domain/money.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { paymentLabels, paymentTypes } from '#client/shells/payment-fields.tsx'
import { useToday } from '#client/shells/today.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { useToTasks } from './to-tasks.ts'

interface BulkPayDialogProps {
  /** The selected invoices; paid ones among them are left out. */
  rows: readonly ListedInvoice[]
  onClose: () => void
  onDone: () => void
}

/** Records a payment of what each invoice owes: one date, type and reference for all. */
export function BulkPayDialog({ rows, onClose, onDone }: BulkPayDialogProps) {
  const today = useToday()
  const toTasks = useToTasks()
  const types = paymentTypes()
  const open = rows.filter(({ owing }) => owing > 0)
  const paid = rows.length - open.length
  const amount = showDollars(sumDollars(open.map(({ owing }) => owing)))
  const onItsWay = new Map(open.map(({ customerID, onItsWay: money = 0 }) => [customerID, money]))
  const payers = [...onItsWay.values()].filter((money) => money > 0)
  return (
    <FormShell
      title={plural(rows.length, 'Record payments: {{count}} invoice', 'Record payments: {{count, number}} invoices')}
      as="dialog"
      endpoint={bulkInvoices}
      fixed={{ action: 'pay', invoiceIDs: rows.map(({ invoiceID }) => invoiceID) }}
      initial={{ paymentType: '', datePaid: today, notes: '' }}
      required={['paymentType', 'datePaid']}
      toInput={({ paymentType, datePaid, notes }) => ({
        payment: { paymentType: paymentType || undefined, datePaid, ...(notes === '' ? {} : { notes }) },
      })}
      labels={{ ...paymentLabels(), notes: t('Reference') }}
      done={t('Started')}
      submit={t('Record payments')}
      onClose={onClose}
      onSaved={() => {
        onDone()
        toTasks()
      }}
    >
      {(form) => (
        <>
          <p>
            {plural(
              open.length,
              '{{amount}} for {{count}} invoice, which is paid in full.',
              '{{amount}} for {{count, number}} invoices. Each is paid in full.',
              { amount },
            )}
            {paid === 0
              ? ''
              : ` ${plural(paid, '{{count}} owes nothing and is left out.', '{{count, number}} owe nothing and are left out.')}`}
          </p>
          {payers.length === 0 ? null : (
            <p>
              {plural(
                payers.length,
                '{{count}} customer’s card payment or bank debit of {{onItsWay}} is on its way too. What is paid twice becomes credit.',
                '{{count, number}} customers’ card payments and bank debits of {{onItsWay}} are on their way too. What is paid twice becomes credit.',
                { onItsWay: showDollars(sumDollars(payers)) },
              )}
            </p>
          )}
          <Fields>
            <NativeSelect data={types} data-autofocus {...form.getInputProps('paymentType')} />
            <DayInput maxDate={today} {...form.getInputProps('datePaid')} />
            <Wide>
              <TextInput description={t('Kept in the notes of each payment.')} {...form.getInputProps('notes')} />
            </Wide>
          </Fields>
        </>
      )}
    </FormShell>
  )
}
