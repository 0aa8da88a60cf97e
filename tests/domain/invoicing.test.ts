import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/dates.ts'
import {
  AGES,
  ageOf,
  dueDateOf,
  invoiceNumber,
  invoiceNumbersInKeyword,
  isReminderDue,
  nextReminder,
  type Reminded,
} from '#domain/invoicing.ts'

const DUE = '2026-11-09'
const days = { firstDays: 7, secondDays: 14 }
const open: Reminded = {
  dueDate: DUE,
  owing: 2_500,
  firstRemindOn: null,
  secondRemindOn: null,
  isReopened: false,
  collectAgainOn: null,
}

describe('Ageing and reminders of invoices (domain.md 6 and 11)', () => {
  test('Debts are current until their due date, then 1-30, 31-60, 61-90 and over 90 days overdue (M7)', () => {
    const ages = [0, 1, 30, 31, 60, 61, 90, 91].map((overdue) => ageOf(DUE, addDays(DUE, overdue)))
    expect(ages).toEqual(['current', '1-30', '1-30', '31-60', '31-60', '61-90', '61-90', 'over-90'])
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (overdue) => {
        const [today, tomorrow] = [addDays(DUE, overdue), addDays(DUE, overdue + 1)]
        expect(AGES.indexOf(ageOf(DUE, today))).toBeLessThanOrEqual(AGES.indexOf(ageOf(DUE, tomorrow)))
      }),
    )
  })

  test('The first reminder is offered after 7 days, the second after 14 and at least 7 days after the first (M7)', () => {
    const due = (invoice: Reminded, overdue: number) => isReminderDue(invoice, addDays(DUE, overdue), days)
    expect([due(open, 7), due(open, 8)]).toEqual([false, true])
    const remindedAt = (overdue: number) => ({ ...open, firstRemindOn: addDays(DUE, overdue) })
    expect([due(remindedAt(8), 14), due(remindedAt(8), 15)]).toEqual([false, true])
    expect([due(remindedAt(20), 26), due(remindedAt(20), 27)]).toEqual([false, true])
  })

  test('The first reminder, then the second, never a third, and none for what is paid', () => {
    expect(nextReminder(open)).toBe('first')
    const first = { ...open, firstRemindOn: '2026-11-17' }
    expect(nextReminder(first)).toBe('second')
    expect(nextReminder({ ...first, secondRemindOn: '2026-11-24' })).toBeNull()
    expect(nextReminder({ ...first, owing: 0 })).toBeNull()
  })

  test('A keyword finds the number it writes out, and the numbers that begin with it', () => {
    const KINDS = ['invoice', 'opening', 'debit'] as const
    const finds = (keyword: string, kind: (typeof KINDS)[number], number: number) =>
      invoiceNumbersInKeyword(keyword).some(
        (range) => (range.kind === null || range.kind === kind) && range.from <= number && number <= range.to,
      )
    const numbers = fc.oneof(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 1, max: 2_147_483_647 }))
    const digits = fc.stringMatching(/^[0-9]{1,9}$/)
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), numbers, digits, fc.nat(10), (kind, number, typed, length) => {
        const written = invoiceNumber(kind, number)
        const [prefix, text] = written.split('-') as [string, string]
        if (text.length <= 9) expect(finds(written.toLowerCase(), kind, number)).toBe(true)
        const begun = text.slice(0, Math.min(length + 1, 9))
        for (const keyword of [typed, begun])
          expect(finds(keyword, kind, number)).toBe(text.startsWith(keyword) || Number(keyword) === number)
        expect(finds(`${prefix} ${begun}`, kind, number)).toBe(true)
        expect(finds(`${prefix}-${begun}`, kind === 'debit' ? 'invoice' : 'debit', number)).toBe(false)
      }),
    )
    expect(['', 'INV-', 'Whitaker', '12-34', '-5', '1e5', '1234567890'].map(invoiceNumbersInKeyword)).toEqual(
      Array.from({ length: 7 }, () => []),
    )
  })

  test('Numbers say their kind, and grow past six digits', () => {
    expect([invoiceNumber('invoice', 123), invoiceNumber('opening', 4), invoiceNumber('debit', 1_234_567)]).toEqual([
      'INV-000123',
      'OPEN-000004',
      'DEBIT-1234567',
    ])
    expect(dueDateOf('2026-12-28', 7)).toBe('2027-01-04')
  })
})
