import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/dates.ts'
import {
  collectionsAYear,
  dayForCustomer,
  judgePrice,
  newPrice,
  type PriceRule,
  ROUND_TO,
  yearlyEffect,
} from '#domain/price-changes.ts'
import { comingPrice, dayAfterNotice, priceOn, type PriceStep, stepToApply } from '#domain/price-on.ts'

const cents = fc.integer({ min: 1, max: 1_000_000 })
const START = '2027-01-01'
const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays(START, days))

describe('the new price', () => {
  test('of 5 % on $24.50, to 50 c, is $25.50: $25.725 is nearer to it than to $26.00', () => {
    expect(newPrice(2_450, { kind: 'percent', value: 500, roundTo: 50 })).toBe(2_550)
  })

  test('is rounded with a half away from zero, to a multiple that is nearest (P34)', () => {
    expect(newPrice(1_050, { kind: 'percent', value: 0, roundTo: 100 })).toBe(1_100)
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: -5_000, max: 10_000 }),
        fc.constantFrom(...ROUND_TO),
        (old, value, roundTo) => {
          const after = newPrice(old, { kind: 'percent', value, roundTo })
          expect(after % roundTo).toBe(0)
          // In ten-thousandths of a cent, so that nothing is rounded here.
          const off = after * 10_000 - old * (10_000 + value)
          expect(Math.abs(off) * 2).toBeLessThanOrEqual(roundTo * 10_000)
          if (Math.abs(off) * 2 === roundTo * 10_000) expect(off).toBeGreaterThan(0)
        },
      ),
    )
  })

  test('to and by are exact (P34)', () => {
    fc.assert(
      fc.property(cents, cents, (old, value) => {
        expect(newPrice(old, { kind: 'to', value, roundTo: 1 })).toBe(value)
        expect(newPrice(old, { kind: 'by', value, roundTo: 1 })).toBe(old + value)
      }),
    )
  })
})

describe('who is left out', () => {
  const rule: PriceRule = { kind: 'by', value: 250, roundTo: 1 }
  const told = (of: string, price: number) => ({ day: of, price, from: of, replaced: null })
  const anna = {
    status: 'ACTIVE' as const,
    price: 2_500,
    packagePrice: 2_500,
    priceFixedUntil: null,
    latest: null,
  }
  test.each([
    [{ ...anna, status: 'CANCELED' as const }, 'canceled'],
    [{ ...anna, status: 'PENDING' as const }, 'pending'],
    [{ ...anna, packagePrice: 2_600 }, 'own_price'],
    [{ ...anna, priceFixedUntil: '2027-02-01' }, 'fixed'],
    [{ ...anna, priceFixedUntil: '2027-01-31' }, null],
    [{ ...anna, latest: told('2027-02-01', 2_500) }, 'later_change'],
    [{ ...anna, price: 2_650, latest: told('2027-01-01', 2_650) }, null],
    [{ ...anna, price: 2_400, latest: told('2027-01-01', 2_650) }, 'own_price'],
    [{ ...anna, latest: { ...told('2027-01-01', 2_650), from: null } }, 'untold'],
    [{ ...anna, status: 'BLOCKED' as const }, null],
  ])('%o: %s (P35)', (customer, reason) => {
    expect(judgePrice(customer, rule, '2027-02-01').reason).toBe(reason)
  })

  test('nobody would pay $0 or less, or the same', () => {
    expect(judgePrice(anna, { kind: 'by', value: -2_500, roundTo: 1 }, '2027-02-01').reason).toBe('impossible')
    expect(judgePrice(anna, { kind: 'to', value: 2_500, roundTo: 1 }, '2027-02-01').reason).toBe('same_price')
  })
})

test('collections a year follow the cycle and the year’s periods (P36)', () => {
  expect(collectionsAYear('MONTHLY', 12, 3)).toBe(12)
  expect(collectionsAYear('MONTHLY', 13, 3)).toBe(13)
  expect(collectionsAYear('SECOND_MONTHLY', 12, 3)).toBe(6)
  expect(collectionsAYear('QUARTERLY', 12, 3)).toBe(4)
  expect(collectionsAYear('FORTNIGHTLY', 13, 3)).toBe(26)
  expect(collectionsAYear('FLEXIBLE', 12, 3)).toBe(3)
  expect(collectionsAYear('ONE_OFF', 12, 3)).toBe(0)
  expect(yearlyEffect(2_500, 2_750, 13 / 3)).toBe(1_083)
})

