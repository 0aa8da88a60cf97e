import type { ListedInvoice } from '#contract/v1/invoices.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

type Standing = Pick<ListedInvoice, 'status' | 'age'>

/** `age` is null when paid. */
const isOverdue = ({ age }: Standing): boolean => age !== null && age !== 'current'

export const standingOf = (invoice: Standing) => (isOverdue(invoice) ? 'overdue' : invoice.status)

const TONES = { paid: 'good', waiting_payment: 'warn', overdue: 'bad' } as const

export function InvoiceStatusBadge({ invoice }: { invoice: Standing }) {
  const { t } = useTranslation('invoices')
  const standing = standingOf(invoice)
  return <StateBadge tone={TONES[standing]}>{t(standing)}</StateBadge>
}
