import type { Dice } from '../../support/openapi/random.ts'

/** Bodies like a bank's file, so that the reader of signs, layouts and balances is reached. */
const CELLS = [
  '26/11/2026',
  '27Nov2026',
  '25.00',
  '-25.00',
  '(25.00)',
  '25.00 DR',
  'CR 75.00',
  '975.00',
  '1e3',
  'DR',
  'Credit',
  'D',
  '-',
  '',
  'Transfer to NOVAK 104828',
  '"ABBOTT, A"',
  'Total',
]
const HEADINGS = ['Date', 'Amount', 'Debit', 'Credit', 'Debit/Credit', 'Type', 'Description', 'Balance']
const STARTS = ['', 'sep=;\n', 'Account History for 062-000 12345678\n\n', '!Type:Bank\n', '\ufeff', '%PDF-1.7\n']

const some = (dice: Dice, from: readonly string[], separator: string) =>
  Array.from({ length: 1 + dice.below(7) }, () => dice.pick(from)).join(separator)

/** Small files that would cost much if they were read to their end. */
const LONG = ['<STMTTRN>'.repeat(50_000), `<STMTTRN><NAME>${'&amp;'.repeat(100_000)}`, '<'.repeat(500_000)]

function ofx(dice: Dice): string {
  if (dice.chance(0.1)) return `<OFX>${dice.pick(LONG)}</OFX>`
  const transactions = Array.from(
    { length: dice.below(4) },
    () =>
      `<STMTTRN><TRNTYPE>${dice.pick(['DEBIT', 'CREDIT', 'FEE', 'XFER', ''])}<DTPOSTED>${dice.pick(['20261126', '2026', ''])}<TRNAMT>${dice.pick(CELLS)}<FITID>${dice.below(3)}<NAME>${dice.pick(CELLS)}${dice.chance(0.8) ? '</STMTTRN>' : ''}`,
  )
  return `<OFX><CURDEF>${dice.pick(['AUD', 'AUD', 'USD'])}${transactions.join('\n')}</OFX>`
}

export function bankFile(dice: Dice): string {
  if (dice.chance(0.2)) return ofx(dice)
  const separator = dice.pick([',', ',', ';', '|', '\t'])
  const rows = Array.from({ length: dice.below(8) }, () => some(dice, CELLS, separator))
  const headings = dice.chance(0.5) ? [some(dice, HEADINGS, separator)] : []
  return dice.pick(STARTS) + [...headings, ...rows].join(dice.pick(['\n', '\r\n']))
}
