import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { listAutopay } from '#contract/v1/autopay.ts'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import { storedSettings } from '../../fixtures/answers/settings.ts'
import { ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'

const PREVIEW = {
  items: [],
  page: 1,
  perPage: 1,
  total: 0,
  enabled: false,
  cardPayments: true,
  active: 12,
  paused: 0,
  firstDay: '2026-12-07',
  planned: { customers: 12, invoices: 14, amount: 840 },
}

const open = (preview: Partial<typeof PREVIEW> = {}, config: object = {}) =>
  showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes />} />
    </Routes>,
    {
      at: '/settings/invoices',
      config,
      answer: ({ endpoint }) =>
        endpoint === listAutopay ? ok({ ...PREVIEW, ...preview }) : pageOfRows(storedSettings()),
    },
  )
const automatic = () => screen.findByRole('switch', { name: /^Automatic payments/ })

test('Switching automatic payments on says first who would be charged, how much and when', async () => {
  const user = userEvent.setup()
  const { sentTo } = open()
  await user.click(await automatic())
  expect(
    await screen.findByText('From 07/12/2026 10:00: 12 customers would be charged $840.00, each after an email.'),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'See who and when' })).toHaveAttribute('href', '/charges/customers')
  expect(screen.queryByText(/^Card payments are off/)).toBeNull()
  await user.click(await automatic())
  expect(screen.queryByText(/would be charged/)).toBeNull()
  expect(sentTo(listAutopay)).toHaveLength(1)
})

test('Where card payments are off it says so, and leads to that setting without losing what is typed', async () => {
  const user = userEvent.setup()
  open({ cardPayments: false })
  await user.click(await automatic())
  expect(await screen.findByText(/^Card payments are off, so nothing is charged/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Switch them on' }))
  expect(screen.getByLabelText(/^Card payments/)).toHaveFocus()
  expect(screen.getByText('1 unsaved change')).toBeVisible()
})

test('Where nobody has saved a card yet it says so', async () => {
  const user = userEvent.setup()
  open({ active: 0, planned: { customers: 0, invoices: 0, amount: 0 } })
  await user.click(await automatic())
  expect(await screen.findByText(/^No customer would be charged yet/)).toBeVisible()
})

test('Without a mail server it says that nothing is sent, so that no charge follows', async () => {
  const user = userEvent.setup()
  open({}, { mailServer: false })
  await user.click(await automatic())
  expect(await screen.findByText('Nothing will be sent: no mail server is set up.')).toBeVisible()
  expect(screen.queryByText(/would be charged/)).toBeNull()
})
