import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getMailServer, listMails, previewKeptMails, sendKeptMails, sendTestMail } from '#contract/v1/mails.ts'
import { MailsPage } from '#client/features/mails/mails-page.tsx'
import { ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'

const SERVER = { address: 'mail.example:587', user: 'bags', from: 'office@bags.example' }
const KEPT = {
  kinds: [
    { kind: 'invoice', week: 3, month: 2, older: 4 },
    { kind: 'pickup', week: 1, month: 0, older: 30 },
  ],
  sendable: 40,
  leftOut: [{ reason: 'too_late', count: 12 }],
} as const

/**
 * @param taken what the mail server does with the test mail
 * @param known whether the office's profile says that a server is set
 */
function open(server: typeof SERVER | null, taken = true, known = server !== null) {
  return showOffice(<MailsPage />, {
    config: { mailServer: known },
    answer: ({ endpoint }) => {
      if (endpoint === listMails) return pageOfRows([])
      if (endpoint === getMailServer) return ok({ server, testTo: 'boss@bags.example' })
      if (endpoint === sendTestMail)
        return ok({ to: 'boss@bags.example', taken, answer: taken ? '250 Ok: queued' : '535 Wrong password' })
      if (endpoint === previewKeptMails) return ok(KEPT)
      return ok({ queued: 6 })
    },
  })
}

test('Without a mail server the office reads which setting is missing, and nothing can be sent', async () => {
  open(null)
  expect(await screen.findByText(/No mail server is set up/)).toBeVisible()
  expect(screen.getByText(/SMTP_URL=/)).toBeVisible()
  expect(await screen.findByRole('heading', { name: '40 emails weren’t sent' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull()
})

test('A server that was set up since the office was opened is fetched for the other screens too', async () => {
  const { profilesAsked } = open(SERVER, true, false)
  await waitFor(() => expect(profilesAsked()).toBeGreaterThan(0))
})

test('What was kept can be sent as soon as this page knows of the server, whatever the profile says', async () => {
  open(SERVER, true, false)
  expect(await screen.findByRole('button', { name: 'Send 40 emails' })).toBeVisible()
})

test('Kept emails are counted again while the page is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { sentTo } = open(SERVER)
    await screen.findByRole('button', { name: 'Send 40 emails' })
    const asked = sentTo(previewKeptMails).length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentTo(previewKeptMails).length).toBeGreaterThan(asked)
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  [true, 'The mail server took the email to boss@bags.example. It answered: 250 Ok: queued'],
  [false, 'The email to boss@bags.example wasn’t sent. The mail server answered: 535 Wrong password'],
])('A test email shows the server’s words (taken: %s)', async (taken, words) => {
  const user = userEvent.setup()
  open(SERVER, taken)
  expect(await screen.findByText(/sent through mail\.example:587, signed in as bags/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send a test email' }))
  expect(await screen.findByText(words)).toBeVisible()
})

test('What was kept is shown by kind and age, and the kinds and ages chosen are sent', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(SERVER)
  const section = within(await screen.findByRole('region', { name: '40 emails were kept and can be sent' }))
  expect(section.getByText(/12 are left out: it’s too late for them/)).toBeVisible()
  await user.click(section.getByRole('checkbox', { name: 'Collection confirmations' }))
  expect(section.getByRole('button', { name: 'Send 9 emails' })).toBeVisible()
  await user.selectOptions(section.getByRole('combobox', { name: 'Send those of' }), 'the last 31 days')
  await user.click(section.getByRole('button', { name: 'Send 5 emails' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Send 5 emails' }))
  expect(sentTo(sendKeptMails)).toMatchObject([{ input: { kinds: ['invoice'], upTo: 'month' } }])
  // Fewer or more than was shown, as others may have sent some meanwhile.
  expect(await screen.findByText('6 emails are waiting to be sent')).toBeVisible()
})
