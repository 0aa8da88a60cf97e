import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it, test } from 'vitest'
import type { BankColumns } from '#domain/bank-rows.ts'
import { matchLine } from '#domain/bank-matching.ts'
import { bankIndex, type Payer } from '#domain/bank-index.ts'
import { paymentReference } from '#domain/identifiers.ts'
import { readOfx } from '#domain/ofx.ts'
import { readBankRows } from '../support/read-bank-rows.ts'

const rowsOf = (csv: string) => Papa.parse<string[]>(csv, { skipEmptyLines: false }).data
const fileOf = (csv: string, columns?: BankColumns, header = false) =>
  readBankRows(rowsOf(csv), '', columns && { header, columns, dateFormat: 'D/M/Y' })

/** The amounts, and the messages of the lines without one; a string: the columns are asked for. */
function amounts(csv: string, columns?: BankColumns, header = false): string | (number | string)[] {
  const file = fileOf(csv, columns, header)
  if (file.kind !== 'read') return file.message
  return [...file.lines, ...file.unreadable]
    .sort((a, b) => a.line - b.line)
    .map((one) => ('amount' in one ? one.amount : one.message))
}
const ASKED = 'This bank’s layout isn’t known. Choose the columns.'
const UNSAID = 'Nothing says whether the money came in or went out.'

