import { Alert } from '@mantine/core'
import type { Customer } from '#contract/v1/customers.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { PendingPriceAnswer } from '#client/shells/pending-price-answer.tsx'
import { t } from '#client/ui/core/texts.ts'

interface PendingPriceQuestionProps {
  pending: NonNullable<Customer['pendingPrices']>
  again: (more: { pendingPrice: 'keep' | 'drop' }) => void
}

/** Asks what becomes of announced prices when the office sets another price or package by hand. */
export function PendingPriceQuestion({ pending, again }: PendingPriceQuestionProps) {
  const [first] = pending
  return (
    <Alert color="yellow" role="alert" title={t('A price change is announced for this customer')}>
      {first === undefined ? null : (
        <p>
          {first.from === null
            ? t('{{price}} once the notice is sent.', { price: showDollars(first.price) })
            : t('{{price}} from {{day}}.', { price: showDollars(first.price), day: formatDay(first.from) })}
        </p>
      )}
      <PendingPriceAnswer again={again} />
    </Alert>
  )
}
