/** Sentences for the office on why a card payment was not refunded. */

const SENTENCES: Readonly<Record<string, string>> = {
  reversed: 'This payment was reversed, so it isn’t refunded.',
  failed: 'Stripe couldn’t return the money to this card. Nothing was refunded. Pay the customer another way.',
  charge_already_refunded: 'Stripe says that this payment is refunded already. Nothing was refunded again.',
  charge_disputed: 'The customer’s bank disputes this payment, so Stripe doesn’t refund it.',
  balance_insufficient:
    'Your balance with Stripe is too low, so nothing was refunded. Add money in Stripe’s Dashboard, then refund again.',
}
/** Stripe uses both. */
const SAME: Readonly<Record<string, string>> = { insufficient_funds: 'balance_insufficient' }

/** @param problem the provider's code, or one of ours */
export function refundProblem(problem: string | null): string {
  const code = problem === null ? '' : (SAME[problem] ?? problem)
  return SENTENCES[code] ?? `Stripe didn’t make this refund${code === '' ? '' : ` (${code})`}. Nothing was refunded.`
}
