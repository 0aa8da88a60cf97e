import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChargeInput, chargeOf } from '#domain/charges.ts'
import { OUTCOMES } from '#domain/words.ts'

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

  it.each(['EMPTY', 'NOT_OUT', 'NO_ACCESS'] as const)('is one bag’s price for %s, or the fee the firm has set', (outcome) => {
    expect(chargeOf({ ...bags, outcome, pu: 0 }, null)).toBe(2500)
    expect(chargeOf({ ...bags, outcome, pu: 0, extraAmount: 100 }, 1000)).toBe(1100)
    expect(chargeOf({ ...bags, outcome, pu: 0 }, 0)).toBe(0)
    expect(chargeOf({ ...removal, outcome, pu: 0 }, null)).toBe(0)
    expect(chargeOf({ ...removal, outcome, pu: 0 }, 1000)).toBe(1000)
  })

  it.each(['OVERWEIGHT', 'CONTAMINATED', 'UNSAFE', 'CUSTOMER_CANCELLED', 'OTHER'] as const)('is nothing but the extra for %s', (outcome) => {
    expect(chargeOf({ ...bags, outcome, pu: 0 }, 1000)).toBe(0)
    expect(chargeOf({ ...removal, outcome, pu: 0, extraAmount: 700 }, null)).toBe(700)
  })

  it('is whole cents, holds the extra, and is never less for another bag', () => {
    const input = fc.record({
      serviceType: fc.constantFrom('GARDEN_BAG' as const, 'RUBBISH_REMOVAL' as const),
      outcome: fc.constantFrom(...OUTCOMES),
      pu: fc.nat(999),
      amount: fc.nat(1_000_000),
      extraAmount: fc.nat(1_000_000),
    })
    fc.assert(
      fc.property(input, fc.option(fc.nat(100_000)), (job, fee) => {
        const charge = chargeOf(job, fee)
        expect(Number.isInteger(charge)).toBe(true)
        expect(charge).toBe(chargeOf({ ...job, extraAmount: 0 }, fee) + job.extraAmount)
        expect(chargeOf({ ...job, pu: job.pu + 1 }, fee)).toBeGreaterThanOrEqual(charge)
      }),
    )
  })
})
