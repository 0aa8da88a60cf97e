import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { HomeAlerts } from '#client/features/home/home-alerts.tsx'
import { type Alert, resolveAlert } from '#contract/v1/alerts.ts'
import { ALERT_KINDS, type AlertKind, alertWords } from '#domain/alerts.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'

const alert = (kind: AlertKind): Alert => ({
  alertID: `00000000-0000-7000-8000-${String(ALERT_KINDS.indexOf(kind)).padStart(12, '0')}`,
  kind,
  subject: '',
  ...alertWords(kind, { name: 'Dan Green' }),
  openedAt: '2026-11-10T01:02:00Z',
  lastSeenAt: '2026-11-10T01:05:00Z',
  endedAt: null,
  resolution: null,
})

const show = (alerts: readonly Alert[]) => showOffice(<HomeAlerts alerts={alerts} />, { answer: () => ok(undefined) })

test('Home shows what is wrong, what to do, and since when', async () => {
  show([alert('phone-silent'), alert('backup-failed')])
  expect(await screen.findByRole('heading', { name: 'Needs attention' })).toBeVisible()
  expect(screen.getByText('Dan Green’s phone hasn’t connected for a day')).toBeVisible()
  expect(screen.getByText(alertWords('backup-failed').advice)).toBeVisible()
  expect(screen.getAllByText(/^Since \d\d\/11\/2026 \d\d:\d\d$/)).toHaveLength(2)
  // An alert that only the server's operator can resolve has no link.
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test('For lost records and the nightly clean-up Home shows what is wrong and what to do', async () => {
  show([alert('records-missing'), alert('care-failed')])
  expect(await screen.findByText('Records from Dan Green’s phone didn’t arrive')).toBeVisible()
  expect(screen.getByText(alertWords('care-failed').advice)).toBeVisible()
})

test('A stuck mail has a link to the list of mails', async () => {
  show([alert('mail-stuck')])
  expect(await screen.findByRole('link', { name: 'View emails' })).toHaveAttribute('href', '/settings/mails')
})

test.each([
  ['phone-silent', 'View phones', '/run-orders/phones'],
  ['records-missing', 'View phones', '/run-orders/phones'],
  ['payment-disputed', 'Open card payments', '/transactions?paymentType=CARD'],
  ['refund-failed', 'Open card payments', '/transactions?paymentType=CARD'],
] as const)('The alert of %s has a link to its subject', async (kind, name, to) => {
  show([alert(kind)])
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to)
})

test.each([
  ['charge-failed', 'View charges', '/charges?state=failed'],
  ['debit-silent', 'View charges', '/charges?state=pending'],
  ['charges-unanswered', 'View charges', '/charges?state=asked'],
  ['autopay-paused', 'View customer', '/customers/a-customer'],
  ['debit-failed', 'View customer', '/customers/a-customer'],
] as const)('The alert of %s leads to where it is dealt with', async (kind, name, to) => {
  show([{ ...alert(kind), subject: 'a-customer a-subject' }])
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to)
})

test('The test payments that are counted are opened with the bank debits among them', async () => {
  show([alert('payments-sandbox')])
  expect(await screen.findByRole('link', { name: 'Open test payments' })).toHaveAttribute(
    'href',
    '/transactions?keyword=Sandbox&purpose=payment',
  )
})

test('A debit that the bank returned is no card payment, and leads to its customer', async () => {
  show([{ ...alert('payment-disputed'), subject: 'a-customer a-dispute returned' }])
  expect(await screen.findByRole('link', { name: 'View customer' })).toHaveAttribute('href', '/customers/a-customer')
})

test('What is only to be done is no alarm', () => {
  show([alert('reminders-due'), alert('calendar-ending')])
  expect(document.querySelector('section')).toBeNull()
})

test('Without an alert nothing is shown', () => {
  show([])
  expect(document.querySelector('section')).toBeNull()
})

test('A card payment that couldn’t be booked is marked as resolved with what was done; no other alert is', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([alert('payment-unbooked'), alert('payment-disputed')])
  await user.click(await screen.findByRole('button', { name: 'Mark resolved' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark this card payment as resolved?' }))
  expect(dialog.getByText('A card payment of Dan Green couldn’t be booked')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Mark resolved' }))
  expect(await dialog.findByText('This field is mandatory')).toBeVisible()
  await user.type(dialog.getByLabelText(/What was done/), 'Refunded in Stripe')
  await user.click(dialog.getByRole('button', { name: 'Mark resolved' }))
  await waitFor(() =>
    expect(sentTo(resolveAlert).map(({ input }) => input)).toEqual([
      { alertID: alert('payment-unbooked').alertID, reason: 'Refunded in Stripe' },
    ]),
  )
  expect(await screen.findByText('Marked as resolved')).toBeVisible()
})
