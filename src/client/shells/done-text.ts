import { bagsOf } from '#domain/bags.ts'
import { showDollars } from '#domain/money.ts'
import { plural, t } from '#client/ui/core/texts.ts'

/** "Done, 2 bags"; "Done" of a rubbish removal, which has no bags. */
export function doneText(stop: Parameters<typeof bagsOf>[0]): string {
  const bags = bagsOf(stop)
  return bags === 0 ? t('Done') : plural(bags, 'Done, {{count}} bag', 'Done, {{count}} bags')
}

interface WithOutcome {
  /** AUD. */
  extraAmount?: unknown
  notes?: unknown
}

/** What goes with an outcome: "extra $12.50", "“Gate code 12”". */
export function extrasText({ extraAmount, notes }: WithOutcome): string[] {
  return [
    ...(typeof extraAmount === 'number' && extraAmount > 0
      ? [t('extra {{amount}}', { amount: showDollars(extraAmount) })]
      : []),
    ...(typeof notes === 'string' && notes !== '' ? [`“${notes}”`] : []),
  ]
}
