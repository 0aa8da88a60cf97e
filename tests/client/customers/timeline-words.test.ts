import { expect, test } from 'vitest'
import { timelineDetails, timelineTitle } from '#client/features/customers/timeline-text.ts'
import { formatTime } from '#client/ui/core/time-text.ts'
import { newID } from '#domain/identifiers.ts'

test('Of a kept email it is said that there was no mail server, since one may be set up by now', () => {
  const kept = { subject: 'Your invoice', to: 'anna@customers.example', state: 'kept' } as const
  expect(
    timelineDetails({ kind: 'mail', id: newID(), at: '2026-11-20T01:00:00Z', ...kept }, 'Australia/Sydney'),
  ).toEqual(['Not sent to anna@customers.example: no mail server was set up'])
})

test('An email that was sent on a later day than it was written says both', () => {
  const sent = { subject: 'Your invoice', to: 'anna@customers.example', state: 'sent' } as const
  const at = '2026-11-20T01:00:00Z'
  const details = (sentAt: string) =>
    timelineDetails({ kind: 'mail', id: newID(), at, sentAt, ...sent }, 'Australia/Sydney')
  const sentAt = '2026-12-01T01:30:00Z'
  expect(details(sentAt)).toEqual([`Written then, sent 01/12/2026 ${formatTime(sentAt)}`, 'anna@customers.example'])
  expect(details('2026-11-20T01:00:09Z')).toEqual(['anna@customers.example'])
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
