import { type Day, formatDay } from './dates.ts'
import { type Cents, showMoney } from './money.ts'

/** Makes CommBank's CSV file, for the demo and the tests. */

export interface SampleLine {
  readonly day: Day
  /** Negative: money out. */
  readonly amount: Cents
  readonly text: string
}

/**
 * The file as the bank exports it: no headings, newest line first, signed amounts, the balance after each line. Lines
 * of one day keep their order.
 */
export function commBankFile(lines: readonly SampleLine[], openingBalance: Cents): string {
  let balance = openingBalance
  const rows = [...lines]
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, amount, text }) => {
      balance += amount
      return `${formatDay(day)},"${signed(amount)}","${text.replaceAll('"', '""')}","${signed(balance)}"\n`
    })
  return rows.reverse().join('')
}

function signed(cents: Cents): string {
  return `${cents < 0 ? '-' : '+'}${showMoney(Math.abs(cents)).replace(/[$,]/g, '')}`
}