describe('Money out is never read as money in', () => {
  test.each([
    ['26/11/2026,25.00,Transfer to NOVAK 104828,DR'],
    ['26/11/2026,25.00,Transfer to NOVAK 104828,Debit'],
    ['26/11/2026,25.00,Transfer to NOVAK 104828,D'],
    ['26/11/2026,25.00,Transfer to NOVAK 104828,Withdrawal'],
    ['26/11/2026,25.00,Transfer to NOVAK 104828,104828,EFTPOS DEBIT'],
    ['26/11/2026,75.00,NOVAK 104828,CR\n26/11/2026,25.00,NOVAK 104828,DR'],
    ['26/11/2026,DR,25.00,Transfer to NOVAK 104828'],
    ['26/11/2026,25.00,NOVAK 104828,975.00'],
    ['26/11/2026,25.00,NOVAK 104828,-'],
  ])('in a file without headings that is no known bank’s: %s', (csv) => {
    expect(amounts(csv)).toBe(ASKED)
  })

  test.each([
    ['DR', 'CR'],
    ['Dr', 'Cr'],
    ['Debit', 'Credit'],
    ['D', 'C'],
    ['W', 'D'],
    ['-', '+'],
    ['Withdrawal', 'Deposit'],
    ['Money out', 'Money in'],
    ['OUT', 'IN'],
    ['Payment', 'Receipt'],
    ['Expense', 'Income'],
    ['TRANSFER DEBIT', 'TRANSFER CREDIT'],
    ['Direct debit', 'Direct credit'],
    ['DBIT', 'CRDT'],
    ['DEB', 'CRE'],
    ['minus', 'plus'],
    ['Charge', 'Credit'],
  ])('by a column that says %s and %s', (out, into) => {
    const csv = `26/11/2026,25.00,NOVAK,${out}\n26/11/2026,75.00,SMITH,${into}\n`
    const columns = { date: 0, amount: 1, text: [2] }
    expect(amounts(csv, { ...columns, sign: 3 })).toEqual([-2_500, 7_500])
    expect(amounts(csv, { ...columns, type: 3 })).toEqual([-2_500, 7_500])
    // Nor where nobody chose the column: without it the debit would pay an invoice.
    expect(amounts(csv, columns)).toEqual([-2_500, 7_500])
  })

  it('where the column contradicts the amount, or doesn’t say it', () => {
    const lines = (...cells: string[]) => cells.map((cell) => `26/11/2026,NOVAK,${cell}\n`).join('')
    const columns = { date: 0, text: [1], amount: 2, sign: 3 }
    expect(amounts(lines('+25.00,DR', '-25.00,CR', '25.00,Other', '0.00,DR'), columns)).toEqual([
      'The sign of the amount contradicts “DR”.',
      'The sign of the amount contradicts “CR”.',
      '“Other” doesn’t say whether the money came in or went out.',
      0,
    ])
    expect(amounts(lines('25.00,DR', '75.00,'), columns)).toEqual([-2_500, 7_500])
    expect(amounts(lines('25.00,', '75.00,CR'), columns)).toEqual([UNSAID, 7_500])
    expect(amounts(lines('25.00,D', '75.00,'), columns)).toEqual([
      '“D” doesn’t say whether the money came in or went out.',
      7_500,
    ])
    expect(amounts(lines('25.00,DR', '35.00,DR', '-45.00,DR'), columns)).toEqual([
      -2_500,
      -3_500,
      'The sign of the amount is the opposite of the other lines’.',
    ])
    expect(amounts(lines('25.00,DR', '75.00,CR,DR'), columns)).toEqual([-2_500, '“CR” contradicts “DR”.'])
  })

  it('where only money in is marked in the amounts', () => {
    const columns = { date: 0, text: [1], amount: 2 }
    const lines = (...cells: string[]) => cells.map((cell) => `26/11/2026,NOVAK,${cell}\n`).join('')
    expect(amounts(lines('25.00', '75.00 CR'), columns)).toEqual([UNSAID, 7_500])
    expect(amounts(lines('25.00', '+75.00'), columns)).toEqual([UNSAID, 7_500])
    expect(amounts(lines('25.00 DR', '75.00'), columns)).toEqual([-2_500, 7_500])
  })

  it('only by the kinds of transaction, of which some say nothing', () => {
    const columns = { date: 0, text: [1], amount: 2, type: 3 }
    const lines = (...cells: string[]) => cells.map((cell) => `26/11/2026,NOVAK,${cell}\n`).join('')
    for (const kind of ['Transfer', 'XFER', 'Miscellaneous', ''])
      expect(amounts(lines('10.00,EFTPOS DEBIT', `25.00,${kind}`, '30.00,DIRECT CREDIT'), columns)).toEqual([
        -1_000,
        UNSAID,
        3_000,
      ])
    // A bank that writes signs means what it writes.
    expect(amounts(lines('-10.00,EFTPOS DEBIT', '25.00,Transfer'), columns)).toEqual([-1_000, 2_500])
  })

  it('in two columns, whatever their signs', () => {
    const columns = { date: 0, text: [1], debit: 2, credit: 3 }
    const lines = (...cells: string[]) => cells.map((cell) => `26/11/2026,NOVAK,${cell}\n`).join('')
    expect(amounts(lines('25.00,', '-0.00,75.00', '(0.00),1.00 CR'), columns)).toEqual([-2_500, 7_500, 100])
    expect(amounts(lines('-25.00,', '-35.00,0.00', '25.00 DR,'), columns)).toEqual([-2_500, -3_500, -2_500])
    expect(amounts(lines('25.00,-', '–,75.00'), columns)).toEqual([-2_500, 7_500])
    const opposite = 'The sign of the amount is the opposite of the other lines’.'
    expect(amounts(lines('25.00 CR,', ',-75.00', ',75.00 DR', ',75.00-', ',75.00'), columns)).toEqual([
      ...Array<string>(4).fill(opposite),
      7_500,
    ])
    expect(amounts(lines(',75.00,DR', '25.00,,CR'), columns)).toEqual([
      '“DR” contradicts the column of the amount.',
      -2_500,
    ])
    // An amount beside them has no sign.
    expect(amounts(lines('25.00,,25.00'), { ...columns, amount: 4 })).toBe(
      'Choose either the amount, or money out and money in.',
    )
  })
})

