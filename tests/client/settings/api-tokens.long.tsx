import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import type { Answer } from '#client/api/answers.ts'
import { type ApiToken, createApiToken, endApiToken, listApiTokens } from '#contract/v1/api-tokens.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const TOKEN = `bgr_${'a'.repeat(43)}`
const apiToken = (over: Partial<ApiToken> = {}): ApiToken => ({
  tokenID: newID(),
  name: 'Web form',
  scopes: ['customers:read', 'customers:write', 'runs:read'],
  addresses: [],
  createdBy: 'Olive Office',
  createdAt: '2026-11-01T00:00:00Z',
  expiresAt: '2199-11-20T13:00:00Z',
  endedAt: null,
  lastUsedAt: null,
  ...over,
})
const form = apiToken()
const books = apiToken({ name: 'Books', expiresAt: null, endedAt: '2026-11-10T00:00:00Z' })

function open(at: string, change?: (sent: Sent) => Answer<unknown>) {
  return showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes />} />
    </Routes>,
    {
      at,
      answer: (sent) => {
        if (sent.endpoint === listApiTokens) return pageOfRows([form, books])
        if (sent.endpoint === listAudit)
          return pageOfRows([
            {
              auditID: newID(),
              at: '2026-11-19T02:00:00Z',
              actorID: newID(),
              actor: 'Olive Office',
              token: 'Web form',
              action: 'customer.create',
              subjectKind: 'customer',
              subjectID: newID(),
              subject: 'Cora Customer (7)',
              before: null,
              after: null,
            },
          ])
        return change?.(sent) ?? ok(undefined, 204)
      },
    },
  )
}

test('API tokens show what each may do, when it was last used and its last day', async () => {
  open('/settings/api-tokens')
  const row = within(await screen.findByRole('row', { name: /Web form/ }))
  expect(row.getByText('Customers: read, change; Weekly runs: read')).toBeVisible()
  expect(row.getByText('Not used yet')).toBeVisible()
  expect(row.getByText('20/11/2199')).toBeVisible()
  const ended = within(screen.getByRole('row', { name: /Books/ }))
  expect(ended.getByText('Ended')).toBeVisible()
  expect(ended.queryByRole('button', { name: 'End Books' })).toBeNull()
})

test('A new token is shown once, to be copied', async () => {
  const user = userEvent.setup()
  const { sentTo } = open('/settings/api-tokens/new', () => ok({ ...form, token: TOKEN }, 201))
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Web form')
  await user.click(screen.getByRole('checkbox', { name: 'Customers: Change' }))
  expect(screen.queryByRole('checkbox', { name: 'Drivers: Change' })).toBeNull()
  await user.type(screen.getByLabelText(/Your current password/), 'a long password')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Copy this API token' }))
  expect(shown.getByRole('textbox', { name: 'Web form' })).toHaveValue(TOKEN)
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(shown.getByRole('button', { name: 'Copy' }))
  expect(write).toHaveBeenCalledWith(TOKEN)
  await user.click(shown.getByRole('button', { name: 'I have saved it' }))
  expect(screen.queryByText(TOKEN)).toBeNull()
  expect(sentTo(createApiToken)[0]!.input).toEqual({
    name: 'Web form',
    scopes: ['customers:write'],
    expiresOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
    addresses: [],
    currentPassword: 'a long password',
  })
})

test('A token that may do nothing, a wrong password and an address that is none are refused at their boxes', async () => {
  const user = userEvent.setup()
  const { sentTo } = open('/settings/api-tokens/new', () =>
    refused('password_wrong', { fields: { currentPassword: 'Wrong current password.' } }),
  )
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Web form')
  await user.type(screen.getByLabelText(/Your current password/), 'not the password')
  await user.type(screen.getByLabelText(/Only from these addresses/, { selector: 'input' }), 'the office{Enter}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Tick at least one')).toBeVisible()
  expect(screen.getByText(/Enter addresses such as 203\.0\.113\.7/)).toBeVisible()
  expect(sentTo(createApiToken)).toEqual([])
  await user.type(
    screen.getByLabelText(/Only from these addresses/, { selector: 'input' }),
    '{Backspace}203.0.113.7{Enter}',
  )
  await user.click(screen.getByRole('checkbox', { name: 'Weekly runs: Read' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('Wrong current password.'))[0]).toBeVisible()
})

test('Ending a token needs a confirmation', async () => {
  const user = userEvent.setup()
  const { sentTo } = open('/settings/api-tokens')
  await user.click(await screen.findByRole('button', { name: 'End Web form' }))
  const question = within(await screen.findByRole('dialog', { name: 'End Web form?' }))
  expect(sentTo(endApiToken)).toEqual([])
  await user.click(question.getByRole('button', { name: 'End' }))
  expect(await screen.findByText('API token ended')).toBeVisible()
  expect(sentTo(endApiToken)[0]!.input).toEqual({ tokenID: form.tokenID })
})

test('The audit log names the token of the program that did it', async () => {
  open('/settings/audit')
  const row = within(await screen.findByRole('row', { name: /Customer added/ }))
  expect(row.getByText('Token Web form')).toBeVisible()
})
