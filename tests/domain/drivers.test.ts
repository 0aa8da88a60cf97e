import { expect, test } from 'vitest'
import { employmentHasEnded, licenceState } from '#domain/drivers.ts'

test('A licence is warned of from 60 days before it ends, and is valid on its last day', () => {
  const today = '2026-11-16'
  expect(licenceState('2027-01-16', today)).toBe('fine')
  expect(licenceState('2027-01-15', today)).toBe('ending')
  expect(licenceState(today, today)).toBe('ending')
  expect(licenceState('2026-11-15', today)).toBe('expired')
  expect(licenceState(null, today)).toBe('unknown')
})

test('A driver may work on the last day of the employment', () => {
  expect(employmentHasEnded('2026-11-16', '2026-11-16')).toBe(false)
  expect(employmentHasEnded('2026-11-15', '2026-11-16')).toBe(true)
  expect(employmentHasEnded(null, '2026-11-16')).toBe(false)
})