describe('The columns proposed', () => {
  const guessed = (csv: string) => {
    const file = fileOf(csv)
    return file.kind === 'choose' ? file.guess : file
  }
  test.each([
    ['Debit/Credit', 'Debit', 'Credit'],
    ['Dr/Cr', 'DR', 'CR'],
    ['Type', 'D', 'C'],
    ['Transaction Type', 'TRANSFER DEBIT', 'TRANSFER CREDIT'],
    ['Sign', '-', '+'],
    ['Debit', 'DR', ''],
  ])('take a column %s with %s and %s for the sign', (heading, out, into) => {
    const csv = `Date,Amount,Description,${heading}\n26/11/2026,25.00,NOVAK,${out}\n26/11/2026,75.00,SMITH,${into}\n`
    expect(guessed(csv)).toEqual({ date: 0, amount: 1, text: [2], sign: 3 })
  })

  it('take other types for a type, and signed amounts under Debit/Credit for the amount', () => {
    expect(guessed('Date,Amount,Description,Type\n26/11/2026,25.00,NOVAK,Osko\n')).toMatchObject({ amount: 1, type: 3 })
    expect(guessed('Date,Details,Debit/Credit\n26/11/2026,NOVAK,-25.00\n')).toEqual({ date: 0, text: [1], amount: 2 })
    expect(guessed('26/11/2026,25.00,NOVAK,DR')).toEqual({ date: 0, amount: 1, text: [2], sign: 3 })
  })
})

describe('Balances that contradict the amounts', () => {
  const columns = { date: 0, amount: 1, text: [2], balance: 3 }
  const OLDEST_FIRST = ['24/11/2026,75.00,A,1075.00', '25/11/2026,25.00,B,1050.00', '26/11/2026,10.00,C,1060.00']
  const opposite = (line: number) =>
    `Line ${line}: the balance says the opposite of the amount. Choose the column that says whether money came in or went out.`
  const unfit = (line: number) =>
    `Line ${line}: the balance doesn’t follow from the amount. Export all lines of these days, or leave the balance out.`

  it('in either order of the lines let nothing be read, and the line is named', () => {
    expect(amounts(OLDEST_FIRST.join('\n'), columns)).toBe(opposite(2))
    expect(amounts(OLDEST_FIRST.toReversed().join('\n'), columns)).toBe(opposite(2))
    const other = OLDEST_FIRST.with(1, '25/11/2026,25.00,B,1101.00')
    expect(amounts(other.join('\n'), columns)).toBe(unfit(2))
    const known = '26/11/2026,"+25.00","NOVAK 104828","+975.00"\n25/11/2026,"+1.00","B","+1000.00"\n'
    expect(amounts(known)).toBe(opposite(1))
  })

  it('are none where the lines of a day are in another order, have no balance, or are of two accounts', () => {
    const right = ['24/11/2026,75.00,A,1075.00', '25/11/2026,-25.00,B,1050.00', '26/11/2026,10.00,C,1060.00']
    const sorted = [...right, '26/11/2026,-60.00,D,1000.00', '26/11/2026,60.00,E,1060.00']
    for (const lines of [right, right.toReversed(), right.toSorted(), sorted, [0, 1, 4, 2, 3].map((at) => sorted[at]!)])
      expect(amounts(lines.join('\n'), columns)).toHaveLength(lines.length)
    expect(amounts(right.with(1, '25/11/2026,-25.00,B').join('\n'), columns)).toHaveLength(3)
    const two = ['24/11/2026,1.00,A,11.00,123456', '24/11/2026,1.00,A,901.00,654321', '25/11/2026,2.00,A,13.00,123456']
    expect(amounts(two.join('\n'), { ...columns, account: [4] })).toHaveLength(3)
    expect(amounts(two.join('\n'), columns)).toBe(unfit(2))
  })

  it('and columns that fit no line are chosen again', () => {
    expect(amounts('26/11/2026,x,A,1075.00', columns)).toBe(
      'No line can be read with these columns. Line 1: “x” isn’t an amount.',
    )
  })

  it('are seen beside a line that can’t be read, and not because of it', () => {
    const lines = ['24/11/2026,x,A,1075.00', ...OLDEST_FIRST.slice(1)]
    expect(amounts(lines.join('\n'), columns)).toHaveLength(3)
    expect(amounts([...lines, '27/11/2026,10.00,D,1050.00'].join('\n'), columns)).toBe(opposite(4))
  })
})

