import { expect, test } from 'vitest'
import { serverTime } from '#domain/clock.ts'

test('Where a phone’s clock is off its times are shown by the server’s clock; a small difference changes none', () => {
  const at = new Date('2026-11-20T01:00:00Z')
  expect(serverTime(at, -2 * 86_400_000)).toEqual(new Date('2026-11-18T01:00:00Z'))
  expect(serverTime(at, 400 * 86_400_000)).toEqual(new Date('2027-12-25T01:00:00Z'))
  expect(serverTime(at, 5 * 60_000)).toEqual(at)
  expect(serverTime(at, undefined)).toEqual(at)
})
