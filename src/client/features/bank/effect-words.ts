import type { PaymentEffectShown } from '#contract/v1/bank.ts'
import { showDollars } from '#domain/money.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { plural, t } from '#client/ui/core/texts.ts'

type Effect = Pick<PaymentEffectShown, 'paid' | 'credit'>

/** How many invoices are named; more are only counted. */
const NAMED_MAX = 3

/** "Pays $5.00 of INV-000012. $7.00 becomes credit." */
export const effectWords = ({ paid, credit }: Effect): string =>
  [
    ...(paid.length === 0 ? [] : [paid.length > NAMED_MAX ? countedWords(paid) : namedWords(paid)]),
    ...(credit > 0 ? [t('{{amount}} becomes credit.', { amount: showDollars(credit) })] : []),
    ...(credit < 0 ? [t('Uses {{amount}} of their credit.', { amount: showDollars(-credit) })] : []),
  ].join(' ')

const namedWords = (paid: Effect['paid']) =>
  t('Pays {{parts}}.', {
    parts: paid
      .map(({ number, amount }) => t('{{amount}} of {{number}}', { amount: showDollars(amount), number }))
      .join(', '),
  })

const countedWords = (paid: Effect['paid']) =>
  plural(paid.length, 'Pays {{amount}} of {{count}} invoice.', 'Pays {{amount}} of {{count}} invoices.', {
    amount: showDollars(sumDollars(paid.map(({ amount }) => amount))),
  })

/** What was done, with the credit that it made. */
export function doneWords(done: string, effects: readonly Effect[]): string {
  const credit = sumDollars(effects.map((effect) => Math.max(0, effect.credit)))
  return credit === 0 ? done : t('{{done}}. {{amount}} became credit.', { done, amount: showDollars(credit) })
}
