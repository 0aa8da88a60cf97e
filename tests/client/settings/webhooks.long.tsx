import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import {
  createWebhook,
  endWebhook,
  listWebhookMessages,
  listWebhooks,
  testWebhook,
  type Webhook,
} from '#contract/v1/webhooks.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'
import { Route, Routes } from 'react-router-dom'

const webhook = (over: Partial<Webhook> = {}): Webhook => ({
  webhookID: newID(),
  url: 'https://books.example/hook',
  kinds: ['invoice.issued', 'payment.booked'],
  createdBy: 'Olive Office',
  createdAt: '2026-11-09T01:00:00.000Z',
  endedAt: null,
  here: true,
  waiting: 0,
  sentAt: null,
  lastError: null,
  ...over,
})

function show(at: string, rows: readonly Webhook[]) {
  return showOffice(
    <Routes>
      <Route path="settings/*" element={<SettingsRoutes />} />
    </Routes>,
    {
      at,
      answer: ({ endpoint }) => {
        if (endpoint === createWebhook) return ok({ ...rows[0]!, secret: 'whsec_c2VjcmV0' })
        if (endpoint === listWebhookMessages)
          return pageOfRows([
            {
              messageID: newID(),
              kind: 'invoice.issued',
              state: 'queued',
              attempts: 2,
              nextAttemptAt: '2026-11-09T02:00:00.000Z',
              lastError: 'answered 500',
              createdAt: '2026-11-09T01:00:00.000Z',
              sentAt: null,
            },
          ])
        return endpoint === listWebhooks ? pageOfRows(rows) : ok({})
      },
    },
  )
}

test('One that somebody made who has left the office says so', async () => {
  show('/settings/webhooks', [
    webhook({ makerLeft: true }),
    webhook({ makerLeft: true, endedAt: '2026-11-09T02:00:00.000Z' }),
  ])
  expect(await screen.findByText('Olive Office, no longer in the office')).toBeVisible()
  expect(screen.getByText('Olive Office')).toBeVisible()
})

test('A webhook is made with its address, what it is told of, and the password; its secret is shown once', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/settings/webhooks/new', [webhook()])
  const form = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  await user.type(form.getByLabelText(/Address/), 'https://books.example/hook')
  await user.click(form.getByLabelText('Invoice issued'))
  await user.type(form.getByLabelText(/Your current password/), 'a long office password')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Copy this secret' }))
  expect(shown.getByDisplayValue('whsec_c2VjcmV0')).toBeVisible()
  expect(sentTo(createWebhook)[0]!.input).toEqual({
    url: 'https://books.example/hook',
    kinds: ['invoice.issued'],
    currentPassword: 'a long office password',
  })
  await user.click(shown.getByRole('button', { name: 'I have saved it' }))
  expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull()
})

test('The list says which are not reached, why, and which need to be made again', async () => {
  show('/settings/webhooks', [
    webhook({ url: 'https://good.example/' }),
    webhook({ url: 'https://bad.example/', waiting: 3, lastError: 'answered 500' }),
    webhook({ url: 'https://copy.example/', here: false }),
    webhook({ url: 'https://old.example/', endedAt: '2026-11-09T01:00:00.000Z' }),
  ])
  const row = async (url: string) => within((await screen.findByRole('link', { name: url })).closest('tr')!)
  expect((await row('https://good.example/')).getByText('Active')).toBeVisible()
  expect((await row('https://bad.example/')).getByText('Not reached: answered 500')).toBeVisible()
  expect((await row('https://copy.example/')).getByText('Made at another address: make it again')).toBeVisible()
  expect((await row('https://old.example/')).queryByRole('button')).toBeNull()
})

test('A test is queued by one click, and ending is asked about', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/settings/webhooks', [webhook()])
  await user.click(await screen.findByRole('button', { name: 'Test https://books.example/hook' }))
  expect(await screen.findByText('Sending the test')).toBeVisible()
  expect(sentTo(testWebhook)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'End https://books.example/hook' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }))
  expect(await screen.findByText('Webhook ended')).toBeVisible()
  expect(sentTo(endWebhook)).toHaveLength(1)
})

test('The messages of one say what became of each', async () => {
  show(`/settings/webhooks/${newID()}`, [])
  const row = within((await screen.findByRole('row', { name: /Invoice issued/ })) as HTMLElement)
  expect(row.getByText('Waiting')).toBeVisible()
  expect(row.getByText('answered 500')).toBeVisible()
})