test('the price rises on the later of the change’s day and the notice’s (P38)', () => {
  fc.assert(
    fc.property(day, day, fc.integer({ min: 7, max: 180 }), (of, noticed, days) => {
      const from = dayAfterNotice(of, noticed, days)
      expect(from >= of && from >= addDays(noticed, days)).toBe(true)
      expect([of, addDays(noticed, days)]).toContain(from)
    }),
  )
})

test('a quoted price stands for 30 days (P44)', () => {
  expect(dayForCustomer('2027-02-01', '2027-01-20', null)).toBe('2027-02-19')
  expect(dayForCustomer('2027-02-01', '2026-12-01', null)).toBe('2027-02-01')
  expect(dayForCustomer('2027-02-01', null, null)).toBe('2027-02-01')
})

test('a change begins no sooner than the one before, whose notice went late', () => {
  const before = { day: '2027-01-20', from: '2027-02-10', price: 2_650, replaced: null }
  expect(dayForCustomer('2027-02-01', null, before)).toBe('2027-02-10')
  expect(dayForCustomer('2027-03-01', null, before)).toBe('2027-03-01')
  // It is for a later day: the customer is left out.
  expect(dayForCustomer('2027-01-10', null, before)).toBe('2027-01-10')
})

/** Announced changes of one customer, in the order of their days, whose notices went out whenever. */
const changes = fc
  .uniqueArray(fc.tuple(day, fc.integer({ min: -1, max: 60 }), cents), { selector: ([of]) => of, maxLength: 5 })
  .map((all) =>
    all
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([of, late, price]): PriceStep => ({
        day: of,
        from: late < 0 ? null : addDays(of, late),
        price,
        replaced: null,
      })),
  )

/** What the sweep does on a day. */
function swept(stored: number, steps: readonly PriceStep[], today: string) {
  const step = stepToApply(steps, today)
  if (step === null) return { stored, steps }
  return {
    stored: step.price,
    steps: steps.flatMap((one) => {
      if (one === step) return [{ ...one, replaced: stored }]
      const isOver = one.replaced === null && one.from !== null && one.from <= today
      return isOver ? [] : [one]
    }),
  }
}

describe('the price on a day', () => {
  test('is the stored one without changes', () => {
    fc.assert(
      fc.property(cents, day, (stored, on) => {
        expect(priceOn(stored, [], on)).toBe(stored)
      }),
    )
  })

  test('of several changes in force is that of the latest day, whichever notice went out later (P39)', () => {
    fc.assert(
      fc.property(cents, changes, day, (stored, steps, on) => {
        const begun = steps.filter(({ from }) => from !== null && from <= on)
        expect(priceOn(stored, steps, on)).toBe(begun.at(-1)?.price ?? stored)
      }),
    )
  })

  test('from today on is the same before and after stored prices were brought up, on any days (P42)', () => {
    fc.assert(
      fc.property(cents, changes, fc.array(day, { maxLength: 6 }), day, (stored, steps, sweeps, later) => {
        let state: { stored: number; steps: readonly PriceStep[] } = { stored, steps }
        for (const today of sweeps.toSorted()) {
          state = swept(state.stored, state.steps, today)
          for (const on of [today, later > today ? later : addDays(today, 1)])
            expect(priceOn(state.stored, state.steps, on)).toBe(priceOn(stored, steps, on))
        }
      }),
    )
  })

  test('to come is one that applies on the day that it names, and no change begins between', () => {
    fc.assert(
      fc.property(cents, changes, day, (stored, steps, today) => {
        const coming = comingPrice(steps, today)
        if (coming !== null) expect(priceOn(stored, steps, coming.from)).toBe(coming.price)
        const ends = coming?.from ?? '2029-01-01'
        for (let on = addDays(today, 1); on < ends; on = addDays(on, 1))
          expect(priceOn(stored, steps, on)).toBe(priceOn(stored, steps, today))
      }),
    )
    const late = { day: '2027-01-01', from: '2027-03-15', price: 3_000, replaced: null }
    const both = [late, { ...late, day: '2027-02-15', price: 2_800 }]
    expect(comingPrice(both, '2027-01-05')).toEqual({ price: 2_800, from: '2027-03-15' })
  })

  test('the day before a change still costs what it cost, after it was brought up', () => {
    const steps = [{ day: '2027-02-01', from: '2027-02-01', price: 2_750, replaced: null }]
    const after = swept(2_500, steps, '2027-02-05')
    expect(after.stored).toBe(2_750)
    expect(priceOn(after.stored, after.steps, '2027-01-31')).toBe(2_500)
    expect(priceOn(after.stored, after.steps, '2027-02-01')).toBe(2_750)
  })
})
