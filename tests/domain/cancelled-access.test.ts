import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CANCELLED_ACCESS_DAYS, cancelledAccessUntil, canSignIn } from '#domain/cancelled-access.ts'
import { dayOf, daysBetween } from '#domain/dates.ts'
import { CUSTOMER_STATUSES } from '#domain/words.ts'

const SYDNEY = 'Australia/Sydney'
const ZONES = [SYDNEY, 'Australia/Perth', 'Australia/Lord_Howe', 'UTC']
const DAY_MS = 86_400_000
const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
const cents = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 }))

describe('signing in after the service is cancelled', () => {
  it('works until the end of the 90th business day, over a change of the clocks too', () => {
    // 23/11/2026 9:00 in Sydney; the 90th day after it is 21/02/2027.
    const canceledAt = new Date('2026-11-22T22:00:00Z')
    expect(cancelledAccessUntil(canceledAt, SYDNEY)).toEqual(new Date('2027-02-21T13:00:00Z'))
    // The clocks go back on 04/04/2027: the last day has 24 hours of standard time.
    expect(cancelledAccessUntil(new Date('2027-01-31T13:30:00Z'), SYDNEY)).toEqual(new Date('2027-05-02T14:00:00Z'))
  })

  it('ends then, unless one side owes the other', () => {
    const canceledAt = new Date('2026-11-22T22:00:00Z')
    const at = (text: string, owing = 0, credit = 0) =>
      canSignIn({ status: 'CANCELED', canceledAt, owing, credit }, new Date(text), SYDNEY)
    expect(at('2027-02-21T12:59:59.999Z')).toBe(true)
    expect(at('2027-02-21T13:00:00Z')).toBe(false)
    expect(at('2030-01-01T00:00:00Z', 1)).toBe(true)
    expect(at('2030-01-01T00:00:00Z', 0, 1)).toBe(true)
  })

  it('is never shorter than the days, never longer without a debt, and no question in any other state', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CUSTOMER_STATUSES),
        fc.option(instant),
        instant,
        cents,
        cents,
        fc.constantFrom(...ZONES),
        (status, canceledAt, now, owing, credit, zone) => {
          const can = canSignIn({ status, canceledAt, owing, credit }, now, zone)
          const days = canceledAt === null ? Infinity : daysBetween(dayOf(canceledAt, zone), dayOf(now, zone))
          const free = status !== 'CANCELED' || owing > 0 || credit > 0
          expect(can).toBe(free || days <= CANCELLED_ACCESS_DAYS)
        },
      ),
    )
  })

  it('once over, stays over as time goes on', () => {
    fc.assert(
      fc.property(instant, instant, fc.nat(1000), fc.constantFrom(...ZONES), (canceledAt, now, days, zone) => {
        const standing = { status: 'CANCELED' as const, canceledAt, owing: 0, credit: 0 }
        if (!canSignIn(standing, now, zone))
          expect(canSignIn(standing, new Date(now.getTime() + days * DAY_MS), zone)).toBe(false)
      }),
    )
  })
})
