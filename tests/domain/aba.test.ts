import ABA from 'aba-generator'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abaFile, type AbaFile, abaText } from '#domain/aba.ts'
import { addDays } from '#domain/dates.ts'

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''))
const text = (max: number) => fc.string({ maxLength: max, unit: 'grapheme' }).map(abaText)
const account = { bsb: digits(6, 6), accountNumber: digits(1, 9) }
const files = fc.record({
  bank: fc.constantFrom('CBA', 'WBC', 'NAB', 'ANZ', 'BQL'),
  userID: digits(6, 6),
  userName: text(40),
  description: text(20),
  day: fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2020-01-01', n)),
  from: fc.record(account),
  remitter: text(30),
  payments: fc.array(
    fc.record({ ...account, name: text(50), reference: text(30), amount: fc.integer({ min: 1, max: 99_999_999 }) }),
    { minLength: 1, maxLength: 40 },
  ),
})

/** The same file by the npm package. */
function byPackage({ bank, userID, userName, description, day, from, remitter, payments }: AbaFile): string {
  const [, year = '', month = '', date = ''] = /^\d\d(\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? []
  const generator = new ABA({
    header: { bank, user: userName, userNumber: Number(userID), description, date: `${date}${month}${year}` },
  })
  return generator.generate(
    payments.map(({ bsb, accountNumber, name, reference, amount }) => ({
      bsb,
      account: accountNumber,
      transactionCode: 53,
      amount: amount / 100,
      accountTitle: name,
      reference,
      traceBsb: from.bsb,
      traceAccount: from.accountNumber,
      remitter,
    })),
  )
}

const sample: AbaFile = {
  bank: 'CBA',
  userID: '301500',
  userName: 'Green Bags Pty Ltd',
  description: 'DRIVER PAY',
  day: '2026-11-16',
  from: { bsb: '062-000', accountNumber: '12345678' },
  remitter: 'Green Bags',
  payments: [{ bsb: '733-001', accountNumber: '987654', name: 'Tom Reyes', reference: 'T000042', amount: 812_50 }],
}

describe('The bank’s payment file (M23)', () => {
  test('is byte for byte the file of aba-generator', () => {
    fc.assert(
      fc.property(files, (file) => {
        expect(abaFile(file)).toBe(byPackage(file))
      }),
      { numRuns: 300 },
    )
  })

  test('has lines of 120 characters in ASCII', () => {
    fc.assert(
      fc.property(files, (file) => {
        const lines = abaFile(file).split('\r\n')
        expect(lines).toHaveLength(file.payments.length + 2)
        for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]{120}$/)
      }),
    )
  })

  test('names the account, the amount in cents and the payer in each line', () => {
    expect(abaFile(sample).split('\r\n')[1]).toBe(
      '1733-001   987654 530000081250Tom Reyes                       T000042           062-000 12345678Green Bags      00000000',
    )
  })

  test('refuses amounts without room, and a file without payments', () => {
    const [one] = sample.payments
    expect(() => abaFile({ ...sample, payments: [] })).toThrow(RangeError)
    for (const amount of [-1, 0.5, 10_000_000_000])
      expect(() => abaFile({ ...sample, payments: [{ ...one!, amount }] })).toThrow(RangeError)
  })

  test('writes names in the letters that banks take', () => {
    expect(abaText('Nguyễn Thị Ánh')).toBe('Nguyen Thi Anh')
    expect(abaText('O’Brien & Søn “Đà”')).toBe('OBrien & Son Da')
    expect(abaText('Γιώργος')).toBe('')
  })
})
