import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordTimes } from '#domain/record-time.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** Monday 7:00, the run's activation; received on Wednesday. */
const FROM = Date.UTC(2026, 10, 9, 7)
const TO = FROM + 2 * DAY
const at = (...minutes: number[]) =>
  minutes.map((minute, place) => ({ seq: place + 1, claimed: FROM + minute * MINUTE }))
const times = (claims: { seq: number; claimed: number }[], stored: { seq: number; at: number }[] = []) =>
  recordTimes(claims, { from: FROM, to: TO, stored })
const minutesOf = (found: { at: number }[]) => found.map((one) => (one.at - FROM) / MINUTE)

test('a day without a wrong clock is taken as the phone says', () => {
  expect(times(at(10, 20, 30))).toEqual(at(10, 20, 30).map(({ claimed }) => ({ at: claimed, believed: true })))
})

test('a tap of last year counts at the phone’s tap before it, else the one after it, else the receipt', () => {
  const lastYear = -400 * 1440
  expect(minutesOf(times(at(10, lastYear, 30)))).toEqual([10, 10, 30])
  expect(minutesOf(times(at(lastYear, 20)))).toEqual([20, 20])
  expect(times(at(lastYear))).toEqual([{ at: TO, believed: false }])
  expect(
    minutesOf(
      times(
        at(lastYear).map((one) => ({ ...one, seq: 9 })),
        [{ seq: 3, at: FROM + 5 * MINUTE }],
      ),
    ),
  ).toEqual([5])
})

test('a tap later than its receipt, or before the run was activated, is not believed', () => {
  expect(times(at(3 * 1440)).map(({ believed }) => believed)).toEqual([false])
  expect(times(at(-60, 10)).map(({ believed }) => believed)).toEqual([false, true])
})

test('one tap by a clock that jumped ahead does not discredit the rest of the day', () => {
  expect(times(at(10, 1440 + 20, 30, 40, 50)).map(({ believed }) => believed)).toEqual([true, false, true, true, true])
})

test('a clock that is a few minutes off is no contradiction', () => {
  expect(times(at(-9, 10, 4, 2 * 1440 + 9)).every(({ believed }) => believed)).toBe(true)
})

test('what counts is always between activation and receipt, and believed times are the phone’s own, in its order', () => {
  const claims = fc
    .array(fc.integer({ min: -500 * 1440, max: 500 * 1440 }), { maxLength: 12 })
    .map((minutes) => at(...minutes))
  const stored = fc.array(
    fc.record({ seq: fc.integer({ min: -20, max: 0 }), at: fc.integer({ min: FROM, max: TO }) }),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(claims, stored, (all, known) => {
      const found = times(all, known)
      const slack = 10 * MINUTE
      let latest = Math.max(FROM, ...known.map((one) => one.at))
      for (const [place, { at: counted, believed }] of found.entries()) {
        expect(counted).toBeGreaterThanOrEqual(FROM - slack)
        expect(counted).toBeLessThanOrEqual(TO + slack)
        if (!believed) continue
        expect(counted).toBe(all[place]!.claimed)
        expect(counted).toBeGreaterThanOrEqual(latest - slack)
        latest = counted
      }
    }),
  )
})