describe('An OFX file', () => {
  const ofx = (...transactions: [type: string, amount: string][]) =>
    `<OFX>${transactions.map(([type, amount], at) => `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261126<TRNAMT>${amount}<FITID>${at}<NAME>NOVAK</STMTTRN>`).join('')}</OFX>`
  const read = (...transactions: [type: string, amount: string][]) => {
    const file = readOfx(ofx(...transactions), '')
    return file.kind === 'read' ? file.lines.map(({ amount }) => amount) : file.message
  }

  const unclear = (...transactions: [type: string, amount: string][]) => {
    const file = readOfx(ofx(...transactions), '')
    return file.kind === 'read' ? file.unreadable.map(({ message }) => message) : file.message
  }

  it('says by its type that an amount without sign went out', () => {
    expect(read(['DEBIT', '25.00'], ['CREDIT', '75.00'], ['Fee', '1.00'])).toEqual([-2_500, 7_500, -100])
    expect(read(['DEBIT', '-25.00'], ['CREDIT', '+75.00'], ['XFER', '-1.00'])).toEqual([-2_500, 7_500, -100])
    expect(unclear(['PAYMENT', '25.00'], ['CREDIT', '75.00'], ['pos', '+1.00'])).toEqual([
      '“25.00” has no sign, and “PAYMENT” may be money out.',
    ])
    expect(unclear(['PAYMENT', '25.00'], ['DEBIT', '-75.00'])).toEqual([])
    for (const type of ['XFER', 'OTHER', 'HOLD', 'POS'])
      expect(unclear(['DEBIT', '25.00'], [type, '75.00'])).toEqual([expect.stringMatching(/no sign|Nothing says/)])
    expect(read(['DEBIT', '-25.00'], ['XFER', '75.00'])).toEqual([-2_500, 7_500])
    // A bank that writes signs means what it writes.
    expect(read(['CREDIT', '-75.00'])).toEqual([-7_500])
  })
})

test('A line that the bank’s own words call money out waits for a person, whatever its amount says', () => {
  const payer: Payer = {
    customerID: 'anna',
    refId: '10482',
    name: 'Anna Novak',
    owing: 2_500,
    invoices: [{ invoiceID: 'i', number: 'INV-000001', owing: 2_500 }],
  }
  const index = bankIndex([payer], [])
  const kindOf = (said: string, type = '') => {
    const text = said.replace('104828', paymentReference('10482'))
    return matchLine({ line: 1, day: '2026-11-26', amount: 2_500, text, type, balance: null, fitid: null }, index).kind
  }
  expect(kindOf('Transfer from A NOVAK 104828')).toBe('exact')
  expect(kindOf('Direct Credit A NOVAK debit 104828')).toBe('exact')
  for (const text of [
    'Transfer to NOVAK 104828',
    'Fast Transfer To A NOVAK 104828',
    'ANZ INTERNET BANKING PAYMENT 123456 TO NOVAK 104828',
    'WITHDRAWAL-OSKO PAYMENT 2223338 NOVAK 104828',
    'PAY ANYONE TO NOVAK 104828',
    'OUTWARD NPP NOVAK 104828',
    'Osko Payment Sent NOVAK 104828',
    'TO NOVAK 104828',
    'NOVAK 104828 DR',
    'NOVAK 104828 VISA DEBIT',
    'VISA DEBIT PURCHASE NOVAK 104828',
    'Direct Debit NOVAK 104828',
  ])
    expect([text, kindOf(text)]).toEqual([text, 'near'])
  expect(kindOf('NOVAK 104828', 'MISCELLANEOUS DEBIT')).toBe('near')
})

