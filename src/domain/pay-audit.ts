import { transactionRefId } from './invoicing.ts'
import type { Difference } from './ledger-audit.ts'
import { type Cents, showMoney } from './money.ts'
import { sumOf } from './pay.ts'
import { gstOnTop, rctiAdjustmentNumber, rctiNumber } from './rcti.ts'

/** Recomputes one payment to a driver from its rows (domain.md 8), for `npm run audit-ledger`. */

/** A DRIVER_OUTBOUND transaction that reverses no other. */
export interface AuditedPay {
  readonly refNumber: number
  readonly driverID: string | null
  readonly amount: Cents
  /** Null: it is missing. */
  readonly payment: {
    readonly driverID: string
    readonly subtotal: Cents
    readonly gst: Cents
    /** Null: a pay statement. */
    readonly rctiNumber: number | null
    readonly paper: AuditedPaper
  } | null
  /** Incomes that name it as their payment. */
  readonly incomes: readonly { readonly driverID: string; readonly status: string; readonly amount: Cents }[]
  readonly reversal: {
    readonly driverID: string | null
    readonly amount: Cents
    /** The adjustment note of a tax invoice; null: none. */
    readonly note: { readonly number: number; readonly paper: AuditedPaper } | null
  } | null
}

export interface AuditedPaper {
  readonly number: string
  readonly total: Cents
}

/** Null: every figure follows from the rows. */
export function auditPay(pay: AuditedPay): Difference | null {
  const [first] = differences(pay)
  return first ? { refId: null, number: transactionRefId(pay.refNumber), ...first } : null
}

type Found = Omit<Difference, 'refId' | 'number'>

function* differences({ refNumber, driverID, amount, payment, incomes, reversal }: AuditedPay): Generator<Found> {
  yield* compared('the record of a driver’s pay', '1', payment === null ? '0' : '1')
  if (payment === null) return
  const { subtotal, gst, rctiNumber: rcti, paper } = payment
  const isTaxInvoice = rcti !== null
  yield* compared('the driver it was paid to', payment.driverID, driverID ?? 'none')
  yield* money('GST of a driver’s pay', isTaxInvoice ? gstOnTop(subtotal) : 0, gst)
  yield* money('a driver’s pay is its incomes + GST', subtotal + gst, amount)
  yield* money('the sum of its incomes', reversal === null ? subtotal : 0, sumOf(incomes))
  yield* counted('its incomes that aren’t paid', incomes.filter(({ status }) => status !== 'paid').length)
  yield* counted('its incomes of another driver', incomes.filter((row) => row.driverID !== payment.driverID).length)
  yield* compared(
    'the number on its paper',
    isTaxInvoice ? rctiNumber(rcti) : transactionRefId(refNumber),
    paper.number,
  )
  yield* money('the total on its paper', amount, paper.total)
  if (reversal === null) return
  yield* compared('the driver of its reversal', payment.driverID, reversal.driverID ?? 'none')
  yield* money('the amount of its reversal', -amount, reversal.amount)
  const { note } = reversal
  yield* compared('adjustment notes of its tax invoice', isTaxInvoice ? '1' : '0', note === null ? '0' : '1')
  if (note === null) return
  yield* compared('the number on its adjustment note', rctiAdjustmentNumber(note.number), note.paper.number)
  yield* money('the total on its adjustment note', amount, note.paper.total)
}

function* compared(rule: string, expected: string, found: string): Generator<Found> {
  if (expected !== found) yield { rule, expected, found }
}

const money = (rule: string, expected: Cents, found: Cents) => compared(rule, showMoney(expected), showMoney(found))
const counted = (rule: string, found: number) => compared(rule, '0', String(found))
