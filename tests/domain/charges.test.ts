import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChargeInput, chargeOf, moneyOf, type PricedStop } from '#domain/charges.ts'
import { JOB_STATES, OUTCOMES } from '#domain/words.ts'

const bags: ChargeInput = { serviceType: 'GARDEN_BAG', outcome: 'COLLECTED', pu: 2, amount: 2500, extraAmount: 0 }
const removal: ChargeInput = { ...bags, serviceType: 'RUBBISH_REMOVAL', pu: 1, amount: 12_000 }

describe('what a customer is billed for one stop', () => {
  it('is the bags at their price and the extra', () => {
    expect(chargeOf(bags, null)).toBe(5000)
    expect(chargeOf({ ...bags, extraAmount: 1250 }, 900)).toBe(6250)
  })

  it('is the whole price of a rubbish removal, whatever was carried away', () => {
    expect(chargeOf({ ...removal, pu: 7, extraAmount: 500 }, null)).toBe(12_500)
  })

  it.each(['EMPTY', 'NOT_OUT', 'NO_ACCESS'] as const)(
    'is one bag’s price for %s, or the fee the firm has set',
    (outcome) => {
      expect(chargeOf({ ...bags, outcome, pu: 0 }, null)).toBe(2500)
      expect(chargeOf({ ...bags, outcome, pu: 0, extraAmount: 100 }, 1000)).toBe(1100)
      expect(chargeOf({ ...bags, outcome, pu: 0 }, 0)).toBe(0)
      expect(chargeOf({ ...removal, outcome, pu: 0 }, null)).toBe(0)
      expect(chargeOf({ ...removal, outcome, pu: 0 }, 1000)).toBe(1000)
    },
  )

  it.each(['OVERWEIGHT', 'CONTAMINATED', 'UNSAFE', 'CUSTOMER_CANCELLED', 'OTHER'] as const)(
    'is nothing but the extra for %s',
    (outcome) => {
      expect(chargeOf({ ...bags, outcome, pu: 0 }, 1000)).toBe(0)
      expect(chargeOf({ ...removal, outcome, pu: 0, extraAmount: 700 }, null)).toBe(700)
    },
  )

  it('is whole cents, holds the extra, and is never less for another bag', () => {
    const input = fc.record({
      serviceType: fc.constantFrom('GARDEN_BAG' as const, 'RUBBISH_REMOVAL' as const),
      outcome: fc.constantFrom(...OUTCOMES),
      pu: fc.nat(999),
      amount: fc.nat(1_000_000),
      extraAmount: fc.nat(1_000_000),
    })
    fc.assert(
      fc.property(input, fc.option(fc.nat(100_000)), (stop, fee) => {
        const charge = chargeOf(stop, fee)
        expect(Number.isInteger(charge)).toBe(true)
        expect(charge).toBe(chargeOf({ ...stop, extraAmount: 0 }, fee) + stop.extraAmount)
        expect(chargeOf({ ...stop, pu: stop.pu + 1 }, fee)).toBeGreaterThanOrEqual(charge)
      }),
    )
  })
})

describe('a run’s money', () => {
  const toDo: PricedStop = { ...bags, outcome: null, pu: 0, state: 'planned', skipped: false }
  const stop = fc.record({
    serviceType: fc.constantFrom('GARDEN_BAG' as const, 'RUBBISH_REMOVAL' as const),
    outcome: fc.option(fc.constantFrom(...OUTCOMES)),
    pu: fc.nat(99),
    amount: fc.nat(100_000),
    extraAmount: fc.nat(100_000),
    state: fc.constantFrom(...JOB_STATES),
    skipped: fc.boolean(),
  })
  const fee = fc.option(fc.nat(10_000))

  it('keeps what is expected, what was recorded and what is billed apart', () => {
    const stops: PricedStop[] = [
      toDo,
      { ...toDo, skipped: true },
      { ...toDo, state: 'shifted' },
      { ...toDo, state: 'cancelled', outcome: 'COLLECTED', pu: 1 },
      { ...toDo, state: 'done', outcome: 'COLLECTED', pu: 3, extraAmount: 1000 },
      { ...toDo, state: 'done', outcome: 'EMPTY' },
      { ...toDo, state: 'completed', outcome: 'COLLECTED', pu: 1, skipped: true },
    ]
    expect(moneyOf(stops, null)).toEqual({ expected: 3 * 2500, recorded: 8500 + 2500 + 2500, billed: 2500 })
    expect(moneyOf(stops, 800)).toMatchObject({ recorded: 8500 + 800 + 2500 })
    expect(moneyOf([], null)).toEqual({ expected: 0, recorded: 0, billed: 0 })
  })

  it('bills what was recorded once every stop is completed, and what is expected does not depend on outcomes', () => {
    fc.assert(
      fc.property(fc.array(stop), fee, (stops, attemptFee) => {
        const before = moneyOf(
          stops.map((one) => ({ ...one, state: 'done' as const })),
          attemptFee,
        )
        const after = moneyOf(
          stops.map((one) => ({ ...one, state: 'completed' as const })),
          attemptFee,
        )
        expect(after.billed).toBe(before.recorded)
        expect(after.recorded).toBe(before.recorded)
        expect(before.billed).toBe(0)
        expect(
          moneyOf(
            stops.map((one) => ({ ...one, outcome: null })),
            attemptFee,
          ).expected,
        ).toBe(moneyOf(stops, attemptFee).expected)
      }),
    )
  })

  it('never bills more than was recorded, and parts add up to the whole', () => {
    fc.assert(
      fc.property(fc.array(stop), fc.array(stop), fee, (some, others, attemptFee) => {
        const [one, other, all] = [
          moneyOf(some, attemptFee),
          moneyOf(others, attemptFee),
          moneyOf([...some, ...others], attemptFee),
        ]
        expect(all.billed).toBeLessThanOrEqual(all.recorded)
        for (const figure of ['expected', 'recorded', 'billed'] as const)
          expect(all[figure]).toBe(one[figure] + other[figure])
      }),
    )
  })
})
