import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { actionInWords, fieldInWords, fieldsOfAudit, valueInAudit } from '#client/features/settings/audit-words-of.ts'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import type { Answer } from '#client/api/answers.ts'
import { type Admin, createAdmin, deleteAdmin, getAdmin, inviteAdmin, listAdmins } from '#contract/v1/admins.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { resetSecondFactor } from '#contract/v1/second-factor.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const admin = (over: Partial<Admin> = {}): Admin => ({
  adminID: newID(),
  firstName: 'Olive',
  lastName: 'Office',
  fullName: 'Olive Office',
  email: 'olive@example.com',
  lastSeenAt: '2026-11-19T02:00:00Z',
  invited: false,
  createdAt: '2026-11-01T00:00:00Z',
  version: 1,
  ...over,
})
const ned = admin({
  firstName: 'Ned',
  lastName: 'New',
  fullName: 'Ned New',
  email: 'ned@example.com',
  invited: true,
  lastSeenAt: null,
  version: 5,
})

const runRow = {
  auditID: newID(),
  at: '2026-11-19T02:00:00Z',
  actorID: newID(),
  actor: 'Olive Office',
  action: 'run.activate',
  subjectKind: 'run',
  subjectID: newID(),
  subject: '2026-11-W3-1',
  before: { status: 'draft', from: '2026-11-16' },
  after: { status: 'active', from: '2026-11-16' },
}

function open(
  at: string,
  change?: (sent: Sent) => Answer<unknown>,
  audited: object = runRow,
  mailServer = true,
  users = [admin(), ned],
) {
  return showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes />} />
    </Routes>,
    {
      at,
      config: { mailServer },
      answer: (sent) => {
        if (sent.endpoint === listAdmins) return pageOfRows(users)
        if (sent.endpoint === getAdmin) return ok(ned)
        if (sent.endpoint === listAudit) return pageOfRows([audited])
        return change?.(sent) ?? ok(undefined, 204)
      },
    },
  )
}

test('Users show who is invited and when each was last seen', async () => {
  open('/settings/users')
  const row = within(await screen.findByRole('row', { name: /Ned New/ }))
  expect(row.getByText('Invited')).toBeVisible()
  expect(row.getByText('Not recently')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Olive Office/ })).getByText('Active')).toBeVisible()
})

test('Without a mail server the form of a new user says that the invitation will not go', async () => {
  open('/settings/users/new', undefined, runRow, false)
  expect(await screen.findByText(/Nothing will be sent: no mail server is set up\./)).toBeVisible()
})

test('Without a mail server a changed email is said to go untold, and an empty list and an invitation promise no email', async () => {
  const user = userEvent.setup()
  open(`/settings/users/${ned.adminID}`, undefined, runRow, false)
  const email = await screen.findByRole('textbox', { name: /Email/ })
  expect(screen.queryByText(/No email goes out with this/)).toBeNull()
  await user.type(email, '.au')
  expect(screen.getByText(/^No email goes out with this: no mail server is set up\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Resend invitation' }))
  const question = within(await screen.findByRole('dialog', { name: 'Invite Ned New again?' }))
  expect(
    question.getByText('The new link is kept under Settings, Emails. The earlier one stops working.'),
  ).toBeVisible()
})

test.each([true, false])('An empty list of users promises an email only with a mail server: %s', async (mailServer) => {
  open('/settings/users?keyword=', undefined, runRow, mailServer, [])
  expect(await screen.findByText(mailServer ? /They’ll get an email/ : /is kept under Settings, Emails/)).toBeVisible()
})

test('An e-mail already in use is refused, and what was typed stays', async () => {
  const user = userEvent.setup()
  const { sentTo } = open('/settings/users/new', () => refused('email_taken'))
  await user.type(await screen.findByLabelText(/^Name/), 'Ned')
  await user.type(screen.getByLabelText(/Family name/), 'New')
  await user.type(screen.getByRole('textbox', { name: /Email/ }), 'ned@example.com')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('Another account uses this email.'))[0]).toBeVisible()
  expect(sentTo(createAdmin)[0]!.input).toEqual({
    firstName: 'Ned',
    lastName: 'New',
    email: 'ned@example.com',
    officeRole: 'OFFICE',
  })
  expect(screen.getByLabelText(/^Name/)).toHaveValue('Ned')
})

