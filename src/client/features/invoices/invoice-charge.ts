import type { Invoice } from '#contract/v1/invoices.ts'
import { formatDay } from '#domain/dates.ts'
import { t } from '#client/ui/core/texts.ts'

/** Whether an automatic charge was sent to the bank, so that nobody pays the invoice a second time. */
export const isUnderWay = (charge: Invoice['charge']): boolean => charge != null && charge.state !== 'planned'

/** The automatic charge of an invoice, for the office; null: it has none, and the office left it in. */
export function chargeInWords({ charge, dontCharge }: Pick<Invoice, 'charge' | 'dontCharge'>): string | null {
  if (charge != null)
    return isUnderWay(charge) ? t('Payment under way') : t('Will be charged {{day}}', { day: formatDay(charge.day) })
  return dontCharge ? t('Left out') : null
}
