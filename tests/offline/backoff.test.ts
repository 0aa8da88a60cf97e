import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueAt, failed, isDue, soonerAfterTap } from '#client/offline/outbox/waits.ts'
import { FREE, type QueueState } from '#client/offline/store/meta.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-03-02T01:00:00Z')
const answer = fc.record({
  link: fc.constantFrom('ok' as const, 'offline' as const, 'captive' as const),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 24 * 60 * MINUTE })),
})
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** The attempts of one day, each when it is due, all without a verdict. */
const attempts = fc.array(fc.tuple(answer, chance), { minLength: 1, maxLength: 60 })

describe('waiting after attempts without a verdict', () => {
  test('the next attempt is at most five minutes away and never at once, however often it failed', () => {
    fc.assert(
      fc.property(attempts, (day) => {
        let now = NOW
        let wait: QueueState = FREE
        for (const [what, random] of day) {
          wait = failed(wait, now, () => random, what)
          const due = dueAt(wait, now)
          expect(due - now).toBeGreaterThanOrEqual(250)
          expect(due - now).toBeLessThanOrEqual(5 * MINUTE)
          now = due
          expect(dueAt(wait, now)).toBe(0)
        }
        expect(wait.failures).toBe(day.length)
      }),
    )
  })

  test('a captive portal is asked again within two seconds, unless the office named a time', () => {
    fc.assert(
      fc.property(fc.nat(40), chance, (failures, random) => {
        const wait = failed({ ...FREE, failures }, NOW, () => random, { link: 'captive', retryAfterMs: null })
        expect(dueAt(wait, NOW) - NOW).toBeLessThanOrEqual(2_000)
        const told = failed(wait, NOW, () => random, { link: 'captive', retryAfterMs: 60_000 })
        expect(dueAt(told, NOW)).toBe(NOW + 60_000)
      }),
    )
  })

  test('a later answer never shortens the time the office named', () => {
    fc.assert(
      fc.property(answer, answer, chance, fc.nat(5 * MINUTE), (first, second, random, later) => {
        const before = failed(FREE, NOW, () => random, first)
        const after = failed(before, NOW + later, () => random, second)
        const stillHeld = before.holdUntil > NOW + later ? before.holdUntil : 0
        expect(after.holdUntil).toBeGreaterThanOrEqual(stillHeld)
      }),
    )
  })

  test('a tap brings the next attempt forward to ten seconds after the last one, never later and never before', () => {
    fc.assert(
      fc.property(fc.nat(5 * MINUTE), (ms) => {
        const queue = { ...FREE, nextAttemptAt: NOW + ms, lastAttemptAt: NOW }
        expect(soonerAfterTap(queue)).toBe(ms > 10_000 ? NOW + 10_000 : null)
      }),
    )
  })

  test('a phone whose clock was set back tries at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5 * MINUTE + 1_001, max: 10_000 * MINUTE }), (ahead) => {
        expect(isDue(NOW + ahead, NOW)).toBe(true)
        expect(dueAt({ failures: 3, nextAttemptAt: NOW + ahead, holdUntil: 0 }, NOW)).toBe(0)
      }),
    )
  })
})
