import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type BankLineShown, previewBankPayment } from '#contract/v1/bank.ts'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#client/api/query-client.ts'

const ASK_AFTER_MS = 300

type Parts = CallOf<typeof previewBankPayment>['parts']

interface PaymentPreviewed {
  /** In the order of the parts; undefined while there is no answer for just these. */
  shown: OutputOf<typeof previewBankPayment>['parts'] | undefined
  error: Error | null
  askAgain: () => void
}

/** What the server would book for these parts, shortly after the last change. @param parts only complete ones */
export function usePaymentPreview({ bankLineID }: BankLineShown, parts: Parts): PaymentPreviewed {
  const wish = JSON.stringify(parts)
  const [settled] = useDebouncedValue(wish, ASK_AFTER_MS)
  const settledParts = JSON.parse(settled) as Parts
  const { data, error, refetch } = useQuery({
    ...ask(previewBankPayment, { bankLineID, parts: settledParts }, { inPlace: true }),
    enabled: settledParts.length > 0,
    throwOnError: false,
    staleTime: 0,
    gcTime: 0,
  })
  return {
    shown: settled === wish && parts.length > 0 ? data?.parts : undefined,
    error: settled === wish && data === undefined ? error : null,
    askAgain: () => void refetch(),
  }
}
