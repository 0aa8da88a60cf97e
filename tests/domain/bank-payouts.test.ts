import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankIndex } from '#domain/bank-index.ts'
import { matchLine } from '#domain/bank-matching.ts'
import { isNearPayout, type OpenPayout, payoutDays, payoutsFor } from '#domain/bank-payouts.ts'
import { byKey } from '#domain/by-key.ts'
import { addDays } from '#domain/dates.ts'
import { paymentReference } from '#domain/identifiers.ts'

const DAY = '2026-11-16'
const payout = (payoutID: string, arrivesOn: string, net = 4_885): OpenPayout => ({ payoutID, arrivesOn, net })
const ANNA = {
  customerID: 'anna',
  refId: '10482',
  name: 'Anna Novak',
  invoices: [{ invoiceID: 'i123', number: 'INV-000123', owing: 4_885 }],
  owing: 4_885,
}
const match = (text: string, amount = 4_885, { open = [payout('po_1', DAY)], known = true } = {}) =>
  matchLine(
    { line: 1, day: DAY, amount, text, type: '', balance: null, fitid: null },
    bankIndex([ANNA], [], { open, known }),
  )

describe('A payout', () => {
  test.each([
    [-3, false],
    [-2, true],
    [0, true],
    [7, true],
    [8, false],
  ])('that is %i days late on the bank’s account is near: %s', (late, expected) => {
    expect(isNearPayout(addDays(DAY, late), DAY)).toBe(expected)
  })

  test('is proposed by its exact amount, the nearest day first, at most five', () => {
    const open = [-1, 5, 0, -2, -3, 2, -7, 1, -8].map((days) => payout(`po_${days}`, addDays(DAY, days)))
    const index = byKey([...open, payout('po_other', DAY, 4_886)], ({ net }) => net)
    expect(payoutsFor({ day: DAY, amount: 4_885 }, index).map(({ payoutID }) => payoutID)).toEqual([
      'po_0',
      'po_-1',
      'po_1',
      'po_-2',
      'po_2',
    ])
  })

  test('that a line may be is always among those that are read for it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 1 }),
        fc.integer({ min: -60, max: 60 }),
        (days, at) => {
          const lines = days.map((away) => addDays(DAY, away))
          const arrivesOn = addDays(DAY, at)
          const read = payoutDays(lines)!
          if (lines.some((day) => isNearPayout(day, arrivesOn)))
            expect(arrivesOn >= read.from && arrivesOn <= read.to).toBe(true)
        },
      ),
    )
    expect(payoutDays([])).toBeNull()
  })
})

describe('A bank line', () => {
  const proposed = { kind: 'payout', proposals: [{ payoutID: 'po_1', arrivesOn: DAY }] }

  test('that names Stripe, or nobody, is proposed as a payout of its amount', () => {
    for (const text of ['Direct Credit 507156 STRIPE AB12CD34', 'Direct Credit 507156', 'STRIPE ANNA NOVAK'])
      expect(match(text), text).toMatchObject(proposed)
  })

  test('by which Stripe takes money is proposed as a payout below zero', () => {
    const open = [payout('po_1', DAY, -300)]
    expect(match('STRIPE', -300, { open })).toMatchObject(proposed)
    expect(match('BP PENNANT HILLS', -300, { open })).toEqual({ kind: 'none' })
  })

  test('with a customer’s reference is that customer’s, whatever payout has the amount', () => {
    expect(match(`A NOVAK ${paymentReference('10482')}`)).toMatchObject({ kind: 'exact', customerID: 'anna' })
  })

  test('with a customer’s name and amount is proposed for the customer first', () => {
    expect(match('Direct Credit ANNA NOVAK')).toMatchObject({
      kind: 'near',
      proposals: [{ customerID: 'anna' }],
      payouts: [{ payoutID: 'po_1' }],
    })
  })

  test('of Stripe without its payout waits where payouts are known, and is set aside where there are none', () => {
    expect(match('STRIPE', 9_900)).toEqual({ kind: 'none' })
    expect(match('STRIPE ANNA NOVAK', 4_885, { open: [], known: true })).toEqual({ kind: 'none' })
    expect(match('STRIPE', 9_900, { open: [], known: false })).toEqual({ kind: 'clearing', provider: 'stripe' })
  })
})