/** A statement, and one way in which a bank writes it. */
const statement = fc.array(
  fc.record({
    day: fc.integer({ min: 10, max: 28 }),
    cents: fc.integer({ min: 1, max: 9_999_999 }),
    out: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)
const AROUND: readonly (readonly [out: (plain: string) => string, into: (plain: string) => string])[] = [
  [(x) => `-${x}`, (x) => x],
  [(x) => `-${x}`, (x) => `+${x}`],
  [(x) => `(${x})`, (x) => x],
  [(x) => `${x}-`, (x) => x],
  [(x) => `${x} DR`, (x) => `${x} CR`],
  [(x) => `${x}dr`, (x) => x],
  [(x) => `DR ${x}`, (x) => `CR ${x}`],
  [(x) => `Debit $${x}`, (x) => `Credit $${x}`],
]
const BESIDE: readonly (readonly [out: string, into: string])[] = [
  ['DR', 'CR'],
  ['Debit', 'Credit'],
  ['D', 'C'],
  ['W', 'D'],
  ['Withdrawal', 'Deposit'],
  ['-', '+'],
  ['DR', ''],
]
const written = fc.record({
  way: fc.oneof(
    fc.constantFrom(...AROUND).map((around) => ({ kind: 'around', around }) as const),
    fc.constantFrom(...BESIDE).map((beside) => ({ kind: 'beside', beside }) as const),
    fc.boolean().map((minus) => ({ kind: 'two', minus }) as const),
  ),
  balance: fc.boolean(),
  newestFirst: fc.boolean(),
  heading: fc.boolean(),
  chosen: fc.boolean(),
})

test('No statement, however its bank writes it, has money out read as money in', () => {
  fc.assert(
    fc.property(statement, written, (entries, { way, balance, newestFirst, heading, chosen }) => {
      let sum = 500_000_000
      const sorted = entries.toSorted((a, b) => a.day - b.day)
      const rows = sorted.map(({ day, cents, out }) => {
        sum += out ? -cents : cents
        const plain = dollars(cents)
        const [debit, credit] =
          way.kind === 'two' ? (out ? [way.minus ? `-${plain}` : plain, ''] : ['', plain]) : ['', '']
        const amount = way.kind === 'around' ? way.around[out ? 0 : 1](plain) : plain
        const said = way.kind === 'beside' ? way.beside[out ? 0 : 1] : ''
        const fields = way.kind === 'two' ? [debit, credit] : [amount, said]
        return [`${day}/11/2026`, `NOVAK ${cents}`, ...fields, ...(balance ? [dollars(sum)] : [])]
      })
      const truth = sorted.map(({ cents, out }) => (out ? -cents : cents))
      const ordered = newestFirst ? rows.toReversed() : rows
      const columns: BankColumns = {
        date: 0,
        text: [1],
        ...(way.kind === 'two' ? { debit: 2, credit: 3 } : { amount: 2 }),
        ...(way.kind === 'beside' && (chosen || way.beside[0] === '-') ? { sign: 3 } : {}),
        ...(balance ? { balance: 4 } : {}),
      }
      const all = heading ? [['Date', 'Details', 'X', 'Y', 'Z'], ...ordered] : ordered
      const file = readBankRows(all, '', { header: heading, columns, dateFormat: 'D/M/Y' })
      const expected = newestFirst ? truth.toReversed() : truth
      // A letter alone can mean both, and is asked about.
      if (file.kind !== 'read') expect(new Set(entries.map(({ out }) => out)).size).toBe(1)
      else for (const { line, amount } of file.lines) expect(amount).toBe(expected[line - (heading ? 2 : 1)])
      // Where both kinds of money are in the file, nothing is unclear.
      if (entries.some(({ out }) => out) && entries.some(({ out }) => !out))
        expect(file).toMatchObject({ kind: 'read', unreadable: [] })
    }),
    { numRuns: 500 },
  )
})

test('Whatever stands in the cells, a line that is read is never money in where a cell says that it went out', () => {
  const cell = fc.constantFrom(
    '',
    '25.00',
    '-25.00',
    '25.00 DR',
    'DR',
    'Debit',
    'CR',
    'D',
    'W',
    '+',
    '-',
    'NOVAK 104828',
    '26/11/2026',
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }), (rows) => {
      const file = readBankRows(rows, '')
      const choice = file.kind === 'choose' ? file.guess : null
      const read =
        choice?.date === undefined || choice.text === undefined
          ? file
          : readBankRows(rows, '', { header: false, columns: { ...choice, date: choice.date, text: choice.text } })
      if (read.kind !== 'read') return
      for (const { line, amount } of read.lines)
        if (rows[line - 1]!.some((one) => /^(?:DR|Debit)$/.test(one))) expect(amount).toBeLessThanOrEqual(0)
    }),
    { numRuns: 1_000 },
  )
})

const dollars = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
