import { addDays, type Day, daysBetween } from './dates.ts'
import type { InvoiceKind } from './ledger.ts'
import { AMOUNT_MAX } from './limits.ts'
import { type Cents, showMoney } from './money.ts'
import type { RefusalCode } from './refusals.ts'

/** Numbers, due dates, ageing and reminders of invoices (domain.md 6). */

const PREFIX: Record<InvoiceKind, string> = { invoice: 'INV', opening: 'OPEN', debit: 'DEBIT' }

/** 123 -> "INV-000123". */
export const invoiceNumber = (kind: InvoiceKind, number: number): string =>
  `${PREFIX[kind]}-${String(number).padStart(6, '0')}`

/** "Invoice INV-000123", "Debit note DEBIT-000001": what its number is the number of. */
export const invoiceTitle = (number: string): string =>
  `${number.startsWith(PREFIX.debit) ? 'Debit note' : 'Invoice'} ${number}`

/** Numbers from `from` to `to`, both included; kind null: of any kind. */
export interface NumberRange {
  readonly kind: InvoiceKind | null
  readonly from: number
  readonly to: number
}

const NUMBER_DIGITS = 6
/** PostgreSQL's integer, the type of the column. */
const LAST_NUMBER = 2_147_483_647

/**
 * The invoice numbers that a keyword can mean: one written out ("INV-000123", "123"), and those that begin with it
 * ("INV-0001"). They are ranges, because an index of the number answers them.
 * @returns none if the keyword can't be a number
 */
export function invoiceNumbersInKeyword(keyword: string): NumberRange[] {
  const [, prefix, digits] = /^(?:(INV|OPEN|DEBIT)[\s‐-―-]*)?(\d{1,9})$/i.exec(keyword.trim()) ?? []
  if (digits === undefined) return []
  const kind = (Object.keys(PREFIX) as InvoiceKind[]).find((each) => PREFIX[each] === prefix?.toUpperCase()) ?? null
  const value = Number(digits)
  const ranges = [{ kind, from: value, to: value }]
  for (let length = NUMBER_DIGITS; length <= String(LAST_NUMBER).length; length += 1) {
    const after = length - digits.length
    // Only numbers of up to six digits are filled with zeros.
    if (after < 1 || (digits.startsWith('0') && length > NUMBER_DIGITS)) continue
    const from = value * 10 ** after
    if (from <= LAST_NUMBER) ranges.push({ kind, from, to: Math.min(from + 10 ** after - 1, LAST_NUMBER) })
  }
  return ranges
}

/** 7 -> "ADJ-000007": adjustment and credit notes have their own numbers (M1). */
export const adjustmentNumber = (number: number): string => `ADJ-${String(number).padStart(6, '0')}`

export const transactionRefId = (number: number): string => `T${String(number).padStart(6, '0')}`

export const dueDateOf = (issueDate: Day, dueDays: number): Day => addDays(issueDate, dueDays)

/** Days from issue to the latest due date that the office can type; further ahead it is a mistyped year. */
const LATEST_DUE_DAYS = 366

/** What is wrong with an invoice typed by hand, by field; empty: nothing. */
export function typedInvoiceProblem(
  { total, dueDate }: { total: Cents; dueDate: Day | undefined },
  today: Day,
): Record<string, string> {
  return {
    ...(dueDate === undefined || dueDate >= today ? {} : { dueDate: 'This date is in the past' }),
    ...(dueDate === undefined || dueDate <= addDays(today, LATEST_DUE_DAYS)
      ? {}
      : { dueDate: 'At most a year from today' }),
    ...(total === 0 ? { lines: 'The invoice would be $0' } : {}),
    ...(total > AMOUNT_MAX ? { lines: `An invoice is at most ${showMoney(AMOUNT_MAX)}` } : {}),
  }
}

/** The columns of an ageing report, in days overdue. */
export const AGES = ['current', '1-30', '31-60', '61-90', 'over-90'] as const
export type Age = (typeof AGES)[number]

/** @param today a business day */
export function ageOf(dueDate: Day, today: Day): Age {
  const overdue = daysBetween(dueDate, today)
  if (overdue <= 0) return 'current'
  if (overdue <= 30) return '1-30'
  if (overdue <= 60) return '31-60'
  return overdue <= 90 ? '61-90' : 'over-90'
}

export interface Reminded {
  readonly dueDate: Day
  readonly owing: Cents
  readonly firstRemindOn: Day | null
  readonly secondRemindOn: Day | null
  /** It was paid in full and owes again, and the office has not chosen to collect it again. */
  readonly isReopened: boolean
  /** The day on which the office last chose that; null: never. Reminders from before it are not among these. */
  readonly collectAgainOn: Day | null
}

export type ReminderStep = 'first' | 'second'

/** Days between the first reminder and the second (M7). */
export const DAYS_BETWEEN_REMINDERS = 7

/** The reminder that `remind` would send next; null: both were sent, or nothing is owed. */
export function nextReminder({ owing, firstRemindOn, secondRemindOn }: Reminded): ReminderStep | null {
  if (owing <= 0 || secondRemindOn !== null) return null
  return firstRemindOn === null ? 'first' : 'second'
}

/** Why the next reminder can't be sent today; null: it can, whether it is offered or not. */
export function reminderProblem(invoice: Reminded, today: Day): RefusalCode | null {
  if (invoice.owing <= 0) return 'nothing_owing'
  // The mail says that the invoice is overdue.
  if (ageOf(invoice.dueDate, today) === 'current') return 'not_overdue'
  const step = nextReminder(invoice)
  if (step === null) return 'reminded_twice'
  const tooSoon = step === 'second' && daysBetween(invoice.firstRemindOn!, today) < DAYS_BETWEEN_REMINDERS
  return tooSoon ? 'reminded_recently' : null
}

/** Whether the office is offered to send it today (M7). */
export function isReminderDue(
  invoice: Reminded,
  today: Day,
  { firstDays, secondDays }: { firstDays: number; secondDays: number },
): boolean {
  if (invoice.isReopened) return false
  const step = nextReminder(invoice)
  const { dueDate, collectAgainOn } = invoice
  const overdue = daysBetween(collectAgainOn !== null && collectAgainOn > dueDate ? collectAgainOn : dueDate, today)
  if (step === 'first') return overdue > firstDays
  return (
    step === 'second' && overdue > secondDays && daysBetween(invoice.firstRemindOn!, today) >= DAYS_BETWEEN_REMINDERS
  )
}
