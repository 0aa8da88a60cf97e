import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import type { previewAmount } from '#contract/v1/invoices.ts'
import { previewGoodwill, previewPayment } from '#contract/v1/transactions.ts'
import { showDollars } from '#domain/money.ts'
import { TYPED_PAYMENT_TYPES } from '#domain/money-words.ts'
import { ask } from '#client/api/query-client.ts'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { StaleNotice } from './stale-notice.tsx'

/** Typing pauses for this long before the server is asked, ms. */
const ASK_AFTER_MS = 150

type Preview = typeof previewGoodwill | typeof previewPayment | typeof previewAmount

/** What an act would do, asked of the server, which tries it out. Null: nothing to ask about is typed yet. */
export function useTriedOut<E extends Preview>(endpoint: E, input: CallOf<E> | null) {
  const [asked] = useDebouncedValue(input === null ? '' : JSON.stringify(input), ASK_AFTER_MS)
  const isCurrent = input !== null && asked === JSON.stringify(input)
  const { data, error, refetch } = useQuery({
    ...ask(endpoint, (input ?? {}) as CallOf<E>, { inPlace: true }),
    enabled: isCurrent,
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  return isCurrent ? { data, error, refetch } : { data: undefined, error: null, refetch }
}

/** Which invoices an act pays, and the customer's account afterwards, in sentences. */
export function accountInWords({ paid, credit, owing }: OutputOf<typeof previewGoodwill>): string[] {
  const words = { credit: showDollars(credit), owing: showDollars(owing) }
  return [
    ...paid.map((one) => {
      const about = { number: one.number, amount: showDollars(one.amount), owing: showDollars(one.owing) }
      return one.owing === 0
        ? t('{{amount}} pays the rest of {{number}} at once.', about)
        : t('{{amount}} pays {{number}} at once, which then owes {{owing}}.', about)
    }),
    credit === 0
      ? owing === 0
        ? t('The customer then owes nothing.')
        : t('The customer then owes {{amount}}.', { amount: words.owing })
      : owing === 0
        ? t('The customer then has {{amount}} in credit.', { amount: words.credit })
        : t('The customer then has {{credit}} in credit and owes {{owing}}.', words),
  ]
}

/** What goodwill credit of the typed amount does to the customer's account. */
export function GoodwillEffect({ customerID, amount }: { customerID: string; amount: number | string }) {
  const isTyped = customerID !== '' && typeof amount === 'number' && amount > 0
  return <Effect {...useTriedOut(previewGoodwill, isTyped ? { customerID, amount } : null)} />
}

interface PaymentEffectProps {
  customerID: string
  amount: number | ''
  /** Empty: not chosen yet. */
  paymentType: string
  datePaid: string
  /** The invoice that is paid first; none: the oldest. */
  invoiceID?: string
  recover?: boolean
}

/** What a payment of the typed amount pays, and what of it becomes credit. */
export function PaymentEffect({ customerID, amount, paymentType, datePaid, invoiceID, recover }: PaymentEffectProps) {
  const isTyped = customerID !== '' && amount !== '' && amount > 0
  const input = {
    customerID,
    amount: Number(amount),
    ...(isTypedPayment(paymentType) && { paymentType }),
    ...(datePaid !== '' && { datePaid }),
    ...(invoiceID !== undefined && { invoiceID }),
    ...(recover === true && { recover }),
  }
  return <Effect {...useTriedOut(previewPayment, isTyped ? input : null)} />
}

const isTypedPayment = (text: string): text is (typeof TYPED_PAYMENT_TYPES)[number] =>
  TYPED_PAYMENT_TYPES.some((paymentType) => paymentType === text)

function Effect({ data, error, refetch }: ReturnType<typeof useTriedOut<typeof previewGoodwill>>) {
  return (
    <>
      {data === undefined ? null : (
        <Note tone={data.owing > 0 ? 'warn' : 'good'}>{accountInWords(data).join(' ')}</Note>
      )}
      <StaleNotice inline error={error} onRetry={refetch} />
    </>
  )
}
