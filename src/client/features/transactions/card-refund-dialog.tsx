import { Flex, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { getCardRefunds, refundToCard } from '#contract/v1/payments.ts'
import type { Transaction } from '#contract/v1/transactions.ts'
import { owedAfterRefund } from '#domain/checkout.ts'
import { nearestCents, showDollars, showMoney } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { Fields, MoneyInput, Wide } from '#client/shells/form-parts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

const CARD_REFUND_WORDS = sentences({
  refunded: 'Refunded',
  waiting: 'Waiting for Stripe',
  failed: 'Failed',
})

type CardRefunds = OutputOf<typeof getCardRefunds>
type Refund = CardRefunds['refunds'][number]

interface CardRefundDialogProps {
  transaction: Transaction
  checkoutID: string
  onClose: () => void
}

/** All or a part of a card payment goes back to its card (domain.md 13). */
export function CardRefundDialog({ transaction: { refId, name }, checkoutID, onClose }: CardRefundDialogProps) {
  const { data } = useQuery({ ...ask(getCardRefunds, { checkoutID }), staleTime: 0 })
  if (data === undefined) return null
  const { left, refunds } = data
  const shown = showDollars(left)
  return (
    <FormShell
      title={t('Refund to card: {{number}}', { number: refId })}
      as="dialog"
      endpoint={refundToCard}
      fixed={{ checkoutID, left }}
      initial={{ amount: (left === 0 ? '' : left) as number | '', reason: '' }}
      required={['amount', 'reason']}
      check={({ amount }): Record<string, string> =>
        typeof amount === 'number' && amount > left ? { amount: t('At most {{left}}', { left: shown }) } : {}
      }
      labels={{ amount: t('Amount'), reason: t('Reason') }}
      done={t('Refund requested')}
      submit={t('Refund to card')}
      disabled={left === 0}
      danger
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            <strong>{t('{{left}} of this payment of {{name}} can be refunded.', { left: shown, name })}</strong>{' '}
            {left === 0 ? null : effectOf(form.values.amount, data)}
          </p>
          {refunds.length === 0 ? null : <Before refunds={refunds} />}
          <Fields>
            <MoneyInput data-autofocus {...form.getInputProps('amount')} />
            <Wide>
              <Textarea rows={2} resize="vertical" {...form.getInputProps('reason')} />
            </Wide>
          </Fields>
        </>
      )}
    </FormShell>
  )
}

/** What a refund of this amount changes in the customer's account. */
function effectOf(amount: number | '', { credit, sandbox = false }: Pick<CardRefunds, 'credit' | 'sandbox'>): string {
  const refunded = nearestCents(amount || 0)
  const owed = owedAfterRefund(refunded, nearestCents(credit))
  const words = { credit: showMoney(refunded - owed), owed: showMoney(owed) }
  const money = t(sandbox ? 'Sandbox: no money moves.' : 'Stripe returns the money to the card.')
  const account =
    owed === 0
      ? t('{{credit}} comes off the customer’s credit.', words)
      : owed === refunded
        ? t('The customer owes {{owed}} again.', words)
        : t('{{credit}} comes off the customer’s credit, and they owe {{owed}} again.', words)
  const otherwise = owed === 0 ? '' : t('If they shouldn’t owe it, lower the invoice first.')
  return `${money} ${account} ${otherwise}`.trim()
}

function Before({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <Flex component="ul" direction="column" gap={4} aria-label={t('Refunds of this payment')}>
      {refunds.map(({ amount, state, reason, createdBy, createdAt }, at) => (
        // Two refunds of one payment may be equal.
        // oxlint-disable-next-line react/no-array-index-key
        <Flex key={at} component="li" wrap="wrap" gap="4px 12px">
          <span>{formatDayAndTime(createdAt)}</span> <Money dollars={amount} />{' '}
          <strong>{t(CARD_REFUND_WORDS[state])}</strong>{' '}
          <span>{reason === null ? t('In Stripe') : t('{{reason}}, {{name}}', { reason, name: createdBy ?? '' })}</span>
        </Flex>
      ))}
    </Flex>
  )
}
