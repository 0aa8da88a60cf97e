import { Checkbox, Textarea, TextInput } from '@mantine/core'
import {
  changeInvoiceAmount,
  getInvoice,
  type Invoice,
  remindNotesOfInvoice,
  writeOffInvoice,
} from '#contract/v1/invoices.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { Fields, MoneyInput, Wide } from '#client/shells/form-parts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

interface DialogProps {
  invoice: Invoice
  onClose: () => void
}

const amountValues = ({ amount }: Invoice) => ({ amount: amount as number | '', reason: '', rebill: false })
const reasonValues = () => ({ reason: '' })
const notesValues = ({ remindNotes }: Invoice) => ({ remindNotes: remindNotes ?? '' })

/** Adjusts an issued invoice. Collections can be billed again only when it goes to $0 (domain.md 11, M2). */
export function UpdateAmountDialog({ invoice, onClose }: DialogProps) {
  const { t } = useTranslation('invoices')
  const { invoiceID, number, version } = invoice
  const latest = useLatest(getInvoice, { invoiceID }, amountValues)
  return (
    <FormShell
      title={t('updateAmountOf', { number })}
      as="dialog"
      endpoint={changeInvoiceAmount}
      fixed={{ invoiceID }}
      initial={amountValues(invoice)}
      required={['amount', 'reason']}
      toInput={({ rebill, ...values }) => ({ ...values, ...(values.amount === 0 && rebill ? { rebill } : {}) })}
      editing={{ version, latest }}
      whole
      labels={{ amount: t('newAmount'), reason: t('reason'), rebill: t('rebill') }}
      done={t('amountUpdated')}
      submit={t('updateAmount')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <p>
            {t('amountNow', { amount: showMoney(nearestCents(invoice.amount)) })}
            {invoice.owing === invoice.amount
              ? null
              : ` ${t('paidNow', { amount: showMoney(nearestCents(invoice.amount) - nearestCents(invoice.owing)) })}`}
          </p>
          <p>{t('updateAmountWhy')}</p>
          <Fields>
            <MoneyInput label={t('newAmount')} withAsterisk data-autofocus {...form.getInputProps('amount')} />
            <Wide>
              <TextInput label={t('reason')} withAsterisk {...form.getInputProps('reason')} />
            </Wide>
            {form.getValues().amount === 0 ? (
              <Wide>
                <Checkbox label={t('rebill')} {...form.getInputProps('rebill', { type: 'checkbox' })} />
              </Wide>
            ) : null}
          </Fields>
        </>
      )}
    </FormShell>
  )
}

export function WriteOffDialog({ invoice: { invoiceID, number, owing, version }, onClose }: DialogProps) {
  const { t } = useTranslation('invoices')
  const latest = useLatest(getInvoice, { invoiceID }, reasonValues)
  return (
    <FormShell
      title={t('writeOffOf', { number })}
      as="dialog"
      endpoint={writeOffInvoice}
      fixed={{ invoiceID }}
      initial={{ reason: '' }}
      required={['reason']}
      editing={{ version, latest }}
      whole
      labels={{ reason: t('reason') }}
      done={t('writtenOff')}
      submit={t('writeOff')}
      danger
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <p>{t('writeOffWhy', { amount: showMoney(nearestCents(owing)) })}</p>
          <TextInput label={t('reason')} withAsterisk data-autofocus {...form.getInputProps('reason')} />
        </>
      )}
    </FormShell>
  )
}

export function RemindNotesDialog({ invoice, onClose }: DialogProps) {
  const { t } = useTranslation('invoices')
  const { invoiceID, number, version } = invoice
  const latest = useLatest(getInvoice, { invoiceID }, notesValues)
  return (
    <FormShell
      title={t('remindNotesOf', { number })}
      as="dialog"
      endpoint={remindNotesOfInvoice}
      fixed={{ invoiceID }}
      initial={notesValues(invoice)}
      required={[]}
      editing={{ version, latest }}
      labels={{ remindNotes: t('remindNotes') }}
      done={t('remindNotesSaved')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <Textarea
          label={t('remindNotes')}
          rows={4}
          resize="vertical"
          data-autofocus
          {...form.getInputProps('remindNotes')}
        />
      )}
    </FormShell>
  )
}
