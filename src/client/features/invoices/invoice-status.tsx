import type { ListedInvoice } from '#contract/v1/invoices.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { STANDING_WORDS } from './standings.ts'

type Standing = Pick<ListedInvoice, 'status' | 'age' | 'writtenOff'>

/** `age` is null when paid. */
const isOverdue = ({ age }: Standing): boolean => age !== null && age !== 'current'

export const standingOf = (invoice: Standing) =>
  isOverdue(invoice) ? 'overdue' : invoice.writtenOff ? 'written_off' : invoice.status

const TONES = { paid: 'good', waiting_payment: 'warn', overdue: 'bad', written_off: 'rest' } as const

export function InvoiceStatusBadge({ invoice }: { invoice: Standing }) {
  const standing = standingOf(invoice)
  return <StateBadge tone={TONES[standing]}>{t(STANDING_WORDS[standing])}</StateBadge>
}
