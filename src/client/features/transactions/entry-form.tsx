import { useEffect, useRef } from 'react'
import { Checkbox, Text } from '@mantine/core'
import { createTransaction } from '#contract/v1/transactions.ts'
import { showDollars } from '#domain/money.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { GoodwillEffect, PaymentEffect } from '#client/shells/account-effect.tsx'
import { askEnteredAlready } from '#client/shells/entered-already.tsx'
import { type Form, FormShell } from '#client/shells/form-shell.tsx'
import type { PartCustomer } from '#client/shells/office-feature.ts'
import { PaymentFields, type PaymentValues, paymentLabels } from '#client/shells/payment-fields.tsx'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { useStanding } from '#client/shells/standing.ts'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'

export type Entry = 'payment' | 'goodwill' | 'refund'

const TYPES = {
  payment: 'CUSTOMER_INBOUND',
  goodwill: 'CUSTOMER_CREDIT_DEPOSIT',
  refund: 'CUSTOMER_CREDIT_DEDUCT',
} as const

const WORDS = {
  payment: sentences({
    title: 'Record payment',
    titleOf: 'Record payment: {{name}}',
    how: 'Pays the oldest invoices first. The rest becomes credit.',
    done: 'Payment recorded',
  }),
  goodwill: sentences({
    title: 'Goodwill credit',
    titleOf: 'Goodwill credit: {{name}}',
    how: 'Gives the customer credit without a payment. GST stays the same.',
    done: 'Goodwill credit added',
  }),
  refund: sentences({
    title: 'Refund',
    titleOf: 'Refund: {{name}}',
    how: 'Records money you paid back, from the customer’s credit.',
    done: 'Refund recorded',
  }),
}

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

type Values = PaymentValues & { customerID: string; recover: boolean }

export function EntryForm({ entry, customer, customerID = '', byCard = false, onClose }: EntryFormProps) {
  const today = useToday()
  const words = WORDS[entry]
  const moneyless = entry === 'goodwill'
  const initial: Values = {
    customerID: customer?.customerID ?? customerID,
    amount: '',
    paymentType: byCard ? 'CARD' : '',
    datePaid: today,
    notes: '',
    recover: false,
  }
  return (
    <FormShell
      title={customer === undefined ? t(words.title) : t(words.titleOf, { name: customer.fullName })}
      as={customer === undefined ? 'drawer' : 'dialog'}
      endpoint={createTransaction}
      fixed={{ type: TYPES[entry] }}
      initial={initial}
      required={['customerID', 'amount', 'datePaid', moneyless ? 'notes' : 'paymentType']}
      toInput={({ recover, ...values }) => ({ ...values, ...(entry === 'payment' && recover ? { recover } : {}) })}
      labels={{ ...paymentLabels(), ...(moneyless && { datePaid: t('Date') }), customerID: t('Customer') }}
      done={t(words.done)}
      submit={t(words.title)}
      renderQuestion={askEnteredAlready}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>{t(words.how)}</p>
          {customer === undefined ? (
            <RemotePick
              description={t('At least 3 letters of the name, address or Ref ID.')}
              source={anyCustomerSource}
              data-autofocus
              openOnFocus={false}
              {...form.getInputProps('customerID')}
            />
          ) : null}
          <Standing customerID={form.getValues().customerID} />
          {entry === 'refund' ? <NoCredit customerID={form.getValues().customerID} /> : null}
          <PaymentFields
            form={form}
            moneyless={moneyless}
            byCard={
              byCard
                ? t('Card only for a payment in Stripe that couldn’t be booked. Its money comes with a payout.')
                : undefined
            }
            first={customer !== undefined}
          />
          {entry === 'payment' ? (
            <>
              <Recover form={form} />
              <PaymentEffect {...form.getValues()} />
            </>
          ) : null}
          {moneyless ? <GoodwillEffect {...form.getValues()} /> : null}
        </>
      )}
    </FormShell>
  )
}

/** Whether what no open invoice takes pays written-off ones. Asked only of a customer who has any. */
function Recover({ form }: { form: Form<Values> }) {
  const { customerID } = form.getValues()
  const { writtenOff = [] } = useStanding(customerID) ?? {}
  const hasAny = writtenOff.length > 0
  const offeredTo = useRef('')
  // Ticked once when it appears, so that nothing is recovered that the form does not show.
  useEffect(() => {
    const offered = hasAny ? customerID : ''
    if (offeredTo.current === offered) return
    offeredTo.current = offered
    form.setFieldValue('recover', hasAny)
  }, [form, hasAny, customerID])
  if (!hasAny) return null
  const amount = showDollars(sumDollars(writtenOff.map((debt) => debt.amount)))
  return (
    <Checkbox
      label={t('Use what is left over for {{amount}} that was written off: {{numbers}}', {
        amount,
        numbers: writtenOff.map(({ number }) => number).join(', '),
      })}
      {...form.getInputProps('recover', { type: 'checkbox' })}
    />
  )
}

/** A refund takes credit, so without any it will be refused. */
function NoCredit({ customerID }: { customerID: string }) {
  const standing = useStanding(customerID)
  if (standing === undefined || customerID === '' || standing.credit > 0) return null
  return <Note tone="warn">{t('There is no credit to pay back.')}</Note>
}

/** The chosen customer's credit and debts; the line is there before, so that nothing moves. */
function Standing({ customerID }: { customerID: string }) {
  const standing = useStanding(customerID)
  return (
    <Text c="dimmed" role="status">
      {standing === undefined || customerID === ''
        ? ' '
        : t('Balance {{balance}} · owing {{owing}} · credit {{credit}}', {
            balance: showDollars(standing.accountBalance),
            owing: showDollars(standing.owing),
            credit: showDollars(standing.credit),
          })}
    </Text>
  )
}
