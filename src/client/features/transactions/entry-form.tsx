import { Text } from '@mantine/core'
import { createTransaction } from '#contract/v1/transactions.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import type { PartCustomer } from '#client/shells/office-feature.ts'
import { PaymentFields, type PaymentValues, usePaymentLabels } from '#client/shells/payment-fields.tsx'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { useStanding } from '#client/shells/standing.ts'
import { useToday } from '#client/shells/today.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

export type Entry = 'payment' | 'goodwill' | 'refund'

const TYPES = {
  payment: 'CUSTOMER_INBOUND',
  goodwill: 'CUSTOMER_CREDIT_DEPOSIT',
  refund: 'CUSTOMER_CREDIT_DEDUCT',
} as const

const WORDS = {
  payment: { title: 'recordPayment', titleOf: 'recordPaymentOf', how: 'recordPaymentHow', done: 'paymentRecorded' },
  goodwill: { title: 'goodwill', titleOf: 'goodwillOf', how: 'goodwillHow', done: 'goodwillGiven' },
  refund: { title: 'refund', titleOf: 'refundOf', how: 'refundHow', done: 'refunded' },
} as const

interface EntryFormProps {
  entry: Entry
  /** On the customer's own page a dialog; otherwise a drawer that asks for the customer. */
  customer?: PartCustomer
  /** Preselected in the drawer; empty: none. */
  customerID?: string
  /** Opened to record a card payment that couldn't be booked. */
  byCard?: boolean
  onClose: () => void
}

type Values = PaymentValues & { customerID: string }

export function EntryForm({ entry, customer, customerID = '', byCard = false, onClose }: EntryFormProps) {
  const { t } = useTranslation('transactions')
  const today = useToday()
  const words = WORDS[entry]
  const moneyless = entry === 'goodwill'
  const initial: Values = {
    customerID: customer?.customerID ?? customerID,
    amount: '',
    paymentType: byCard ? 'CARD' : '',
    datePaid: today,
    notes: '',
  }
  return (
    <FormShell
      title={customer === undefined ? t(words.title) : t(words.titleOf, { name: customer.fullName })}
      as={customer === undefined ? 'drawer' : 'dialog'}
      endpoint={createTransaction}
      fixed={{ type: TYPES[entry] }}
      initial={initial}
      required={['customerID', 'amount', 'datePaid', moneyless ? 'notes' : 'paymentType']}
      editing={null}
      labels={{ ...usePaymentLabels(), customerID: t('customer') }}
      done={t(words.done)}
      submit={t(words.title)}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <p>{t(words.how)}</p>
          {customer === undefined ? (
            <RemotePick
              label={t('customer')}
              description={t('customerHow')}
              source={anyCustomerSource}
              required
              data-autofocus
              openOnFocus={false}
              {...form.getInputProps('customerID')}
            />
          ) : null}
          <Standing customerID={form.getValues().customerID} />
          <PaymentFields
            form={form}
            moneyless={moneyless}
            byCard={byCard ? t('byCardHow') : undefined}
            first={customer !== undefined}
          />
        </>
      )}
    </FormShell>
  )
}

/** The chosen customer's credit and debts; the line is there before, so that nothing moves. */
function Standing({ customerID }: { customerID: string }) {
  const { t } = useTranslation('transactions')
  const standing = useStanding(customerID)
  const shown = (dollars: number) => showMoney(nearestCents(dollars))
  return (
    <Text c="dimmed" role="status">
      {standing === undefined || customerID === ''
        ? ' '
        : t('standing', {
            balance: shown(standing.accountBalance),
            owing: shown(standing.owing),
            credit: shown(standing.credit),
          })}
    </Text>
  )
}
