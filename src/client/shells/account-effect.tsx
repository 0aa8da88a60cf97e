import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { type previewAmount, previewInvoice, previewSettlement } from '#contract/v1/invoices.ts'
import { previewGoodwill, previewPayment } from '#contract/v1/transactions.ts'
import { showDollars } from '#domain/money.ts'
import { TYPED_PAYMENT_TYPES } from '#domain/money-words.ts'
import { ask } from '#client/api/query-client.ts'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { StaleNotice } from './stale-notice.tsx'
import { FOLLOWS_OTHERS } from './standing.ts'

/** Typing pauses for this long before the server is asked, ms. */
const ASK_AFTER_MS = 150

type Preview =
  | typeof previewGoodwill
  | typeof previewPayment
  | typeof previewAmount
  | typeof previewInvoice
  | typeof previewSettlement

/** What an act would do, asked of the server, which tries it out. Null: nothing to ask about is typed yet. */
export function useTriedOut<E extends Preview>(endpoint: E, input: CallOf<E> | null) {
  const [asked] = useDebouncedValue(input === null ? '' : JSON.stringify(input), ASK_AFTER_MS)
  const isCurrent = input !== null && asked === JSON.stringify(input)
  const { data, error, refetch } = useQuery({
    ...ask(endpoint, (input ?? {}) as CallOf<E>, { inPlace: true }),
    enabled: isCurrent,
    ...FOLLOWS_OTHERS,
    gcTime: 0,
    throwOnError: false,
  })
  const answer = isCurrent ? { data, error } : { data: undefined, error: null }
  return { ...answer, refetch, isAwaited: input !== null && answer.data === undefined && answer.error === null }
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

/** What of a new invoice free credit pays at once, and what is then owed. Null: it is not typed yet. */
export function InvoiceEffect({ input }: { input: CallOf<typeof previewInvoice> | null }) {
  const { data, ...asking } = useTriedOut(previewInvoice, input)
  if (data === undefined) return <Effect data={data} {...asking} />
  const about = { amount: showDollars(data.fromCredit), owing: showDollars(data.invoiceOwing) }
  const fromCredit =
    data.fromCredit === 0
      ? []
      : data.invoiceOwing === 0
        ? [t('Credit of {{amount}} pays it at once.', about)]
        : [t('Credit of {{amount}} pays part of it at once; it then owes {{owing}}.', about)]
  return <Effect data={data} {...asking} before={fromCredit} />
}

/** What settling an account pays, and what is then owed. Null: something is missing. */
export function SettlementEffect({ input }: { input: CallOf<typeof previewSettlement> | null }) {
  const { data, ...asking } = useTriedOut(previewSettlement, input)
  const invoiced = data?.invoiced ?? 0
  const words = invoiced === 0 ? [] : [t('{{amount}} is invoiced.', { amount: showDollars(invoiced) })]
  return <Effect data={data} {...asking} before={words} />
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
  /** Sentences that come first. */
  before?: readonly string[]
}

/** What a payment of the typed amount pays, and what of it becomes credit. */
export function PaymentEffect(props: PaymentEffectProps) {
  const { customerID, amount, paymentType, datePaid, invoiceID, recover, before = [] } = props
  const isTyped = customerID !== '' && amount !== '' && amount > 0
  const input = {
    customerID,
    amount: Number(amount),
    ...(isTypedPayment(paymentType) && { paymentType }),
    ...(datePaid !== '' && { datePaid }),
    ...(invoiceID !== undefined && { invoiceID }),
    ...(recover === true && { recover }),
  }
  return <Effect {...useTriedOut(previewPayment, isTyped ? input : null)} before={before} />
}

export const isTypedPayment = (text: string): text is (typeof TYPED_PAYMENT_TYPES)[number] =>
  TYPED_PAYMENT_TYPES.some((paymentType) => paymentType === text)

interface EffectProps extends ReturnType<typeof useTriedOut<typeof previewGoodwill>> {
  /** Sentences that come first. */
  before?: readonly string[]
}

function Effect({ data, error, refetch, isAwaited, before = [] }: EffectProps) {
  return (
    <>
      {isAwaited ? <EffectToCome /> : null}
      {data === undefined ? null : (
        <Note tone={data.owing > 0 ? 'warn' : 'good'}>{[...before, ...accountInWords(data)].join(' ')}</Note>
      )}
      <StaleNotice inline error={error} onRetry={refetch} />
    </>
  )
}

/** About as high as the sentences it stands for, so that a dialog does not move when they come. */
export function EffectToCome() {
  return <Skeleton h={50} aria-label={t('Loading')} />
}
