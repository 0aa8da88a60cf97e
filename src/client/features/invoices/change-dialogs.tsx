import { Checkbox, Textarea, TextInput } from '@mantine/core'
import {
  changeInvoiceAmount,
  getInvoice,
  type Invoice,
  previewAmount,
  remindNotesOfInvoice,
  writeOffInvoice,
} from '#contract/v1/invoices.ts'
import { showDollars } from '#domain/money.ts'
import { accountInWords, useTriedOut } from '#client/shells/account-effect.tsx'
import { Fields, MoneyInput, Wide } from '#client/shells/form-parts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { settledOf } from './standings.ts'

interface DialogProps {
  invoice: Invoice
  onClose: () => void
}

const amountValues = ({ amount }: Invoice) => ({ amount: amount as number | '', reason: '', rebill: false })
const reasonValues = () => ({ reason: '' })
const notesValues = ({ remindNotes }: Invoice) => ({ remindNotes: remindNotes ?? '' })

/** Adjusts an issued invoice. Collections can be billed again only when it goes to $0 (domain.md 11, M2). */
export function UpdateAmountDialog({ invoice, onClose }: DialogProps) {
  const { invoiceID, number, version } = invoice
  const latest = useLatest(getInvoice, { invoiceID }, amountValues)
  const { off, paid } = settledOf(invoice)
  return (
    <FormShell
      title={t('Update amount: {{number}}', { number })}
      as="dialog"
      endpoint={changeInvoiceAmount}
      fixed={{ invoiceID }}
      initial={amountValues(invoice)}
      required={['amount', 'reason']}
      toInput={({ rebill, ...values }) => ({ ...values, ...(values.amount === 0 && rebill ? { rebill } : {}) })}
      editing={{ version, latest }}
      whole
      labels={{
        amount: t('New amount'),
        reason: t('Reason'),
        rebill: t('Bill these collections again on the next invoice'),
      }}
      done={t('Amount updated')}
      submit={t('Update amount')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            {t('The amount is {{amount}} now.', { amount: showDollars(invoice.amount) })}
            {paid === 0 ? null : ` ${t('{{amount}} of it is paid.', { amount: showDollars(paid) })}`}
            {off === 0 ? null : ` ${t('{{amount}} of it is written off.', { amount: showDollars(off) })}`}
          </p>
          <p>{t('Creates an adjustment note.')}</p>
          <Fields>
            <MoneyInput data-autofocus {...form.getInputProps('amount')} />
            <Wide>
              <TextInput {...form.getInputProps('reason')} />
            </Wide>
            {form.getValues().amount === 0 ? (
              <Wide>
                <Checkbox {...form.getInputProps('rebill', { type: 'checkbox' })} />
              </Wide>
            ) : null}
          </Fields>
          <AmountEffect invoice={invoice} typed={form.getValues().amount} />
        </>
      )}
    </FormShell>
  )
}

/** What the typed amount does to the invoice and the customer's account. */
function AmountEffect({ invoice: { invoiceID, amount, number }, typed }: { invoice: Invoice; typed: number | '' }) {
  const isNew = typed !== '' && typed !== amount
  const { data, error, refetch } = useTriedOut(previewAmount, isNew ? { invoiceID, amount: typed } : null)
  if (data === undefined) return <StaleNotice inline error={error} onRetry={refetch} />
  const { difference, gstDifference, invoiceOwing, released, owing } = data
  const signed = (dollars: number) => `${dollars < 0 ? '−' : '+'}${showDollars(Math.abs(dollars))}`
  const words = { difference: signed(difference), gst: signed(gstDifference) }
  return (
    <Note tone={difference < 0 && owing === 0 ? 'good' : 'warn'}>
      {[
        gstDifference === 0
          ? t('The adjustment is {{difference}}, without GST.', words)
          : t('The adjustment is {{difference}}, {{gst}} of it GST.', words),
        ...(released > 0 ? [t('{{amount}} that was paid becomes credit.', { amount: showDollars(released) })] : []),
        t('{{number}} then owes {{owing}}.', { number, owing: showDollars(invoiceOwing) }),
        ...accountInWords(data),
      ].join(' ')}
    </Note>
  )
}

export function WriteOffDialog({ invoice: { invoiceID, number, owing, version }, onClose }: DialogProps) {
  const latest = useLatest(getInvoice, { invoiceID }, reasonValues)
  return (
    <FormShell
      title={t('Write off {{number}}', { number })}
      as="dialog"
      endpoint={writeOffInvoice}
      fixed={{ invoiceID }}
      initial={{ reason: '' }}
      required={['reason']}
      editing={{ version, latest }}
      whole
      labels={{ reason: t('Reason') }}
      done={t('Invoice written off')}
      submit={t('Write off')}
      danger
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            {t('{{amount}} is written off as a bad debt. The invoice and its GST stay.', {
              amount: showDollars(owing),
            })}
          </p>
          <TextInput data-autofocus {...form.getInputProps('reason')} />
        </>
      )}
    </FormShell>
  )
}

export function RemindNotesDialog({ invoice, onClose }: DialogProps) {
  const { invoiceID, number, version } = invoice
  const latest = useLatest(getInvoice, { invoiceID }, notesValues)
  return (
    <FormShell
      title={t('Remind notes: {{number}}', { number })}
      as="dialog"
      endpoint={remindNotesOfInvoice}
      fixed={{ invoiceID }}
      initial={notesValues(invoice)}
      editing={{ version, latest }}
      labels={{ remindNotes: t('Remind notes') }}
      done={t('Remind notes saved')}
      onClose={onClose}
    >
      {(form) => <Textarea rows={4} resize="vertical" data-autofocus {...form.getInputProps('remindNotes')} />}
    </FormShell>
  )
}
