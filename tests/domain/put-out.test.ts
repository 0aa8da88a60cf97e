import { expect, test } from 'vitest'
import { isPutOutOver } from '#domain/put-out.ts'

const PUT_OUT = { day: '2026-11-23', time: '06:00' } as const

test.each([
  ['2026-11-22', '23:59', false],
  ['2026-11-23', '05:59', false],
  ['2026-11-23', '06:00', true],
  ['2026-11-24', '00:00', true],
] as const)('On %s at %s the bag should be out: %s', (day, time, expected) => {
  expect(isPutOutOver(PUT_OUT, { day, time })).toBe(expected)
})
