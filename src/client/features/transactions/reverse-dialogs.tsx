import { Textarea } from '@mantine/core'
import { createTransaction, type Transaction } from '#contract/v1/transactions.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

interface DialogProps {
  transaction: Transaction
  onClose: () => void
}

/** Adds a counter-row with its reason; nothing is deleted (domain.md 7). */
export function ReverseDialog({ transaction: { transactionID, refId, name, amount }, onClose }: DialogProps) {
  const { t } = useTranslation('transactions')
  return (
    <FormShell
      title={t('reverseOf', { number: refId })}
      as="dialog"
      endpoint={createTransaction}
      fixed={{ reverses: transactionID }}
      initial={{ notes: '' }}
      required={['notes']}
      editing={null}
      labels={{ notes: t('reason') }}
      done={t('reversed')}
      submit={t('reverse')}
      danger
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <p>{t('reverseWhy', { amount: showMoney(nearestCents(amount)), name })}</p>
          <Textarea
            label={t('reason')}
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
  const { t } = useTranslation('transactions')
  return (
    <FormShell
      title={t('moveOf', { number: refId })}
      as="dialog"
      endpoint={createTransaction}
      fixed={{ reverses: transactionID }}
      initial={{ customerID: '', notes: '' }}
      required={['customerID', 'notes']}
      editing={null}
      labels={{ customerID: t('customer'), notes: t('reason') }}
      done={t('moved')}
      submit={t('move')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <p>{t('moveWhy', { amount: showMoney(nearestCents(amount)), name })}</p>
          <RemotePick
            label={t('customer')}
            description={t('customerHow')}
            source={anyCustomerSource}
            required
            data-autofocus
            openOnFocus={false}
            {...form.getInputProps('customerID')}
          />
          <Textarea label={t('reason')} withAsterisk rows={2} resize="vertical" {...form.getInputProps('notes')} />
        </>
      )}
    </FormShell>
  )
}
