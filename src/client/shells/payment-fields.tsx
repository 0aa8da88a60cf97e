import { NativeSelect, Textarea } from '@mantine/core'
import { TYPED_PAYMENT_TYPES } from '#domain/money-words.ts'
import { t } from '#client/ui/core/texts.ts'
import { DayInput } from './day-input.tsx'
import { Fields, MoneyInput, Wide } from './form-parts.tsx'
import type { Form } from './form-shell.tsx'
import { type Option, PAYMENT_TYPE_WORDS } from './terms.ts'
import { useToday } from './today.ts'

export type PaymentValues = { amount: number | ''; paymentType: string; datePaid: string; notes: string }

export function paymentLabels() {
  return {
    amount: t('Amount'),
    paymentType: t('Paid by'),
    datePaid: t('Date paid'),
    notes: t('Notes'),
  }
}

/**
 * The payment types as options. Card payments come from the checkout; they are typed only when the provider has one
 * that couldn't be booked (domain.md 13).
 */
export function paymentTypes(byCard = false): Option[] {
  const types = TYPED_PAYMENT_TYPES.filter((type) => byCard || type !== 'CARD')
  return [{ value: '', label: t('Choose') }, ...types.map((value) => ({ value, label: t(PAYMENT_TYPE_WORDS[value]) }))]
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
  const today = useToday()
  const types = paymentTypes(byCard !== undefined)
  return (
    <Fields>
      <MoneyInput
        description={amountHow}
        {...(first ? { 'data-autofocus': true } : {})}
        {...form.getInputProps('amount')}
      />
      {moneyless ? null : (
        <NativeSelect
          description={byCard}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={types}
          {...form.getInputProps('paymentType')}
        />
      )}
      <DayInput maxDate={today} {...form.getInputProps('datePaid')} />
      <Wide>
        <Textarea rows={2} resize="vertical" {...form.getInputProps('notes')} />
      </Wide>
    </Fields>
  )
}
