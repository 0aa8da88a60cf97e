import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it, test } from 'vitest'
import { readBankCents } from '#domain/bank-amounts.ts'
import { readBankDay } from '#domain/bank-dates.ts'
import type { BankChoice } from '#domain/bank-layouts.ts'
import { commBankFile } from '#domain/bank-sample.ts'
import { readBankRows } from '../support/read-bank-rows.ts'

const rowsOf = (csv: string) => Papa.parse<string[]>(csv, { skipEmptyLines: false }).data
const read = (csv: string, choice?: BankChoice) => {
  const file = readBankRows(rowsOf(csv), '062000 1234 5678', choice)
  if (file.kind !== 'read') throw new Error(file.message)
  return file
}
const asked = (csv: string, choice?: BankChoice) => {
  const file = readBankRows(rowsOf(csv), '', choice)
  if (file.kind !== 'choose') throw new Error(file.kind)
  return file
}
const brief = (csv: string, choice?: BankChoice) =>
  read(csv, choice).lines.map(({ day, amount, text, balance }) => [day, amount, text, balance])

const COMMBANK = `16/11/2026,"+75.00","Fast Transfer From A NOVAK 104828","+1575.00"
16/11/2026,"+1250.00","Direct Credit 421520 HILLS STRATA PTY LTD INV-000123","+1500.00"
14/11/2026,"-82.40","BP PENNANT HILLS   NS AUS Card xx1234 Value Date: 12/11/2026","+250.00"
`
const WESTPAC = `Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial
032000123456,16/11/2026,"DEPOSIT-OSKO PAYMENT 2223338 ANNA NOVAK 104828",,75.00,1575.00,DEP,
032000123456,16/11/2026,"EFTPOS DEBIT BUNNINGS",82.40,,1500.00,POS,
`
const NAB = `Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name,Processed On
16 Nov 26,75.00,123456789,,TRANSFER CREDIT,ANNA NOVAK 104828,1575.00,Transfers in,,16 Nov 26
13 Nov 26,-82.4,123456789,,EFTPOS DEBIT,V1234 12/11 BUNNINGS,1500.00,Hardware
`
const OLD_NAB = `"16 Nov 26","75.00","000123456789",,"TRANSFER CREDIT","ANNA NOVAK 104828","+1575.00"
"13 Nov 26","-82.40","000123456789",,"MISCELLANEOUS DEBIT","V1234 12/11 BUNNINGS","+1500.00"
`
const ANZ = `16/11/2026,"75.00","TRANSFER FROM A NOVAK","104828","ANNA NOVAK",,,
13/11/2026,"-82.40","VISA DEBIT PURCHASE CARD 8003 BUNNINGS",,,,,
`
const BANKWEST = `BSB Number,Account Number,Transaction Date,Narration,Cheque Number,Debit,Credit,Balance,Transaction Type
302-162,0123456,16/11/2026,"ANNA NOVAK 104828",,,75.00,1575.00,DEP
302-162,0123456,13/11/2026,"BUNNINGS",,-82.40,,1500.00,WDL
`

