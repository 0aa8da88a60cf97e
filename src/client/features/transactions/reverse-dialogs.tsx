import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createTransaction, previewReversal, type Transaction } from '#contract/v1/transactions.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { PaymentEffect } from '#client/shells/account-effect.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { reversalWords } from '#client/shells/reversal-words.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'

interface DialogProps {
  transaction: Transaction
  onClose: () => void
}

/** Adds a counter-row with its reason; nothing is deleted (domain.md 7). */
export function ReverseDialog({ transaction, onClose }: DialogProps) {
  const { transactionID, refId, name, amount } = transaction
  const { isShown, effect } = useEffectOf(transaction)
  return (
    <FormShell
      title={t('Reverse {{number}}', { number: refId })}
      as="dialog"
      endpoint={createTransaction}
      fixed={{ reverses: transactionID }}
      initial={{ notes: '' }}
      required={['notes']}
      labels={{ notes: t('Reason') }}
      done={t('Reversed')}
      submit={t('Reverse')}
      disabled={!isShown}
      danger
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            {t('{{amount}} of {{name}} is reversed. Both entries stay in the ledger.', {
              amount: showDollars(amount),
              name,
            })}
          </p>
          {effect}
          <Textarea rows={2} resize="vertical" data-autofocus {...form.getInputProps('notes')} />
        </>
      )}
    </FormShell>
  )
}

/** The reversal and the entry for the other customer in one act. */
export function MoveDialog({ transaction, onClose }: DialogProps) {
  const { transactionID, refId, name, amount } = transaction
  const { isShown, effect } = useEffectOf(transaction)
  return (
    <FormShell
      title={t('Move {{number}} to another customer', { number: refId })}
      as="dialog"
      endpoint={createTransaction}
      fixed={{ reverses: transactionID }}
      initial={{ customerID: '', notes: '' }}
      required={['customerID', 'notes']}
      labels={{ customerID: t('Customer'), notes: t('Reason') }}
      done={t('Payment moved')}
      submit={t('Move to another customer')}
      disabled={!isShown}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            {t('{{amount}} is reversed for {{name}} and entered for the customer you choose.', {
              amount: showDollars(amount),
              name,
            })}
          </p>
          {effect}
          <RemotePick
            description={t('At least 3 letters of the name, address or Ref ID.')}
            source={anyCustomerSource}
            data-autofocus
            openOnFocus={false}
            {...form.getInputProps('customerID')}
          />
          <PaymentEffect
            before={[t('The payment goes to the customer you chose:')]}
            customerID={form.getValues().customerID}
            amount={amount}
            paymentType={transaction.paymentType ?? ''}
            datePaid=""
          />
          <Textarea rows={2} resize="vertical" {...form.getInputProps('notes')} />
        </>
      )}
    </FormShell>
  )
}

/** What the reversal does to the customer's account, said before. A driver's pay has no such account. */
function useEffectOf({ transactionID, customerID, name }: Transaction) {
  const { data, error, refetch } = useQuery({
    ...ask(previewReversal, { transactionID }, { inPlace: true }),
    enabled: customerID !== null,
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  if (customerID === null) return { isShown: true, effect: null }
  if (data === undefined) return { isShown: false, effect: <StaleNotice inline error={error} onRetry={refetch} /> }
  const { balance } = data
  const money = (dollars: number) => showDollars(Math.abs(dollars))
  const effect = (
    <Note tone={balance < 0 ? 'warn' : 'good'}>
      {reversalWords(data)}{' '}
      {balance === 0
        ? t('{{name}} then owes nothing.', { name })
        : t(balance < 0 ? '{{name}} then owes {{amount}}.' : '{{name}} then has {{amount}} in credit.', {
            name,
            amount: money(balance),
          })}
    </Note>
  )
  return { isShown: true, effect }
}
