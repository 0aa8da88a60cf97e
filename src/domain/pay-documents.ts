import type { Day } from './dates.ts'
import type {
  DriverPayStatement,
  Firm,
  Payee,
  PayLine,
  RecipientAdjustmentNote,
  RecipientTaxInvoice,
} from './documents/documents.ts'
import type { Cents } from './money.ts'
import { sumOf } from './pay.ts'
import { rctiAdjustmentNumber, rctiNumber } from './rcti.ts'

/** What a driver gets on paper for one payment: a pay statement, or a recipient-created tax invoice (M22). */

export interface Paid {
  readonly firm: Firm
  readonly payee: Payee
  readonly from: Day
  readonly to: Day
  readonly lines: readonly PayLine[]
  readonly paid: { readonly day: Day; readonly method: string; readonly reference: string }
  /** Null: a pay statement. */
  readonly rcti: { readonly number: number; readonly agreed: Day; readonly gst: Cents } | null
}

export function payDocument({ rcti, lines, paid, ...parties }: Paid): DriverPayStatement | RecipientTaxInvoice {
  const subtotal = sumOf(lines)
  const shared = { ...parties, lines, paid, issueDate: paid.day }
  if (rcti === null) return { ...shared, kind: 'driver-pay', number: paid.reference, total: subtotal }
  const { number, agreed, gst } = rcti
  return { ...shared, kind: 'rcti', number: rctiNumber(number), agreed, subtotal, gst, total: subtotal + gst }
}

/** Cancels the whole tax invoice, using its snapshot, so that the parties are those it named. */
export function rctiAdjustment(
  { firm, payee, agreed, number, issueDate, subtotal, gst, total }: RecipientTaxInvoice,
  note: { readonly number: number; readonly day: Day; readonly reason: string },
): RecipientAdjustmentNote {
  return {
    kind: 'rcti-adjustment',
    number: rctiAdjustmentNumber(note.number),
    issueDate: note.day,
    firm,
    payee,
    invoice: { number, issueDate },
    agreed,
    reason: note.reason,
    subtotal,
    gst,
    total,
  }
}

/** Names of lines by hand and of corrections. */
export const PAY_LINE_WORDS = {
  correction: 'Correction',
  tip: 'Tip',
  bonus: 'Bonus',
  deduction: 'Deduction',
} as const
