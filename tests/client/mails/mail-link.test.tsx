import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import type { Mail } from '#client/features/mails/mails-data.ts'
import { MailsPage } from '#client/features/mails/mails-page.tsx'
import { listMails, readMailLink } from '#contract/v1/mails.ts'
import { newID } from '#domain/identifiers.ts'
import { lineBroke, ok, pageOfRows, refused, showOffice } from '../../support/office-screen.tsx'

const LINK = 'https://rounds.example/recover?token=once-only'
const mail = (over: Partial<Mail>): Mail => ({
  mailID: newID(),
  to: 'anna@customers.example',
  subject: 'Welcome',
  text: 'Hello Anna',
  state: 'kept',
  fault: null,
  error: null,
  attempts: 0,
  createdAt: '2026-11-20T01:00:00Z',
  attachments: [],
  sendable: false,
  sentAt: null,
  linkReadable: true,
  ...over,
})
/** The answers about the mail server and what was kept. */
const NO_SERVER = { server: null, testTo: '', kinds: [], sendable: 0, leftOut: [] }
const kept = mail({})

async function openMail(answer: Answer<unknown> = ok({ link: LINK }), one = kept) {
  const user = userEvent.setup()
  const fixture = showOffice(<MailsPage />, {
    answer: ({ endpoint }) =>
      endpoint === listMails ? pageOfRows([one]) : endpoint.method === 'GET' ? ok(NO_SERVER) : answer,
  })
  await user.click(await screen.findByText('Welcome'))
  return { user, ...fixture, item: within(screen.getByText('Welcome').closest('li')!) }
}

test('The link of a kept mail is fetched by a tap, copied, and forgotten when the mail is closed', async () => {
  localStorage.clear()
  const { user, item, sentTo } = await openMail()
  expect(sentTo(readMailLink)).toEqual([])
  expect(item.getByText(/Viewing it is logged\./)).toBeVisible()
  await user.click(item.getByRole('button', { name: 'Show link: Welcome' }))
  expect(await item.findByLabelText('Link for anna@customers.example')).toHaveValue(LINK)
  await user.click(item.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(LINK)
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('once-only')
  await user.click(screen.getByText('Welcome'))
  await user.click(screen.getByText('Welcome'))
  expect(screen.queryByDisplayValue(LINK)).toBeNull()
  expect(item.getByRole('button', { name: 'Show link: Welcome' })).toBeVisible()
  expect(sentTo(readMailLink)).toHaveLength(1)
})

test.each([
  [
    'another admin’s',
    refused('link_private'),
    'This link opens an admin’s account, so it isn’t shown. On the server, npm run password-link makes one.',
  ],
  ['one used meanwhile', refused('wrong_state'), 'This can’t be done in its current state.'],
  ['one without signal', lineBroke, 'No connection to the server. Please try again when you’re back online.'],
])('For the link of %s the refusal is shown in words', async (_whose, answer, sentence) => {
  const { user, item } = await openMail(answer)
  await user.click(item.getByRole('button', { name: 'Show link: Welcome' }))
  expect(await item.findByText(sentence)).toBeVisible()
})

test('A mail whose link may not be read offers none', async () => {
  const { item } = await openMail(undefined, mail({ linkReadable: false, state: 'sent' }))
  expect(item.queryByRole('button', { name: /Show link/ })).toBeNull()
})
