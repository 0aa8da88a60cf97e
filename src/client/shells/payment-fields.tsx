import { NativeSelect, Textarea } from '@mantine/core'
import { PAYMENT_TYPES } from '#domain/money-words.ts'
import { DayInput } from './day-input.tsx'
import { Fields, MoneyInput, Wide } from './form-parts.tsx'
import type { Form } from './form-shell.tsx'
import { type Option, useTerms } from './terms.ts'
import { useToday } from './today.ts'

export type PaymentValues = { amount: number | ''; paymentType: string; datePaid: string; notes: string }

export function usePaymentLabels() {
  const { t } = useTerms()
  return {
    amount: t('payAmount'),
    paymentType: t('payBy'),
    datePaid: t('payDate'),
    notes: t('payNotes'),
  }
}

/**
 * The payment types as options. Card payments come from the checkout; they are typed only when the provider has one
 * that couldn't be booked (domain.md 13).
 */
export function usePaymentTypes(byCard = false): Option[] {
  const { t } = useTerms()
  const types = PAYMENT_TYPES.filter((type) => byCard || type !== 'CARD')
  return [{ value: '', label: t('payChoose') }, ...types.map((value) => ({ value, label: t(`paymentType${value}`) }))]
}

interface PaymentFieldsProps<V extends PaymentValues> {
  form: Form<V>
  amountHow?: string
  /** Goodwill is no money and has no payment type. */
  moneyless?: boolean
  /** Allows a card payment that couldn't be booked, with what the office has to know of it. */
  byCard?: string | undefined
  first?: boolean
}

export function PaymentFields<V extends PaymentValues>({
  form,
  amountHow,
  moneyless = false,
  byCard,
  first = true,
}: PaymentFieldsProps<V>) {
  const labels = usePaymentLabels()
  const today = useToday()
  const types = usePaymentTypes(byCard !== undefined)
  return (
    <Fields>
      <MoneyInput
        label={labels.amount}
        description={amountHow}
        withAsterisk
        {...(first ? { 'data-autofocus': true } : {})}
        {...form.getInputProps('amount')}
      />
      {moneyless ? null : (
        <NativeSelect
          label={labels.paymentType}
          description={byCard}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          data={types}
          {...form.getInputProps('paymentType')}
        />
      )}
      <DayInput label={labels.datePaid} required maxDate={today} {...form.getInputProps('datePaid')} />
      <Wide>
        <Textarea label={labels.notes} rows={2} resize="vertical" {...form.getInputProps('notes')} />
      </Wide>
    </Fields>
  )
}
