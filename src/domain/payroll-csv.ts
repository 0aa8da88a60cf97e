import { type Day, formatDay } from './dates.ts'
import { type Cents, showMoney } from './money.ts'
import { sumOf } from './pay.ts'
import type { IncomeKind } from './words.ts'

/** A pay day's file for the payroll program, which computes tax and superannuation (domain.md 11, M23). */

export interface EmployeePay {
  readonly employee: string
  /** In words: "Casual". */
  readonly employmentType: string
  readonly paidOn: Day
  readonly from: Day
  readonly to: Day
  readonly reference: string
  readonly lines: readonly { readonly kind: IncomeKind; readonly bags: number; readonly amount: Cents }[]
}

const HEADINGS = [
  'Employee',
  'Employment type',
  'Pay date',
  'From',
  'To',
  'Bags',
  'Collections',
  'Corrections',
  'Tips',
  'Bonuses',
  'Deductions',
  'Total',
  'Reference',
]

/** One row per payment, amounts in dollars before tax. */
export function payrollCsv(pays: readonly EmployeePay[]): string {
  const rows = pays.map(({ lines, ...pay }) => {
    const of = (kind: IncomeKind) => dollars(sumOf(lines.filter((line) => line.kind === kind)))
    return [
      safe(pay.employee),
      safe(pay.employmentType),
      formatDay(pay.paidOn),
      formatDay(pay.from),
      formatDay(pay.to),
      String(lines.reduce((sum, { bags }) => sum + bags, 0)),
      of('stop'),
      of('correction'),
      of('tip'),
      of('bonus'),
      of('deduction'),
      dollars(sumOf(lines)),
      pay.reference,
    ]
  })
  return [HEADINGS, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

/** "-1234.50": plain, for programs. */
function dollars(cents: Cents): string {
  return showMoney(cents).replace(/[$,]/g, '')
}

/** Keeps a spreadsheet from reading a text as a formula. */
const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
