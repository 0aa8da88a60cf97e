import type { ListedInvoice } from '#contract/v1/invoices.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { STANDING_WORDS } from './standings.ts'

type Standing = Pick<ListedInvoice, 'status' | 'age' | 'writtenOff' | 'amount'>

/** `age` is null when paid. */
const isOverdue = ({ age }: Standing): boolean => age !== null && age !== 'current'

/** @param own for the customer, who need not know what the office wrote off */
export function standingOf(invoice: Standing, own = false) {
  if (isOverdue(invoice)) return 'overdue'
  if (invoice.amount === 0 || (own && invoice.writtenOff)) return 'nothing'
  return invoice.writtenOff ? 'written_off' : invoice.status
}

const TONES = { paid: 'good', waiting_payment: 'warn', overdue: 'bad', written_off: 'rest', nothing: 'rest' } as const

export function InvoiceStatusBadge({ invoice, own = false }: { invoice: Standing; own?: boolean }) {
  const standing = standingOf(invoice, own)
  return <StateBadge tone={TONES[standing]}>{t(STANDING_WORDS[standing])}</StateBadge>
}