test('An admin who never chose a password can be invited again', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(`/settings/users/${ned.adminID}`)
  await user.click(await screen.findByRole('button', { name: 'Resend invitation' }))
  const question = within(await screen.findByRole('dialog', { name: 'Invite Ned New again?' }))
  expect(sentTo(inviteAdmin)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Resend invitation' }))
  expect(await screen.findByText('Sending the invitation')).toBeVisible()
  expect(sentTo(inviteAdmin)[0]!.input).toEqual({ adminID: ned.adminID })
})

test('The last owner is not deleted; deleting needs a confirmation', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(`/settings/users/${ned.adminID}`, () => refused('last_admin'))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete Ned New?' })).getByRole('button', { name: 'Delete' }),
  )
  expect(await screen.findByText('This is the last owner. Make another user an owner first.')).toBeVisible()
  expect(sentTo(deleteAdmin)[0]!.options.ifMatch).toBe(5)
})

test('The audit log is filtered by kind in its address, and a row opens the values before and after', async () => {
  const user = userEvent.setup()
  const { sentTo } = open('/settings/audit?from=2026-11-01')
  await user.selectOptions(await screen.findByLabelText('Kind'), 'Weekly run')
  await waitFor(() => expect(sentTo(listAudit).at(-1)!.input).toMatchObject({ from: '2026-11-01', subjectKind: 'run' }))
  await user.click(await screen.findByRole('button', { name: 'Weekly run marked active' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Weekly run marked active: 2026-11-W3-1' }))
  expect(drawer.getByRole('row', { name: 'Status draft active' })).toBeVisible()
  expect(drawer.getByRole('row', { name: 'From 16/11/2026 unchanged' })).toBeVisible()
})

test.each([
  ['autopay.end', 'Automatic payment ended'],
  ['api_token.end', 'API token ended'],
  ['webhook.end', 'Webhook ended'],
  ['session.end', 'Sign-in ended on one device'],
])('The audit log says %s as %s', (action, words) => {
  expect(actionInWords({ action, subjectKind: 'customer' })).toBe(words)
})

test('The audit log’s search is not said to find the item, whose name the server does not search', async () => {
  open('/settings/audit')
  expect(await screen.findByPlaceholderText('Who did it')).toBeVisible()
})

test.each([
  ['aba.userID', 'Bank file for contractors: User ID'],
  ['mail.receipt.subject', 'Receipt: Subject'],
  ['logo', 'Logo'],
])('The audit log names the setting %s in words, in the list and on its entry', async (subjectID, name) => {
  const user = userEvent.setup()
  const entry = { ...runRow, action: 'setting.update', subjectKind: 'setting', subjectID, subject: subjectID }
  open('/settings/audit', undefined, entry)
  expect(await screen.findByRole('cell', { name })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Setting changed' }))
  expect(await screen.findByRole('dialog', { name: `Setting changed: ${name}` })).toBeVisible()
})

test('An entry of the audit log shows money in dollars, as the screen of the act did', async () => {
  const user = userEvent.setup()
  const entry = {
    ...runRow,
    action: 'refund.create',
    subjectKind: 'transaction',
    subject: 'T000042',
    before: null,
    after: { amount: 3200, paymentType: 'EFT' },
  }
  open('/settings/audit', undefined, entry)
  await user.click(await screen.findByRole('button', { name: 'Refund added' }))
  expect(await screen.findByRole('row', { name: 'Amount $32.00' })).toBeVisible()
  expect(fieldInWords('amountCents')).toBe('Amount')
  expect(valueInAudit([{ amount: 4.5 }], 'edit')).toBe('Amount: $4.50')
  expect(valueInAudit(2500, 'payPercentage')).toBe('25%')
  expect(valueInAudit(12, 'total')).toBe('12')
})

test('Kept emails that were sent in one go are counted in the audit log, by kind and in words', async () => {
  const user = userEvent.setup()
  const entry = {
    ...runRow,
    action: 'mail.send-kept',
    subjectKind: 'mail',
    subject: 'kept',
    before: null,
    after: { emails: 210, kinds: { invoice: 120, payment_reminder: 90 }, upTo: 'older' },
  }
  open('/settings/audit', undefined, entry)
  expect(await screen.findByRole('cell', { name: '210 emails' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Kept emails queued' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Kept emails queued: 210 emails' }))
  expect(drawer.getByRole('row', { name: 'Kinds Invoices: 120, Payment reminders: 90' })).toBeVisible()
  expect(drawer.getByRole('row', { name: 'Up to any age' })).toBeVisible()
  // As it was recorded first.
  expect(valueInAudit(['invoice', 'payment_reminder'], 'kinds')).toBe('Invoices, Payment reminders')
  // Another word of the code.
  expect(valueInAudit('close_account', 'kind')).toBe('Close account')
  expect(valueInAudit('a_b, as typed', 'notes')).toBe('a_b, as typed')
})

test.each([
  ['customer.settle', 'customer', 'Customer account settled'],
  ['bank.dismissed', 'bank_line', 'Bank line dismissed'],
  ['bank.import', 'bank_file', 'Bank file imported'],
  ['push.on', 'user', 'Notifications switched on'],
  ['pay.create', 'driver', 'Driver paid'],
  ['dispute.create', 'transaction', 'Payment taken back by the bank'],
  ['refund.return', 'transaction', 'Refund failed: payment back'],
  ['device.settle', 'device', 'Phone missing records resolved'],
  ['reminder.send', 'reminder', 'Reminder: sending started'],
  ['mail.send-kept', 'mail', 'Kept emails queued'],
])('The audit log says of %s what was done', (action, subjectKind, words) => {
  expect(actionInWords({ action, subjectKind })).toBe(words)
})

test('An action without its own wording is still readable', () => {
  expect(actionInWords({ action: 'teapot.boil-over', subjectKind: 'teapot' })).toBe('Teapot boil over')
  expect(actionInWords({ action: 'suburb.update', subjectKind: 'suburb' })).toBe('Suburb changed')
  expect(valueInAudit({ weekNumber: 2, until: '2026-11-16' })).toBe('Week number: 2, Until: 16/11/2026')
  expect(fieldsOfAudit({ before: null, after: { a: 1 } })).toEqual([
    { name: 'a', before: undefined, after: 1, same: false },
  ])
  expect(fieldsOfAudit({ before: { a: 1 }, after: { a: 2, changed: [] } })).toEqual([
    { name: 'a', before: 1, after: 2, same: false },
  ])
})

test('Another admin’s second step is reset after a question that says what it means; the own one is not', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(`/settings/users/${ned.adminID}`)
  await user.click(await screen.findByRole('button', { name: 'Reset second step' }))
  const question = within(screen.getByRole('dialog', { name: 'Reset Ned New’s second step?' }))
  expect(question.getByText(/After that the password alone is enough.* They’re told by email\.$/)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Reset second step' }))
  expect(await screen.findByText('Second step reset')).toBeVisible()
  expect(sentTo(resetSecondFactor)).toMatchObject([{ input: { userID: ned.adminID } }])
})

test('Without a mail server nobody is said to be told by email, before the act', async () => {
  const user = userEvent.setup()
  open(`/settings/users/${ned.adminID}`, undefined, runRow, false)
  await user.click(await screen.findByRole('button', { name: 'Resend invitation' }))
  const invitation = within(await screen.findByRole('dialog', { name: 'Invite Ned New again?' }))
  expect(invitation.getByText(/^Nothing will be sent: no mail server is set up\./)).toBeVisible()
  await user.click(invitation.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Reset second step' }))
  const reset = within(await screen.findByRole('dialog', { name: 'Reset Ned New’s second step?' }))
  expect(reset.getByText(/^No email goes out with this: no mail server is set up\./)).toBeVisible()
  expect(reset.queryByText(/told by email/)).toBeNull()
})

test('Where there is nothing to reset, the page says so', async () => {
  const user = userEvent.setup()
  open(`/settings/users/${ned.adminID}`, () => refused('wrong_state'))
  await user.click(await screen.findByRole('button', { name: 'Reset second step' }))
  await user.click(
    within(screen.getByRole('dialog', { name: /second step\?$/ })).getByRole('button', { name: 'Reset second step' }),
  )
  expect(await screen.findByText('Ned New has no second step.')).toBeVisible()
})

test('What happened to a second step is shown in words in the audit log', () => {
  const words = (action: string) => actionInWords({ action, subjectKind: 'user' })
  expect(
    ['reset', 'passkey-add', 'totp-remove', 'recovery-codes-renew'].map((verb) => words(`second-factor.${verb}`)),
  ).toEqual([
    'Second step reset',
    'Second step passkey added',
    'Second step authenticator app removed',
    'Second step recovery codes renewed',
  ])
})
