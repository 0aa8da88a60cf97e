import { expect, test } from 'vitest'
import { timelineDetails, timelineTitle } from '#client/features/customers/timeline-text.ts'
import { newID } from '#domain/identifiers.ts'

test('Of a kept email it is said that there was no mail server, since one may be set up by now', () => {
  const kept = { subject: 'Your invoice', to: 'anna@customers.example', state: 'kept' } as const
  expect(
    timelineDetails({ kind: 'mail', id: newID(), at: '2026-11-20T01:00:00Z', ...kept }, 'Australia/Sydney'),
  ).toEqual(['Not sent to anna@customers.example: no mail server was set up'])
})

test('Money for a written-off debt takes the write-off back, and it is not told as written off once more', () => {
  const row = {
    kind: 'payment',
    id: newID(),
    at: '2026-11-20T01:00:00Z',
    refId: 'T000042',
    purpose: 'write_off',
  } as const
  const rest = { amount: 30, paymentType: null, datePaid: '2026-11-20', notes: null } as const
  expect(timelineTitle({ ...row, ...rest, isReversal: true })).toBe('Write-off cancelled: $30.00')
  expect(timelineTitle({ ...row, ...rest, isReversal: false })).toBe('Written off $30.00')
})
