import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fromDollars,
  gstOf,
  nearestCents,
  percentOf,
  roundHalfAway,
  roundToCash,
  showMoney,
  showPercent,
  toDollars,
} from '#domain/money.ts'

const cents = fc.integer({ min: -100_000_000, max: 100_000_000 })

describe('money', () => {
  it('is the same number of cents after a change to dollars and back', () => {
    fc.assert(
      fc.property(
        cents,
        (amount) =>
          fromDollars(toDollars(amount)) === amount &&
          fromDollars(JSON.parse(JSON.stringify(toDollars(amount))) as number) === amount,
      ),
    )
  })

  it('reads every amount as people write it, to the cent', () => {
    fc.assert(
      fc.property(
        fc.nat(999_999),
        fc.nat(99),
        (dollars, rest) =>
          fromDollars(Number(`${dollars}.${rest.toString().padStart(2, '0')}`)) === dollars * 100 + rest,
      ),
    )
  })

  it.each([0.001, 12.345, 0.1 + 0.2, Number.NaN, Infinity, 1e300])(
    'refuses %d dollars: more than two decimals, or no amount',
    (dollars) => {
      expect(() => fromDollars(dollars)).toThrow(RangeError)
    },
  )

  it('refuses every third decimal', () => {
    fc.assert(
      fc.property(fc.nat(99_999), fc.integer({ min: 1, max: 9 }), (hundredths, thousandth) => {
        expect(() => fromDollars(Number(`${(hundredths / 100).toFixed(2)}${thousandth}`))).toThrow(RangeError)
      }),
    )
  })

  it('rounds any recorded amount to whole cents and refuses none', () => {
    expect([10, 10.004, 10.006, -10.006, Number.NaN, Infinity].map(nearestCents)).toEqual([
      1000, 1000, 1001, -1001, 0, 0,
    ])
  })

  it('rounds a half away from zero, on both sides, and never to minus zero', () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49, -0.49].map(roundHalfAway)).toEqual([1, 2, 3, -1, -2, -3, 0, 0])
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        (x) => roundHalfAway(-x) === -roundHalfAway(x) + 0 && Math.abs(roundHalfAway(x) - x) <= 0.5,
      ),
    )
  })

  it.each([
    [2500, 227],
    [7500, 682],
    [10_000, 909],
    [0, 0],
    [-2500, -227],
  ])('finds in %d cents a GST of %d', (total, gst) => {
    expect(gstOf(total)).toBe(gst)
  })

  it('is rounded in cash by at most two cents, to a coin', () => {
    fc.assert(
      fc.property(cents, (amount) => Math.abs(roundToCash(amount) - amount) <= 2 && roundToCash(amount) % 5 === 0),
    )
  })

  it('takes a share in basis points, rounded half away from zero', () => {
    expect([percentOf(1000, 5000), percentOf(1, 5000), percentOf(-1, 5000), percentOf(333, 3333)]).toEqual([
      500, 1, -1, 111,
    ])
    fc.assert(fc.property(cents, (amount) => percentOf(amount, 10_000) === amount && percentOf(amount, 0) === 0))
  })

  it('is shown the Australian way', () => {
    expect([0, 5, 400, 123_450, -6000, 123_456_789].map(showMoney)).toEqual([
      '$0.00',
      '$0.05',
      '$4.00',
      '$1,234.50',
      '-$60.00',
      '$1,234,567.89',
    ])
    expect([5000, 1250, 3333].map(showPercent)).toEqual(['50%', '12.5%', '33.33%'])
  })
})
