import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endCalendarFeed, makeCalendarFeed } from '#contract/v1/calendar-feeds.ts'
import { getOwnAccount, getOwnData, updateOwnAccount } from '#contract/v1/own-account.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'
import { lineBroke, ok, refused } from '../../support/office-screen.tsx'
import { showProfile } from './show-profile.tsx'

const ID = '0193a1b0-0000-7000-8000-00000000000a'
const FEED = {
  url: `https://bags.example/v1/calendar-feeds/${ID}.${'a'.repeat(64)}.ics`,
  createdAt: '2026-11-10T00:00:00.000Z',
  readAt: null,
}
const customer = (fixture: Parameters<typeof showProfile>[0] = {}) =>
  showProfile({ ...fixture, profile: { role: 'CUSTOMER', fullName: 'Anna Abbott', ...fixture.profile } })
const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('A customer changes one phone, and only that one is sent', async () => {
  const { user, sentTo } = customer({ answer: ({ endpoint }) => ok(endpoint === updateOwnAccount ? {} : undefined) })
  const contact = await section('Phone and address')
  expect(contact.getByLabelText('Mobile phone')).toHaveValue('0498 765 432')
  expect(contact.queryByRole('button', { name: 'Save' })).toBeNull()
  await user.type(contact.getByLabelText('Home phone'), '(02) 9999 1234')
  await user.click(contact.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(sentTo(updateOwnAccount)).toEqual([{ homePhone: '(02) 9999 1234' }])
  await user.clear(contact.getByLabelText('Mobile phone'))
  await user.type(contact.getByLabelText('Mobile phone'), '12')
  await user.tab()
  expect(contact.getByLabelText('Mobile phone')).toHaveAttribute('aria-invalid', 'true')
})

test('A new address is asked of the office, once', async () => {
  customer()
  const contact = await section('Phone and address')
  expect(contact.getByText(/12 Banksia Street/)).toHaveTextContent('12 Banksia Street Wattle Grove NSW 2173')
  expect(contact.getByRole('link', { name: 'Tell us your new address' })).toHaveAttribute(
    'href',
    '/cases/new/address_change',
  )
})

test('Open requests to the office are linked instead of asked again', async () => {
  customer({ account: { requests: { addressChange: ID, closeAccount: ID } } })
  const contact = await section('Phone and address')
  expect(contact.getByRole('link', { name: 'See your request' })).toHaveAttribute('href', `/cases/${ID}`)
  expect(contact.queryByRole('link', { name: 'Tell us your new address' })).toBeNull()
  const close = await section('Close my account')
  expect(close.getByText(/You’ve asked us to close your account/)).toBeVisible()
  expect(close.getAllByRole('link')).toHaveLength(1)
})

test('Reminders and invoices by email are switched at once', async () => {
  const { user, sentTo, now } = customer({
    answer: ({ endpoint, input }) => {
      if (endpoint === updateOwnAccount) Object.assign(now.account, input)
      return ok({})
    },
  })
  const emails = await section('Emails from us')
  const reminders = emails.getByRole('checkbox', { name: 'Collection reminders' })
  expect(reminders).toBeChecked()
  expect(reminders).toHaveAccessibleDescription('An email before each collection, with a link to skip it.')
  await user.click(reminders)
  expect(await screen.findByText('No more collection reminders')).toBeVisible()
  expect(reminders).not.toBeChecked()
  await user.click(emails.getByRole('checkbox', { name: 'Invoices by email' }))
  expect(await screen.findByText('No more invoices by email')).toBeVisible()
  expect(sentTo(updateOwnAccount)).toEqual([{ reminders: false }, { invoicesByEmail: false }])
})

test.each([
  [true, 0],
  [false, 1],
])('Whether emails are sent is said beside what they are for (mail server: %s)', async (mailServer, times) => {
  customer({ profile: { role: 'CUSTOMER', config: { ...makeProfile().config, mailServer } } })
  const emails = await section('Emails from us')
  expect(emails.queryAllByText('We can’t send emails at the moment.')).toHaveLength(times)
})

test('A switch that could not be saved goes back, and says so', async () => {
  const { user } = customer({ answer: ({ endpoint }) => (endpoint === updateOwnAccount ? lineBroke : ok({})) })
  const emails = await section('Emails from us')
  await user.click(emails.getByRole('checkbox', { name: 'Collection reminders' }))
  expect(await screen.findByText('An error occurred.')).toBeVisible()
  await waitFor(() => expect(emails.getByRole('checkbox', { name: 'Collection reminders' })).toBeChecked())
})

test('Where invoices go to another payer there is no switch for them', async () => {
  customer({ account: { invoicesToOther: true } })
  const emails = await section('Emails from us')
  expect(emails.getByText('Your invoices go to another payer. Ask the office to change that.')).toBeVisible()
  expect(emails.queryByRole('checkbox', { name: 'Invoices by email' })).toBeNull()
})

test('The calendar’s address is made, copied, renewed after a question, and stopped', async () => {
  const { user, sentTo, now } = customer({
    answer: ({ endpoint }) => {
      if (endpoint === makeCalendarFeed)
        now.feed = { ...FEED, url: FEED.url.replace('/v1', `/${sentTo(makeCalendarFeed).length}/v1`) }
      if (endpoint === endCalendarFeed) now.feed = null
      return ok({})
    },
  })
  const calendar = await section('Collections in your calendar')
  await user.click(calendar.getByRole('button', { name: 'Get my calendar address' }))
  const address = await calendar.findByLabelText('Calendar address')
  expect(address).toHaveValue(FEED.url.replace('/v1', '/1/v1'))
  expect(calendar.getByText(/about once a day/)).toBeVisible()
  expect(calendar.getByRole('link', { name: 'Open in calendar app' })).toHaveAttribute(
    'href',
    FEED.url.replace('/v1', '/1/v1').replace('https:', 'webcal:'),
  )
  await user.click(calendar.getByRole('button', { name: 'Copy address' }))
  expect(await screen.findByText('Copied.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(FEED.url.replace('/v1', '/1/v1'))
  await user.click(calendar.getByRole('button', { name: 'New address' }))
  const question = within(screen.getByRole('dialog', { name: 'Make a new calendar address?' }))
  expect(sentTo(makeCalendarFeed)).toHaveLength(1)
  await user.click(question.getByRole('button', { name: 'New address' }))
  await waitFor(() => expect(calendar.getByLabelText('Calendar address')).toHaveValue(FEED.url.replace('/v1', '/2/v1')))
  await user.click(calendar.getByRole('button', { name: 'Remove' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await calendar.findByRole('button', { name: 'Get my calendar address' })).toBeVisible()
  expect(sentTo(endCalendarFeed)).toEqual([{}])
})

test('The data is saved as a file, and the page says how to ask for the rest', async () => {
  const { user, saved } = customer({
    answer: ({ endpoint }) => ok(endpoint === getOwnData ? { madeAt: '2026-11-09T14:00:00.000Z', balance: 0 } : {}),
  })
  const data = await section('Your data')
  expect(data.getByRole('link', { name: 'ask the office' })).toHaveAttribute('href', '/cases/new/other')
  await user.click(data.getByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText('Saved as my-data-2026-11-10.json')).toBeVisible()
  expect(saved).toHaveLength(1)
  expect(JSON.parse(saved[0]![1])).toEqual({ madeAt: '2026-11-09T14:00:00.000Z', balance: 0 })
})

test('Closing the account is a request; one that is cancelled reads how long the sign-in works', async () => {
  customer()
  const close = await section('Close my account')
  expect(close.getByRole('link', { name: 'Close my account' })).toHaveAttribute('href', '/cases/new/close_account')
})

test('A cancelled customer reads until when they can sign in', async () => {
  customer({ account: { status: 'CANCELED', signsInUntil: '2027-02-08T13:00:00.000Z' } })
  const close = await section('Close my account')
  expect(close.getByText(/You can sign in until 08\/02\/2027, and while anything is owed/)).toBeVisible()
  expect(close.queryByRole('link')).toBeNull()
})

test('Where the account can’t be read, password and sign-ins are still there', async () => {
  customer({ answer: ({ endpoint }) => (endpoint === getOwnAccount ? refused('broken') : ok({})) })
  expect(await screen.findByText('The server isn’t answering')).toBeVisible()
  await section('Password')
  await section('Where you’re signed in')
  expect(screen.queryByRole('region', { name: 'Phone and address' })).toBeNull()
})
