import { Textarea } from '@mantine/core'
import { createTransaction, type Transaction } from '#contract/v1/transactions.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { t } from '#client/ui/core/texts.ts'

interface DialogProps {
  transaction: Transaction
  onClose: () => void
}

/** Adds a counter-row with its reason; nothing is deleted (domain.md 7). */
export function ReverseDialog({ transaction: { transactionID, refId, name, amount }, onClose }: DialogProps) {
  return (
    <FormShell
      title={t('Reverse {{number}}', { number: refId })}
      as="dialog"
      endpoint={createTransaction}
      fixed={{ reverses: transactionID }}
      initial={{ notes: '' }}
      required={['notes']}
      editing={null}
      labels={{ notes: t('Reason') }}
      done={t('Reversed')}
      submit={t('Reverse')}
      danger
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <p>
            {t('{{amount}} of {{name}} is reversed. Both entries stay in the ledger.', {
              amount: showMoney(nearestCents(amount)),
              name,
            })}
          </p>
          <Textarea
            label={t('Reason')}
            withAsterisk
            rows={2}
            resize="vertical"
            data-autofocus
            {...form.getInputProps('notes')}
          />
        </>
      )}
    </FormShell>
  )
}

/** The reversal and the entry for the other customer in one act. */
export function MoveDialog({ transaction: { transactionID, refId, name, amount }, onClose }: DialogProps) {
  return (
    <FormShell
      title={t('Move {{number}} to another customer', { number: refId })}
      as="dialog"
      endpoint={createTransaction}
      fixed={{ reverses: transactionID }}
      initial={{ customerID: '', notes: '' }}
      required={['customerID', 'notes']}
      editing={null}
      labels={{ customerID: t('Customer'), notes: t('Reason') }}
      done={t('Payment moved')}
      submit={t('Move to another customer')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <p>
            {t('{{amount}} is reversed for {{name}} and entered for the customer you choose.', {
              amount: showMoney(nearestCents(amount)),
              name,
            })}
          </p>
          <RemotePick
            label={t('Customer')}
            description={t('At least 3 letters of the name, address or Ref ID.')}
            source={anyCustomerSource}
            required
            data-autofocus
            openOnFocus={false}
            {...form.getInputProps('customerID')}
          />
          <Textarea label={t('Reason')} withAsterisk rows={2} resize="vertical" {...form.getInputProps('notes')} />
        </>
      )}
    </FormShell>
  )
}
