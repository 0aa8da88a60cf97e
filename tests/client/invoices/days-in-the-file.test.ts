import { expect, test } from 'vitest'
import { invoicesColumns } from '#client/features/invoices/invoices-columns.tsx'
import { makeListed } from '../../fixtures/answers/invoices.ts'

test('Every day in the file of invoices is written as spreadsheets read it', () => {
  const invoice = makeListed({
    sentAt: '2026-11-03T01:00:00Z',
    firstReminder: 'sent',
    firstRemindAt: '2026-11-20T01:00:00Z',
    secondReminder: 'kept',
    secondRemindAt: '2026-11-27T01:00:00Z',
  })
  const cells = new Map(
    invoicesColumns({ timeZone: 'Australia/Sydney', list: 'all' }).map(({ id, csv }) => [id, csv?.(invoice)]),
  )
  expect(cells.get('firstRemindAt')).toBe('2026-11-20')
  expect(cells.get('secondRemindAt')).toBe('Not sent (no mail server)')
  expect([...cells].filter(([, cell]) => /^\d{2}\/\d{2}\/\d{4}/.test(String(cell)))).toEqual([])
})
