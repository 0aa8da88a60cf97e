import type { AnswerOf } from '#contract/endpoint.ts'
import type { listBankLines } from '#contract/v1/bank.ts'
import type { SplitPart } from '#domain/bank-split.ts'
import { transactionRefId } from '#domain/invoicing.ts'
import type { LineShown, PaymentShown } from './lines-reads.ts'

type BankLineShown = AnswerOf<typeof listBankLines>['items'][number]

export function presentLine(shown: LineShown): BankLineShown {
  const { match } = shown
  const made = shown.payments.filter(({ transactionID }) => shown.transactionIDs.includes(transactionID))
  return {
    ...shown,
    ...proposalsOf(shown),
    split: match?.kind === 'near' && match.split ? presentParts(shown, match.split) : null,
    payments: made.map(presentPayment),
    payouts: payoutsOf(shown),
    payout:
      shown.payoutID === null || shown.arrivesOn === null
        ? null
        : { payoutID: shown.payoutID, arrivesOn: shown.arrivesOn },
    decidedBy: shown.decider,
  }
}

function payoutsOf({ match }: LineShown): BankLineShown['payouts'] {
  if (match?.kind === 'payout') return [...match.proposals]
  return match?.kind === 'near' ? [...(match.payouts ?? [])] : []
}

function proposalsOf(shown: LineShown): Pick<BankLineShown, 'proposals' | 'reversals'> {
  const { match, payments } = shown
  if (match?.kind === 'exact') {
    const { customerID, invoiceIDs, amount, reason } = match
    const [invoiceID] = invoiceIDs
    const only = invoiceIDs.length === 1 && invoiceID !== undefined ? { invoiceID } : {}
    return {
      proposals: presentParts(shown, [{ customerID, amount, ...only }]).map((part) => ({
        ...part,
        reason,
      })),
      reversals: [],
    }
  }
  if (match?.kind === 'near')
    return {
      proposals: match.proposals.flatMap((proposal) =>
        presentParts(shown, [proposal]).map((part) => ({ ...part, reason: proposal.reason })),
      ),
      reversals: [],
    }
  if (match?.kind !== 'dishonour') return { proposals: [], reversals: [] }
  const byID = new Map(payments.map((payment) => [payment.transactionID, payment]))
  return {
    proposals: [],
    reversals: match.proposals.flatMap(({ transactionID, reason }) => {
      const payment = byID.get(transactionID ?? '')
      if (payment === undefined) return []
      return { ...presentPayment(payment), reason }
    }),
  }
}

const presentPayment = (payment: PaymentShown) => ({
  ...payment,
  refId: String(payment.customerNumber),
  refNumber: transactionRefId(payment.refNumber),
})

/**
 * Parts that are booked together. One for an unknown customer is left out; that can't happen, because proposals come
 * from the index.
 */
function presentParts({ index, effectsOf }: LineShown, parts: readonly SplitPart[]) {
  const effects = effectsOf(parts)
  return parts.flatMap(({ customerID, invoiceID, amount }, at) => {
    const payer = index.byID.get(customerID)?.payer
    if (payer === undefined) return []
    const invoice = [...payer.invoices, ...(payer.writtenOff ?? [])].find((one) => one.invoiceID === invoiceID)
    return {
      customerID,
      name: payer.company ?? payer.name,
      refId: payer.refId,
      invoiceID: invoice?.invoiceID ?? null,
      invoice: invoice?.number ?? null,
      amount,
      effect: effects[at]!,
    }
  })
}