describe('A bank’s CSV file', () => {
  test('of CommBank has no headings', () => {
    expect(read(COMMBANK)).toMatchObject({ layout: 'commbank', unreadable: [] })
    expect(brief(COMMBANK)).toEqual([
      ['2026-11-16', 7_500, 'Fast Transfer From A NOVAK 104828', 157_500],
      ['2026-11-16', 125_000, 'Direct Credit 421520 HILLS STRATA PTY LTD INV-000123', 150_000],
      ['2026-11-14', -8_240, 'BP PENNANT HILLS NS AUS Card xx1234 Value Date: 12/11/2026', 25_000],
    ])
    expect(read(COMMBANK).lines[0]).toMatchObject({ line: 1, account: '06200012345678', fitid: null })
  })

  test('of Westpac has debits and credits in two columns, and names the account', () => {
    expect(read(WESTPAC)).toMatchObject({ layout: 'westpac', unreadable: [] })
    expect(read(WESTPAC).lines).toMatchObject([
      { line: 2, account: '032000123456', amount: 7_500, balance: 157_500, type: 'DEP' },
      { line: 3, amount: -8_240, text: 'EFTPOS DEBIT BUNNINGS' },
    ])
  })

  test.each([
    ['with headings', NAB],
    ['without headings', OLD_NAB],
  ])('of NAB %s', (_, csv) => {
    expect(read(csv)).toMatchObject({ layout: 'nab', unreadable: [] })
    expect(brief(csv)).toEqual([
      ['2026-11-16', 7_500, 'ANNA NOVAK 104828', 157_500],
      ['2026-11-13', -8_240, 'V1234 12/11 BUNNINGS', 150_000],
    ])
    expect(read(csv).lines[0]!.type).toBe('TRANSFER CREDIT')
  })

  test('of ANZ has the text in several columns and no balance', () => {
    expect(read(ANZ).layout).toBe('anz')
    expect(brief(ANZ)).toEqual([
      ['2026-11-16', 7_500, 'TRANSFER FROM A NOVAK 104828 ANNA NOVAK', null],
      ['2026-11-13', -8_240, 'VISA DEBIT PURCHASE CARD 8003 BUNNINGS', null],
    ])
    expect(brief('1/11/2026,75,TRANSFER FROM A NOVAK')).toEqual([['2026-11-01', 7_500, 'TRANSFER FROM A NOVAK', null]])
  })

  test('of ANZ with numbers as references is not taken for one with balances', () => {
    expect(read('16/11/2026,"75.00","TRANSFER FROM A NOVAK","104828"').layout).toBe('anz')
  })

  test('of Bankwest joins BSB and account; its debits may be negative or not', () => {
    for (const csv of [BANKWEST, BANKWEST.replace('-82.40', '82.40').replace('Cheque Number', 'Cheque')]) {
      expect(read(csv)).toMatchObject({ layout: 'bankwest', unreadable: [] })
      expect(read(csv).lines).toMatchObject([{ account: '3021620123456', amount: 7_500 }, { amount: -8_240 }])
    }
  })

  test('is read with byte order mark, headings in other case, lines before them and blank lines and columns', () => {
    const csv = `\ufeffTransactions of 032-000 123456,\n\n${WESTPAC.replace('Narrative', ' NARRATIVE ').replaceAll('\n', ',,\n\n')}`
    expect(read(csv)).toMatchObject({ layout: 'westpac', unreadable: [] })
    expect(read(csv).lines.map(({ line }) => line)).toEqual([5, 7])
    expect(brief(`\ufeff${COMMBANK.replaceAll(',"', ',\u00a0"')}`)).toEqual(brief(COMMBANK))
  })

  test('without any transaction is read as empty', () => {
    expect(read(WESTPAC.split('\n')[0]!)).toMatchObject({ lines: [], unreadable: [] })
    expect(readBankRows(rowsOf('\n \n'), '')).toEqual({ kind: 'refused', message: 'This file has no lines.' })
  })

  test('says of each line that can’t be read what is wrong', () => {
    const csv = `${WESTPAC}032000123456,31/02/2026,X,,5.00,1.00,DEP,
032000123456,16/11/2026,X,five,,1.00,DEP,
032000123456,16/11/2026,X,,,1.00,DEP,
032000123456,16/11/2026,X,5.00,5.00,1.00,DEP,
032000123456,16/11/2026,X,-5.00,,1.00,DEP,
032000123456,16/11/2026,X,,5.001,1.00,DEP,
032000123456,16/11/2026,X,,5.00,?,DEP,
X,,,82.40,75.00,,,
`
    expect(read(csv).lines).toHaveLength(2)
    expect(read(csv).unreadable).toEqual([
      { line: 4, message: '“31/02/2026” isn’t a date.' },
      { line: 5, message: '“five” isn’t an amount.' },
      { line: 6, message: 'The amount is missing.' },
      { line: 7, message: 'Both debit and credit have an amount.' },
      { line: 8, message: 'The sign of the amount is the opposite of the other lines’.' },
      { line: 9, message: '“5.001” isn’t an amount.' },
      { line: 10, message: '“?” isn’t a balance.' },
      { line: 11, message: 'The date is missing.' },
    ])
  })

  test('without headings is recognised only when every line fits; the columns are proposed then', () => {
    const lines = Array.from({ length: 12 }, (_, i) => ({
      day: `2026-11-${i + 10}`,
      amount: 7_500,
      text: `NOVAK ${i}`,
    }))
    const csv = commBankFile(lines, 0).replace('"+75.00","NOVAK 7"', '"x","NOVAK 7"')
    const { message, guess } = asked(csv)
    expect(message).toMatch(/Choose the columns/)
    expect(guess).toEqual({ date: 0, amount: 1, text: [2], balance: 3 })
    expect(read(csv, { header: false, columns: { date: 0, amount: 1, text: [2], balance: 3 } })).toMatchObject({
      unreadable: [{ line: 5, message: '“x” isn’t an amount.' }],
    })
  })

  test('reads back the sample of CommBank to the cent', () => {
    const texts = fc.string({ unit: fc.constantFrom('N', 'o', ' ', '"', ',', '’', '1') }).map((text) => `A ${text}`)
    const cents = fc.integer({ min: -9_999_999, max: 9_999_999 })
    const days = fc.integer({ min: 1, max: 30 }).map((date) => `2026-11-${String(date).padStart(2, '0')}`)
    const entries = fc.array(fc.record({ day: days, amount: cents, text: texts }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(entries, cents, (lines, opening) => {
        const { layout, lines: found } = read(commBankFile(lines, opening))
        expect(layout).toBe('commbank')
        expect(found.map(({ day, amount }) => `${day} ${amount}`).sort()).toEqual(
          lines.map(({ day, amount }) => `${day} ${amount}`).sort(),
        )
        expect(found[0]!.balance).toBe(lines.reduce((sum, { amount }) => sum + amount, opening))
      }),
    )
  })
})

describe('A file of an unknown layout', () => {
  const OTHER = `Posted,Paid in,Paid out,Balance,Memo,Payer
03/04/2026,75.00,,"1,000.00 CR",104828,A NOVAK
05/04/2026,,"$1,082.40",(82.40),BUNNINGS,
`
  const choice: BankChoice = {
    header: true,
    columns: { date: 0, credit: 1, debit: 2, balance: 3, text: [4, 5] },
    dateFormat: 'D/M/Y',
  }

  it('is asked for, with a guess', () => {
    expect(asked(OTHER)).toMatchObject({
      signature: 'posted|paidin|paidout|balance|memo|payer',
      header: true,
      guess: { credit: 1, debit: 2, balance: 3, text: [4, 5] },
    })
    expect(asked('2026-11-16,NOVAK,x,75.00,100.00')).toMatchObject({
      signature: 'holds date 9-9-9 | text | text | amount | amount',
      header: false,
      guess: { date: 0, text: [1], amount: 3, balance: 4 },
      dateFormats: ['Y-M-D'],
    })
  })

  it('is read by the columns chosen', () => {
    expect(brief(OTHER, choice)).toEqual([
      ['2026-04-03', 7_500, '104828 A NOVAK', 100_000],
      ['2026-04-05', -108_240, 'BUNNINGS', -8_240],
    ])
  })

  it('has the same signature with other lines, so that a choice can be remembered', () => {
    expect(asked(`${OTHER}06/04/2026,1.00,,,X,\n`).signature).toBe(asked(OTHER).signature)
  })

  it('without headings is asked for each account that the office names, as money out and in may be the other way round', () => {
    const rows = rowsOf('2026-11-17,41.00,,SMITH\n2026-11-16,,75.00,NOVAK')
    const signatureFor = (account: string) => {
      const file = readBankRows(rows, account)
      return file.kind === 'choose' ? file.signature : ''
    }
    expect(new Set(['', '062-000 111', '062-000 222'].map(signatureFor)).size).toBe(3)
    expect(signatureFor('062-000 111')).toBe(signatureFor('062000111'))
    const headed = rowsOf('Posted,Out,In,Memo\n2026-11-17,41.00,,SMITH')
    const ofHeadings = (account: string) => readBankRows(headed, account)
    expect(ofHeadings('111')).toEqual(ofHeadings('222'))
  })

  it('without headings has another signature where its columns hold something else', () => {
    const signatures = [
      '2026-11-16,NOVAK,x,75.00,100.00',
      '2026-11-16,75.00,x,NOVAK,100.00',
      '16 Nov 2026,NOVAK,x,75.00,100.00',
      '2026-11-16,NOVAK,DR,75.00,100.00',
    ].map((csv) => asked(csv).signature)
    expect(new Set(signatures).size).toBe(4)
    // An empty reference is still the same bank's.
    expect(asked('2026-11-17,SMITH,,5.00,-100.00\n2026-11-16,NOVAK,,75.00,-105.00').signature).toBe(signatures[0])
  })

  it('may have lines about the account above its headings, and sums and notes below its data', () => {
    const csv = `Account History for 484-799 123456789,,,
From,01/10/2026,To,31/10/2026

Transaction Date,Details,Amount,Balance
31/10/2026,A NOVAK 104828,75.00,1075.00
30/10/2026,BUNNINGS,-82.40,1000.00
Transaction Date,Details,Amount,Balance
29/10/2026,Opening,1.00,1082.40
Total,,-6.40,
Closing balance,,,1075.00
* Pending transactions are not shown.
`
    const found = asked(csv)
    expect(found).toMatchObject({ header: true, signature: 'transactiondate|details|amount|balance' })
    expect(found.sample[0]).toEqual(['Transaction Date', 'Details', 'Amount', 'Balance'])
    const lines = read(csv, { header: true, columns: { date: 0, text: [1], amount: 2, balance: 3 } })
    expect(lines.unreadable).toEqual([])
    expect(lines.lines.map(({ line, amount }) => [line, amount])).toEqual([
      [5, 7_500],
      [6, -8_240],
      [8, 100],
    ])
    // The same lines around a known layout, and around one without headings.
    expect(read(`Account,032-000 123456\n${WESTPAC}Total,,,82.40,75.00\n`)).toMatchObject({ unreadable: [] })
    expect(read(`${COMMBANK}End of report\n`)).toMatchObject({ layout: 'commbank', unreadable: [] })
  })

  it('with one line of many separators makes the others no wider', () => {
    const wide = Array.from({ length: 400_000 }, () => 'x')
    const rows = [wide, ...Array.from({ length: 5_000 }, (_, at) => ['16/11/2026', 'NOVAK', `${at}.00`])]
    const columns = { date: 0, text: [1], amount: 2 }
    const file = readBankRows(rows, '', { header: false, columns, dateFormat: 'D/M/Y' })
    expect(file).toMatchObject({ kind: 'read', unreadable: [{ line: 1 }] })
    expect(readBankRows(rows, '').kind).toBe('choose')
  })

  it('loses no damaged line as if it were a note', () => {
    const columns = { date: 0, text: [1], amount: 2 }
    const csv = '31/02/2026,NOVAK,75.00\n16/11/2026,SMITH,40.00\n,NOVAK,75.00\n31/02/2026\n'
    expect(read(csv, { header: false, columns }).unreadable.map(({ line }) => line)).toEqual([1, 3, 4])
  })

  it('is not read while its dates can be read in two ways; one date above 12 decides', () => {
    const { dateFormat: _, ...undated } = choice
    expect(asked(OTHER, undated)).toMatchObject({
      message: 'These dates can mean different days. Choose how they are written.',
      dateFormats: ['D/M/Y', 'M/D/Y'],
    })
    expect(brief(OTHER.replace('05/04', '25/04'), undated)[0]![0]).toBe('2026-04-03')
    expect(brief(OTHER.replace('05/04', '05/24'), undated)[0]![0]).toBe('2026-03-04')
    expect(asked(OTHER.replace('05/04', '05/24').replace('03/04', '24/03'), undated).dateFormats).toEqual([])
  })
})

test('A bank’s layout with dates of another country is not recognised', () => {
  expect(asked(COMMBANK.replace('14/11', '11/14')).dateFormats).toEqual([])
  expect(asked('11/14/2026,"+75.00","NOVAK","+75.00"').dateFormats).toEqual(['M/D/Y'])
})

describe('An amount', () => {
  test.each([
    ['+75.00', 7_500],
    ['-75', -7_500],
    ['$1,234.50', 123_450],
    ['-$60.00', -6_000],
    ['(60.00)', -6_000],
    ['($1,060.00)', -106_000],
    ['60.00-', -6_000],
    ['60.00 CR', 6_000],
    ['60.00DR', -6_000],
    ['DR 60.00', -6_000],
    ['Dr. $60.00', -6_000],
    ['CR60.00', 6_000],
    ['Debit 60.00', -6_000],
    ['60.00 Debit', -6_000],
    ['60.00 credit', 6_000],
    ['60.00+', 6_000],
    ['AUD -60.00', -6_000],
    ['-A$60.00', -6_000],
    ['60.00 AUD DR', -6_000],
    ['–60.00', -6_000],
    ['－60.00', -6_000],
    ['(60.00) DR', -6_000],
    ['DR 60.00 CR', null],
    ['CR -60.00', null],
    ['(60.00) CR', null],
    ['(60.00)-', null],
    ['+60.00 DR', null],
    ['-60.00+', null],
    ['Drill 60.00', null],
    ['-60.00 DR', -6_000],
    ['−60.00', -6_000],
    ['\u00a075.5\u00a0', 7_550],
    ['0', 0],
    ['0.00 DR', 0],
    ['-60.00 CR', null],
    ['-60.00-', null],
    ['+60.00-', null],
    ['+-60', null],
    ['60,00', null],
    ['1.005', null],
    ['1,23.00', null],
    ['NaN', null],
    ['1e3', null],
    ['', null],
    ['CR', null],
    ['99999999999999', null],
  ])('%s', (cell, cents) => {
    expect(readBankCents(cell)).toBe(cents)
  })

  test('in any of the spellings is never another amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const plain = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        for (const spelled of [plain, `+${plain}`, `$${plain}`, `${plain} CR`])
          expect(readBankCents(spelled)).toBe(cents)
        for (const spelled of [`-${plain}`, `(${plain})`, `${plain}-`, `${plain}DR`])
          expect(readBankCents(spelled)).toBe(0 - cents)
      }),
    )
  })
})

