import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Mail } from '#client/features/mails/mails-data.ts'
import { MailsPage } from '#client/features/mails/mails-page.tsx'
import { listMails, sendMailAgain } from '#contract/v1/mails.ts'
import { newID } from '#domain/identifiers.ts'
import { lineBroke, ok, pageOfRows, refused, showOffice } from '../../support/office-screen.tsx'

const mail = (state: Mail['state'], subject: string): Mail => ({
  mailID: newID(),
  to: 'anna@customers.example',
  subject,
  text: 'Hello',
  state,
  attempts: 1,
  fault: null,
  error: null,
  createdAt: '2026-11-20T01:00:00Z',
  attachments: [],
  sentAt: null,
  sendable: state === 'failed',
  linkReadable: false,
})
/** The answers about the mail server and what was kept. */
const NO_SERVER = { server: null, testTo: '', kinds: [], sendable: 0, leftOut: [] }
const failed = mail('failed', 'Welcome')
const others = (['queued', 'sent', 'kept'] as const).map((state) => mail(state, `A mail ${state}`))

test('A mail that was given up can be sent again to its own address, and then waits; no other mail offers it', async () => {
  const user = userEvent.setup()
  let state: Mail['state'] = 'failed'
  const { sentTo } = showOffice(<MailsPage />, {
    answer: ({ endpoint }) => {
      if (endpoint === listMails) return pageOfRows([{ ...failed, state, sendable: state === 'failed' }, ...others])
      if (endpoint.method === 'GET') return ok(NO_SERVER)
      state = 'queued'
      return ok({ ...failed, state })
    },
  })
  const item = within((await screen.findByText('Welcome')).closest('li')!)
  expect(item.getByText(/It goes to anna@customers\.example again\./)).toBeInTheDocument()
  await user.click(screen.getByText('Welcome'))
  await user.click(screen.getByRole('button', { name: 'Send again: Welcome' }))
  expect(await screen.findByText('Email queued to send again')).toBeVisible()
  expect(sentTo(sendMailAgain)).toMatchObject([{ input: { mailID: failed.mailID } }])
  await waitFor(() => expect(item.getByText('Waiting to be sent')).toBeVisible())
  expect(screen.queryByRole('button', { name: /Send again/ })).toBeNull()
})

test('An email about money says whom it isn’t for, to a role without money', async () => {
  const user = userEvent.setup()
  const { text: _, ...invoice } = { ...mail('failed', 'Invoice 10001'), sendable: false, attachments: ['10001.pdf'] }
  showOffice(<MailsPage />, {
    user: { officeRole: 'DISPATCHER' },
    answer: ({ endpoint }) => (endpoint === listMails ? pageOfRows([invoice]) : ok(NO_SERVER)),
  })
  await user.click(await screen.findByText('Invoice 10001'))
  expect(screen.getByText('Your role doesn’t include emails about money.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /pdf|Send again/ })).toBeNull()
})

test('One that was kept while there was no mail server can be sent now that there is one', async () => {
  const user = userEvent.setup()
  const kept = { ...mail('kept', 'Welcome'), sendable: true }
  const { sentTo } = showOffice(<MailsPage />, {
    answer: ({ endpoint }) =>
      endpoint === listMails
        ? pageOfRows([kept])
        : ok(endpoint.method === 'GET' ? NO_SERVER : { ...kept, state: 'queued' }),
  })
  await user.click(await screen.findByText('Welcome'))
  await user.click(screen.getByRole('button', { name: 'Send now: Welcome' }))
  expect(sentTo(sendMailAgain)).toMatchObject([{ input: { mailID: kept.mailID } }])
})

test.each([
  ['somebody was quicker', refused('wrong_state'), 'This can’t be done in its current state.', 2],
  [
    'there is no signal',
    lineBroke,
    'No connection to the server. Nothing was saved; what you entered is still here.',
    1,
  ],
])('When %s, the page says so', async (_what, answer, words, asked) => {
  const user = userEvent.setup()
  const { sentTo } = showOffice(<MailsPage />, {
    answer: ({ endpoint }) =>
      endpoint === listMails ? pageOfRows([failed]) : endpoint.method === 'GET' ? ok(NO_SERVER) : answer,
  })
  await user.click(await screen.findByText('Welcome'))
  await user.click(screen.getByRole('button', { name: 'Send again: Welcome' }))
  expect(await screen.findByText(words)).toBeVisible()
  expect(sentTo(listMails)).toHaveLength(asked)
})

test('Emails are searched while the keyword is typed, without a button', async () => {
  const user = userEvent.setup()
  const { sentTo } = showOffice(<MailsPage />, {
    answer: ({ endpoint }) => (endpoint === listMails ? pageOfRows([failed]) : ok(NO_SERVER)),
  })
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'wel')
  await waitFor(() => expect(sentTo(listMails).at(-1)!.input).toMatchObject({ keyword: 'wel' }))
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull()
})

test.each([
  ['/settings/mails', 'No emails', 'Every email Bagrun writes is listed here, such as a password link.'],
  ['/settings/mails?status=kept', 'No matches', 'Try fewer letters or filters.'],
])('An empty list at %s says “%s”', async (at, title, words) => {
  showOffice(<MailsPage />, {
    at,
    answer: ({ endpoint }) => (endpoint === listMails ? pageOfRows([]) : ok(NO_SERVER)),
  })
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText(words)).toBeVisible()
})
