import type { ReversalEffect } from '#contract/v1/transactions.ts'
import { showDollars } from '#domain/money.ts'
import { t } from '#client/ui/core/texts.ts'

/** What a reversal takes back: "INV-000012 owes $5.00 again. $7.00 of credit is cancelled." */
export const reversalWords = ({ owedAgain, credit, debitNote }: ReversalEffect): string =>
  [
    ...owedAgain.map(({ number, amount }) =>
      t('{{number}} owes {{amount}} again.', { number, amount: showDollars(amount) }),
    ),
    ...(credit === 0 ? [] : [t('{{amount}} of credit is cancelled.', { amount: showDollars(credit) })]),
    ...(debitNote === 0
      ? []
      : [t('Some of its credit is spent, so a debit note of {{amount}} is made.', { amount: showDollars(debitNote) })]),
  ].join(' ')
