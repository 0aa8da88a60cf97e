import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { previewChasing } from '#contract/v1/chasing.ts'
import { ChasingPage } from '#client/features/invoices/chasing-page.tsx'
import { idOf } from '../../fixtures/answers/runs.ts'
import { ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'

const SUM = { customers: 1, invoices: 1, owing: 56 }
const preview = (isOn: boolean): OutputOf<typeof previewChasing> => ({
  items: [
    {
      customerID: idOf('c', 1),
      customer: 'Kofi Tanaka',
      refId: '10282',
      invoiceID: idOf('d', 1),
      number: 'INV-000263',
      dueDate: '2026-11-21',
      owing: 56,
      step: 'first',
      reason: null,
      message: null,
      remindedOn: null,
    },
  ],
  page: 1,
  perPage: 25,
  total: 1,
  at: '2026-11-30T22:00:00.000Z',
  isOn,
  reminded: SUM,
  leftOut: { customers: 0, invoices: 0, owing: 0 },
  holds: { customers: 0, owing: 0 },
})

function show(isOn: boolean, mailServer: boolean) {
  const asked = { times: 0 }
  showOffice(<ChasingPage />, {
    config: { mailServer },
    answer({ endpoint }) {
      if (endpoint !== previewChasing) return pageOfRows([])
      asked.times += 1
      return ok(preview(isOn))
    },
  })
  return asked
}

test('Switched on, the list of payment reminders says when they go', async () => {
  const asked = show(true, true)
  expect(await screen.findByText(/^\d\d\/.*: 1 reminder, \$56\.00$/)).toBeVisible()
  expect(screen.queryByText(/are off|no mail server/)).toBeNull()
  expect(asked.times).toBe(1)
})

test('Switched off, it says so and names no time', async () => {
  show(false, true)
  expect(await screen.findByText('Automatic reminders are off.')).toBeVisible()
  expect(await screen.findByText('1 reminder, $56.00')).toBeVisible()
})

test('Without a mail server it says that nothing will be sent, and names no time', async () => {
  show(true, false)
  expect(await screen.findByText('Nothing will be sent: no mail server is set up.')).toBeVisible()
  expect(await screen.findByText('1 reminder, $56.00')).toBeVisible()
})
