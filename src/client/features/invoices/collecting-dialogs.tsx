import { Checkbox } from '@mantine/core'
import {
  dontChargeInvoice,
  dontRemindOfInvoice,
  getInvoice,
  type Invoice,
  promiseToPay,
} from '#contract/v1/invoices.ts'
import { formatDay } from '#domain/dates.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { t } from '#client/ui/core/texts.ts'
import { isUnderWay } from './invoice-charge.ts'

interface DialogProps {
  invoice: Invoice
  onClose: () => void
}

const promiseValues = ({ promisedUntil }: Invoice) => ({ until: promisedUntil ?? '' })
const chargeValues = ({ dontCharge }: Invoice) => ({ dontCharge: dontCharge ?? false })
const remindValues = ({ dontRemind }: Invoice) => ({ dontRemind: dontRemind ?? false })

/** The day by which the customer said they would pay; the invoice is not chased by itself before. */
export function PromiseDialog({ invoice, own = false, onClose }: DialogProps & { own?: boolean }) {
  const { invoiceID, number, version } = invoice
  const latest = useLatest(getInvoice, { invoiceID }, promiseValues)
  return (
    <FormShell
      title={t('Promise to pay: {{number}}', { number })}
      as="dialog"
      endpoint={promiseToPay}
      fixed={{ invoiceID }}
      initial={promiseValues(invoice)}
      required={own ? ['until'] : []}
      toInput={({ until }) => ({ until: until === '' ? null : until })}
      editing={{ version, latest }}
      whole
      labels={{ until: t('Will pay by') }}
      done={t('Promise saved')}
      onClose={onClose}
    >
      {(form) => (
        <>
          {invoice.promiseUntil == null || !own ? null : (
            <p>{t('By {{day}} at the latest. You can do this once.', { day: formatDay(invoice.promiseUntil) })}</p>
          )}
          <DayInput data-autofocus {...form.getInputProps('until')} />
        </>
      )}
    </FormShell>
  )
}

export function DontRemindDialog({ invoice, onClose }: DialogProps) {
  const { invoiceID, number, version } = invoice
  const latest = useLatest(getInvoice, { invoiceID }, remindValues)
  return (
    <FormShell
      title={t('Reminders by themselves: {{number}}', { number })}
      as="dialog"
      endpoint={dontRemindOfInvoice}
      fixed={{ invoiceID }}
      initial={remindValues(invoice)}
      editing={{ version, latest }}
      whole
      labels={{ dontRemind: t('Don’t remind') }}
      done={t('Saved')}
      onClose={onClose}
    >
      {(form) => <Checkbox {...form.getInputProps('dontRemind', { type: 'checkbox' })} />}
    </FormShell>
  )
}

export function DontChargeDialog({ invoice, onClose }: DialogProps) {
  const { invoiceID, number, version, charge } = invoice
  const latest = useLatest(getInvoice, { invoiceID }, chargeValues)
  return (
    <FormShell
      title={t('Automatic payment: {{number}}', { number })}
      as="dialog"
      endpoint={dontChargeInvoice}
      fixed={{ invoiceID }}
      initial={chargeValues(invoice)}
      editing={{ version, latest }}
      whole
      labels={{ dontCharge: t('Leave out of automatic payments') }}
      done={t('Saved')}
      onClose={onClose}
    >
      {(form) => (
        <>
          {isUnderWay(charge) ? <p>{t('A payment is under way and can’t be stopped.')}</p> : null}
          <Checkbox {...form.getInputProps('dontCharge', { type: 'checkbox' })} />
        </>
      )}
    </FormShell>
  )
}
