import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LedgerTransaction } from '#domain/ledger.ts'
import { effectOf, statementDays, statementOf } from '#domain/statement.ts'

const entry = (day: string, time: string, effect: number, order = 0) => ({
  day,
  createdAt: new Date(`2026-11-20T${time}:00Z`),
  order,
  effect,
})

describe('A statement (domain.md 11, M14)', () => {
  test('is from the first line to today, and never to a day to come', () => {
    const [first, today] = ['2026-11-02', '2026-11-20']
    expect(statementDays({ from: null, to: null }, first, today)).toEqual({ from: first, to: today })
    expect(statementDays({ from: null, to: '2026-12-31' }, first, today)).toEqual({ from: first, to: today })
    expect(statementDays({ from: '2026-11-05', to: '2026-11-10' }, first, today)).toEqual({
      from: '2026-11-05',
      to: '2026-11-10',
    })
    expect(statementDays({ from: null, to: null }, null, today)).toEqual({ from: today, to: today })
  })

  test('is in order of effective date, then of when each line was made, with a running balance', () => {
    const backdated = entry('2026-11-02', '09:00', 4_000)
    const lines = statementOf([
      entry('2026-11-10', '08:00', -2_500),
      entry('2026-11-10', '07:00', -1_000, 1),
      backdated,
      entry('2026-11-10', '07:00', -500, 0),
    ])
    expect(lines.map(({ effect, balance }) => [effect, balance])).toEqual([
      [4_000, 4_000],
      [-500, 3_500],
      [-1_000, 2_500],
      [-2_500, 0],
    ])
  })

  test('ends with the same balance in whatever order its lines are given', () => {
    const entries = fc.array(
      fc.record({
        day: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03'),
        createdAt: fc.constantFrom(new Date(0), new Date(1)),
        order: fc.nat(9),
        effect: fc.integer({ min: -100_000, max: 100_000 }),
      }),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(entries, (all) => {
        const last = (rows: typeof all) => statementOf(rows).at(-1)?.balance
        expect(last(all.toReversed())).toBe(last(all))
        expect(last(all)).toBe(all.reduce((sum, { effect }) => sum + effect, 0))
      }),
    )
  })

  test.each<[string, Pick<LedgerTransaction, 'type' | 'purpose'> & Partial<LedgerTransaction>, number]>([
    ['a payment by what it settles', { type: 'CUSTOMER_INBOUND', purpose: 'payment', rounding: 2 }, 2_502],
    ['its excess by nothing', { type: 'CUSTOMER_CREDIT_DEPOSIT', purpose: 'excess' }, 0],
    ['credit that was applied by nothing', { type: 'CUSTOMER_CREDIT_DEDUCT', purpose: 'apply' }, 0],
    ['goodwill by its amount', { type: 'CUSTOMER_CREDIT_DEPOSIT', purpose: 'goodwill' }, 2_500],
    ['a write-off by its deposit alone', { type: 'CUSTOMER_CREDIT_DEPOSIT', purpose: 'write_off' }, 2_500],
    ['a refund by its amount', { type: 'CUSTOMER_CREDIT_DEDUCT', purpose: 'refund' }, -2_500],
  ])('%s changes the balance', (_what, row, effect) => {
    expect(effectOf({ amount: 2_500, rounding: 0, ...row })).toBe(effect)
  })
})
