import { describe, expect, test } from 'vitest'
import { leftToRefund } from '#domain/checkout.ts'
import { auditPayouts, type AuditedPayout, cardTotals } from '#domain/payout-audit.ts'

const PAYOUT: AuditedPayout = {
  payoutID: 'po_1',
  day: '2026-11-10',
  gross: 5_000,
  fee: 115,
  net: 4_885,
  failedOn: null,
  onBank: null,
}

describe('The audit of card payouts', () => {
  test.each([
    ['one that no bank line is yet', {}],
    ['one that is on the bank’s account', { onBank: 4_885 }],
    ['one that was sent back later', { failedOn: '2026-11-12' }],
    ['one that takes money', { gross: -185, net: -300 }],
  ])('finds %s right', (_what, over) => {
    expect(auditPayouts([PAYOUT, { ...PAYOUT, ...over }])).toBeNull()
  })

  test.each([
    ['what arrives + the fee', { gross: 5_001 }, '$50.00', '$50.01'],
    ['the bank line of a payout', { onBank: 4_884 }, '$48.85', '$48.84'],
    ['the day it was sent back, not before its own', { failedOn: '2026-11-09' }, '2026-11-10', '2026-11-09'],
  ])('finds %s wrong', (rule, over, expected, found) => {
    expect(auditPayouts([PAYOUT, { ...PAYOUT, ...over }])).toEqual({
      refId: null,
      number: 'po_1',
      rule,
      expected,
      found,
    })
  })

  test('says what is left with the provider: a payout that was sent back is, its fee is not', () => {
    expect(cardTotals([PAYOUT], 8_000)).toEqual({ paidOut: 4_885, fees: 115, left: 3_000 })
    expect(cardTotals([{ ...PAYOUT, failedOn: '2026-11-12' }], 5_000)).toEqual({ paidOut: 0, fees: 115, left: 4_885 })
    expect(cardTotals([], 0)).toEqual({ paidOut: 0, fees: 0, left: 0 })
  })
})

test('What is left to refund of a card payment is never below zero', () => {
  expect(leftToRefund(5_000, { refunded: 0, waiting: 0, disputed: 0 })).toBe(5_000)
  expect(leftToRefund(5_000, { refunded: 2_000, waiting: 1_000, disputed: 0 })).toBe(2_000)
  expect(leftToRefund(5_000, { refunded: 2_500, waiting: 0, disputed: 5_000 })).toBe(0)
})
