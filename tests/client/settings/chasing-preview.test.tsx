import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { previewChasing } from '#contract/v1/chasing.ts'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import { storedSettings } from '../../fixtures/answers/settings.ts'
import { ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'

const PREVIEW = {
  items: [],
  page: 1,
  perPage: 1,
  total: 0,
  at: '2026-11-30T22:00:00.000Z',
  isOn: false,
  reminded: { customers: 12, invoices: 14, owing: 840 },
  finals: { customers: 3, invoices: 3, owing: 150 },
  leftOut: { customers: 4, invoices: 5, owing: 99 },
  holds: { customers: 0, owing: 0 },
  toldAgain: { customers: 2, invoices: 3, owing: 75 },
}

const open = () =>
  showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes />} />
    </Routes>,
    {
      at: '/settings/invoices',
      answer: ({ endpoint }) => (endpoint === previewChasing ? ok(PREVIEW) : pageOfRows(storedSettings())),
    },
  )

test('Switching payment reminders on says first who gets one by what is typed beside it (P27)', async () => {
  const user = userEvent.setup()
  const { sentTo } = open()
  await user.click(await screen.findByRole('switch', { name: /^Send payment reminders/ }))
  expect(await screen.findByText(/12 customers get a reminder, of \$840\.00\. 5 invoices are left out\./)).toBeVisible()
  fireEvent.change(screen.getByLabelText(/^First reminder \(days\)/), { target: { value: '9' } })
  await expect.poll(() => sentTo(previewChasing).at(-1)?.input).toEqual({ perPage: 1, 'remind.firstDays': '9' })
})

test('Switching the final reminder on later says first who gets a final one', async () => {
  const user = userEvent.setup()
  open()
  await user.click(await screen.findByRole('switch', { name: /^Send payment reminders/ }))
  expect(screen.queryByText(/final ones/)).toBeNull()
  await user.click(screen.getByRole('switch', { name: /^Final reminder/ }))
  expect(await screen.findByText(/3 of these are final ones, of \$150\.00\./)).toBeVisible()
})

test('Pausing collections without reminders says that only who is sent a second one is paused', async () => {
  const user = userEvent.setup()
  open()
  await user.click(await screen.findByRole('switch', { name: /^Pause collections/ }))
  const warning = /Without “Send payment reminders” only customers to whom you send a second one from now on are paused/
  expect(await screen.findByText(warning)).toBeVisible()
  await user.click(screen.getByRole('switch', { name: /^Send payment reminders/ }))
  expect(await screen.findByText(/Others follow once a reminder has named the day/)).toBeVisible()
  expect(screen.queryByText(warning)).toBeNull()
  expect(screen.getByText(/2 get the last reminder once more, with the day, for \$75\.00\./)).toBeVisible()
})
