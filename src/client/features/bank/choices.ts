import type { acceptBankLine, BankLineShown, PaymentEffectShown, splitBankLine } from '#contract/v1/bank.ts'
import type { CallOf } from '#contract/endpoint.ts'

type Part = CallOf<typeof splitBankLine>['parts'][number]

export type Choice =
  | {
      readonly kind: 'accept'
      readonly name: string
      readonly effect: PaymentEffectShown
      readonly input: Pick<CallOf<typeof acceptBankLine>, 'customerID' | 'invoiceID'>
    }
  | { readonly kind: 'split'; readonly parts: Part[]; readonly effects: readonly PaymentEffectShown[] }
  | { readonly kind: 'reverse'; readonly transactionID: string }
  | { readonly kind: 'payout'; readonly payoutID: string }

/**
 * Proposals, in the order of their keys. A split of all customers named goes first, because its sum fits; a card payout
 * goes after customers whom the text names.
 */
export function choicesOf({ proposals, split, reversals, payouts }: BankLineShown): Choice[] {
  return [
    ...(split === null
      ? []
      : [{ kind: 'split', parts: partsOf(split), effects: split.map(({ effect }) => effect) } as const]),
    ...proposals.map(({ customerID, name, invoiceID, effect }): Choice => ({
      kind: 'accept',
      name,
      effect,
      input: { customerID, ...(invoiceID !== null && { invoiceID }) },
    })),
    ...reversals.map(({ transactionID }): Choice => ({ kind: 'reverse', transactionID })),
    ...payouts.map(({ payoutID }): Choice => ({ kind: 'payout', payoutID })),
  ]
}

export const partsOf = (split: NonNullable<BankLineShown['split']>): Part[] =>
  split.map(({ customerID, invoiceID, amount }) => ({
    customerID,
    ...(invoiceID !== null && { invoiceID }),
    amount,
  }))
