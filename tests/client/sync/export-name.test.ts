import { afterEach, expect, test } from 'vitest'
import { exportUnsent } from '#client/offline/unsent.ts'
import { makeDevice } from '../../support/driver-screen.tsx'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test.each([
  ['Australia/Sydney', '2026-11-28T21:33:00Z', '2026-11-29'],
  ['Australia/Perth', '2026-11-28T15:59:00Z', '2026-11-28'],
])('In %s the file of unsent work that is exported at %s is named by the phone’s day', async (timeZone, at, day) => {
  process.env['TZ'] = timeZone
  const device = await makeDevice({ now: () => new Date(at) })
  const { fileName, text } = await exportUnsent(device)
  expect(fileName.startsWith(`bagrun-unsent-${day}-`)).toBe(true)
  expect(JSON.parse(text)).toMatchObject({ exportedAt: new Date(at).toISOString() })
})
