import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { incomeOf, type IncomeInput } from '#domain/income.ts'
import { NOT_COLLECTED_OUTCOMES, OUTCOMES } from '#domain/words.ts'

const bags: IncomeInput = {
  serviceType: 'GARDEN_BAG',
  outcome: 'COLLECTED',
  pu: 5,
  amount: 2500,
  extraAmount: 1000,
  payRate: 400,
  payPercentage: 5000,
  emptyAsBags: 0,
}
const removal: IncomeInput = { ...bags, serviceType: 'RUBBISH_REMOVAL', pu: 1, amount: 12_000, extraAmount: 0 }

describe('a driver’s income', () => {
  it('is $25.00 for 5 bags at $4.00 and half of $10.00 extra', () => {
    expect(incomeOf(bags)).toEqual({ amount: 2500, formula: '5 bags × $4.00 + 50% of $10.00', pu: 5 })
  })

  it('leaves an extra of $0.00 out of the formula', () => {
    expect(incomeOf({ ...bags, pu: 1, extraAmount: 0 })).toEqual({ amount: 400, formula: '1 bag × $4.00', pu: 1 })
  })

  it('counts an empty bag as the setting says', () => {
    expect(incomeOf({ ...bags, outcome: 'EMPTY', pu: 0, extraAmount: 0 })).toEqual({
      amount: 0,
      formula: '0 bags × $4.00',
      pu: 0,
    })
    expect(incomeOf({ ...bags, outcome: 'EMPTY', pu: 0, extraAmount: 0, emptyAsBags: 1 })).toEqual({
      amount: 400,
      formula: '1 bag × $4.00',
      pu: 1,
    })
  })

  it.each(NOT_COLLECTED_OUTCOMES)('counts no bags for %s, but still the share of an extra', (outcome) => {
    expect(incomeOf({ ...bags, outcome, emptyAsBags: 1 })).toEqual({
      amount: 500,
      formula: '0 bags × $4.00 + 50% of $10.00',
      pu: 0,
    })
  })

  it('is a share of price and extra for a rubbish removal', () => {
    expect(incomeOf(removal)).toEqual({ amount: 6000, formula: '50% of $120.00', pu: 1 })
    expect(incomeOf({ ...removal, extraAmount: 1001, payPercentage: 1250 })).toEqual({
      amount: 1625,
      formula: '12.5% of ($120.00 + $10.01)',
      pu: 1,
    })
    expect(incomeOf({ ...removal, outcome: 'NO_ACCESS', pu: 0 }).amount).toBe(0)
  })

  it('is whole cents, never negative, and never less for another bag', () => {
    const input = fc.record({
      serviceType: fc.constantFrom('GARDEN_BAG' as const, 'RUBBISH_REMOVAL' as const),
      outcome: fc.constantFrom(...OUTCOMES),
      pu: fc.nat(999),
      amount: fc.nat(1_000_000),
      extraAmount: fc.nat(1_000_000),
      payRate: fc.nat(10_000),
      payPercentage: fc.nat(10_000),
      emptyAsBags: fc.nat(2),
    })
    fc.assert(
      fc.property(input, (stop) => {
        const { amount } = incomeOf(stop)
        expect(Number.isInteger(amount) && amount >= 0).toBe(true)
        expect(incomeOf({ ...stop, pu: stop.pu + 1 }).amount).toBeGreaterThanOrEqual(amount)
      }),
    )
  })
})
