import { expect, test } from 'vitest'
import { timelineDetails } from '#client/features/customers/timeline-text.ts'
import { newID } from '#domain/identifiers.ts'

test('Of a kept email it is said that there was no mail server, since one may be set up by now', () => {
  const kept = { subject: 'Your invoice', to: 'anna@customers.example', state: 'kept' } as const
  expect(
    timelineDetails({ kind: 'mail', id: newID(), at: '2026-11-20T01:00:00Z', ...kept }, 'Australia/Sydney'),
  ).toEqual(['Not sent to anna@customers.example: no mail server was set up'])
})