describe('A date', () => {
  test.each([
    ['16/11/2026', 'D/M/Y', '2026-11-16'],
    ['6/1/26', 'D/M/Y', '2026-01-06'],
    ['16-11-2026 09:12', 'D/M/Y', '2026-11-16'],
    ['11/16/2026', 'D/M/Y', null],
    ['11/16/2026', 'M/D/Y', '2026-11-16'],
    ['16 Nov 26', 'D MMM Y', '2026-11-16'],
    ['6-Sept-2026', 'D MMM Y', '2026-09-06'],
    ['16 November 2026', 'D MMM Y', '2026-11-16'],
    ['16 Nix 26', 'D MMM Y', null],
    ['27Nov2026', 'D MMM Y', '2026-11-27'],
    ['27NOV26', 'D MMM Y', '2026-11-27'],
    ['Fri 27 Nov 2026', 'D MMM Y', '2026-11-27'],
    ['Friday, 27th November, 2026 10:15 AEDT', 'D MMM Y', '2026-11-27'],
    ['Fri 27/11/2026', 'D/M/Y', '2026-11-27'],
    ['Fria 27', 'D MMM Y', null],
    ['20261116', 'YYYYMMDD', '2026-11-16'],
    ['2026-11-16T10:00:00+11:00', 'Y-M-D', '2026-11-16'],
    ['31/02/2026', 'D/M/Y', null],
    ['16/11/1926', 'D/M/Y', null],
    ['', 'D/M/Y', null],
  ] as const)('%s as %s', (cell, format, day) => {
    expect(readBankDay(cell, format)).toBe(day)
  })

  test('is never read in two ways by the formats of Australian banks', () => {
    const cells = fc.oneof(
      fc.string({ unit: fc.constantFrom('0', '1', '2', '6', '/', '-', ' ') }),
      fc.date().map(String),
    )
    fc.assert(
      fc.property(cells, (cell) => {
        const days = (['D/M/Y', 'D MMM Y', 'Y-M-D'] as const).filter((format) => readBankDay(cell, format) !== null)
        expect(days.length).toBeLessThan(2)
      }),
    )
  })
})
