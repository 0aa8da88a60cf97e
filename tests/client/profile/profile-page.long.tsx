import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changePassword, endOtherSessions, endOwnSession, listSessions, updateProfile } from '#contract/v1/account.ts'
import { getSecondFactor } from '#contract/v1/second-factor.ts'
import { lineBroke, ok, refused } from '../../support/office-screen.tsx'
import { makeProfile, makeSession } from '../../fixtures/answers/profile.ts'
import { showProfile } from './show-profile.tsx'

const section = (name: string) => within(screen.getByRole('region', { name }))
const sessionsShown = () => screen.findByRole('region', { name: 'Where you’re signed in' })

test('An admin changes their own name without a password', async () => {
  const { user, sentTo, refreshed } = showProfile()
  const details = section('Your details')
  expect(details.queryByRole('button', { name: 'Save' })).toBeNull()
  await user.clear(details.getByLabelText('Family name'))
  await user.type(details.getByLabelText('Family name'), 'Ward')
  await user.click(details.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Details saved')).toBeVisible()
  expect(sentTo(updateProfile)).toEqual([{ lastName: 'Ward' }])
  expect(refreshed).toHaveLength(1)
})

test.each([['DRIVER'], ['CUSTOMER']] as const)(
  'A %s sees their own name and can change only the email',
  async (role) => {
    const { user, sentTo } = showProfile({ profile: { role, fullName: 'Tom Reyes', email: 'tom@example.com' } })
    const details = within(await screen.findByRole('region', { name: 'Your details' }))
    expect(details.getByText('Tom Reyes')).toBeVisible()
    expect(details.getByText('Ask the office to change your name.')).toBeVisible()
    expect(details.queryByLabelText('Name')).toBeNull()
    await user.clear(details.getByLabelText('Email'))
    await user.type(details.getByLabelText('Email'), 'tom@new.example')
    await user.click(details.getByRole('button', { name: 'Save' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Change your email?' }))
    expect(dialog.getByText(/your old address gets an email about it/)).toBeVisible()
    await user.type(dialog.getByLabelText('Current password'), 'my-old-password')
    await user.click(dialog.getByRole('button', { name: 'Change email' }))
    expect(await screen.findByText('Open the link we sent to your new email')).toBeVisible()
    expect(sentTo(updateProfile)).toEqual([{ email: 'tom@new.example', currentPassword: 'my-old-password' }])
  },
)

test('Without a mail server nobody is sent to a link that was not emailed', async () => {
  const profile = { role: 'CUSTOMER', email: 'tom@example.com' } as const
  const config = { ...makeProfile().config, mailServer: false }
  const { user } = showProfile({
    profile: { ...profile, config },
    onRefresh: () => ({ newEmail: 'tom@new.example' }),
  })
  const details = within(await screen.findByRole('region', { name: 'Your details' }))
  await user.clear(details.getByLabelText('Email'))
  await user.type(details.getByLabelText('Email'), 'tom@new.example')
  await user.click(details.getByRole('button', { name: 'Save' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Change your email?' }))
  expect(dialog.getByText(/^We can’t send emails at the moment, so ask the office for the link/)).toBeVisible()
  await user.type(dialog.getByLabelText('Current password'), 'my-old-password')
  await user.click(dialog.getByRole('button', { name: 'Change email' }))
  expect(await screen.findByText('We can’t send emails at the moment. Ask the office for the link')).toBeVisible()
  expect(screen.getByText(/the link that changes your email to tom@new\.example\.$/)).toBeVisible()
})

test('An empty name and a wrong email are errors at their fields, and nothing is sent', async () => {
  const { user, sentTo } = showProfile()
  await user.clear(screen.getByLabelText('Name'))
  await user.clear(screen.getByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), 'olive at home')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('This field is mandatory')).toBeVisible()
  expect(screen.getByText('Invalid email address')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(sentTo(updateProfile)).toEqual([])
})

test('The first admin of an installation, who has no last name, changes only the email', async () => {
  const { user, sentTo } = showProfile({ profile: { firstName: 'Admin', lastName: '' } })
  await user.type(screen.getByLabelText('Email'), '.au')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Change your email?' }))
  await user.type(dialog.getByLabelText('Current password'), 'my-old-password')
  await user.click(dialog.getByRole('button', { name: 'Change email' }))
  await waitFor(() =>
    expect(sentTo(updateProfile)).toEqual([{ email: 'olive@example.com.au', currentPassword: 'my-old-password' }]),
  )
})

async function typePasswords(user: ReturnType<typeof showProfile>['user'], repeat = 'a-new-long-password') {
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Change password' }))
  await user.type(dialog.getByLabelText('Current password'), 'my-old-password')
  await user.click(dialog.getByLabelText('New password'))
  await user.paste('a-new-long-password')
  await user.type(dialog.getByLabelText('Repeat new password'), repeat)
  await user.click(dialog.getByRole('button', { name: 'Change password' }))
  return dialog
}

test('The password is changed with the current one; then the list of sign-ins is fetched again', async () => {
  const { user, sentTo } = showProfile({ profile: { role: 'CUSTOMER' } })
  await sessionsShown()
  await typePasswords(user)
  expect(await screen.findByText('Password changed. Your other devices are signed out.')).toBeVisible()
  expect(sentTo(changePassword)).toEqual([{ currentPassword: 'my-old-password', password: 'a-new-long-password' }])
  await waitFor(() => expect(sentTo(listSessions)).toHaveLength(2))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Password managers can tell the current password from the new one', async () => {
  const { user } = showProfile()
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = screen.getByRole('dialog', { name: 'Change password' })
  const boxes = [...dialog.querySelectorAll('input')].map(({ autocomplete }) => autocomplete)
  expect(boxes).toEqual(['username', 'current-password', 'new-password', 'new-password'])
})

test('Two different new passwords are refused in the specification’s words before anything is sent', async () => {
  const { user, sentTo } = showProfile()
  const dialog = await typePasswords(user, 'another-password')
  expect(dialog.getByText('Password and confirm password does not match')).toBeVisible()
  expect(sentTo(changePassword)).toEqual([])
})

test.each([
  ['password_wrong', refused('password_wrong'), 'Current password', 'Wrong current password.'],
  [
    'fields_invalid',
    refused('fields_invalid', { fields: { password: 'This password is on lists that attackers try first.' } }),
    'New password',
    'This password is on lists that attackers try first.',
  ],
])('The server’s %s is shown at its field, once', async (_code, answer, label, sentence) => {
  const { user } = showProfile({
    answer: ({ endpoint }) => (endpoint === changePassword ? answer : ok(undefined, 204)),
  })
  const dialog = await typePasswords(user)
  expect(await dialog.findAllByText(sentence)).toHaveLength(1)
  expect(dialog.getByLabelText(label)).toBeInvalid()
  expect(dialog.getByLabelText(label)).toHaveFocus()
})

test.each([
  ['too many tries', refused('rate_limited'), 'Too many tries. Please wait a few minutes.'],
  ['no signal', lineBroke, 'No connection to the server. Please try again when you have signal.'],
])('With %s the form says so and keeps what was typed', async (_what, answer, sentence) => {
  const { user } = showProfile({
    answer: ({ endpoint }) => (endpoint === changePassword ? answer : ok(undefined, 204)),
  })
  const dialog = await typePasswords(user)
  expect(await dialog.findByText(sentence)).toBeVisible()
  expect(dialog.getByLabelText('New password')).toHaveValue('a-new-long-password')
})

const here = makeSession({ current: true, device: 'Firefox on Linux', method: 'passkey' })
const device = makeSession({ device: 'Chrome on Android', method: 'password+totp' })
const old = makeSession({ device: null, method: null, lastSeenAt: '2026-11-01T00:00:00Z' })

test('Sign-ins are listed with device and method, this one first and without a button', async () => {
  showProfile({ sessions: [old, device, here] })
  const rows = within(await sessionsShown()).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('p')?.textContent?.trim())).toEqual([
    'Firefox on Linux This device',
    'Chrome on Android',
    'Unknown device',
  ])
  expect(rows[0]).toHaveTextContent(/with a passkey/)
  expect(rows[1]).toHaveTextContent(/with password and code.*Last seen 2[12]\/11\/2026/)
  expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([0, 1, 1])
})

test('Of many sign-ins the first three are shown, and the others when asked for', async () => {
  const others = Array.from({ length: 4 }, (_, at) =>
    makeSession({ device: `Phone ${at}`, lastSeenAt: `2026-11-0${9 - at}T00:00:00Z` }),
  )
  const { user } = showProfile({ sessions: [...others, here] })
  const card = within(await sessionsShown())
  const names = () => card.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent?.trim())
  expect(names()).toEqual(['Firefox on Linux This device', 'Phone 0', 'Phone 1'])
  await user.click(card.getByRole('button', { name: 'Show all 5' }))
  expect(names().slice(3)).toEqual(['Phone 2', 'Phone 3'])
  expect(card.getByRole('button', { name: /^Sign out Phone 2/ })).toHaveFocus()
  expect(card.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

test('One sign-in is ended after a confirmation, and the list is fetched again', async () => {
  const { user, now, sentTo } = showProfile({
    sessions: [here, device],
    answer: ({ endpoint }) =>
      endpoint === endOwnSession ? (now.sessions.pop(), ok(undefined, 204)) : ok(undefined, 204),
  })
  await sessionsShown()
  await user.click(screen.getByRole('button', { name: /^Sign out Chrome on Android, signed in / }))
  await user.click(
    within(screen.getByRole('dialog', { name: 'Sign out Chrome on Android?' })).getByRole('button', {
      name: 'Sign out',
    }),
  )
  expect(await screen.findByText('Chrome on Android signed out')).toBeVisible()
  expect(sentTo(endOwnSession)).toEqual([{ sessionID: device.sessionID }])
  await waitFor(() =>
    expect(
      within(screen.getByRole('region', { name: 'Where you’re signed in' })).getAllByRole('listitem'),
    ).toHaveLength(1),
  )
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
})

test('All other sign-ins are ended at once', async () => {
  const { user, sentTo } = showProfile({
    sessions: [here, device, old],
    answer: ({ endpoint }) => (endpoint === endOtherSessions ? ok({ ended: 2 }) : ok(undefined, 204)),
  })
  await sessionsShown()
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out everywhere else' }))
  expect(await screen.findByText('2 other devices signed out')).toBeVisible()
  expect(sentTo(endOtherSessions)).toEqual([{}])
})

test('When a sign-in was ended in another tab, the refusal is shown and the list is right again', async () => {
  const { user, now } = showProfile({
    sessions: [here, device],
    answer: ({ endpoint }) => (endpoint === endOwnSession ? refused('not_found') : ok(undefined, 204)),
  })
  await sessionsShown()
  now.sessions.pop()
  await user.click(screen.getByRole('button', { name: /^Sign out Chrome on Android/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText('This doesn’t exist.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
})

test('A change from another tab is shown when this window has the focus again', async () => {
  const { now } = showProfile({ sessions: [here, device] })
  await sessionsShown()
  now.sessions.pop()
  window.dispatchEvent(new Event('focus'))
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
})

test('Without signal the page says so, keeps the user’s details, and loads the lists once there is signal', async () => {
  let online = false
  showProfile({ answer: () => (online ? ok(undefined, 204) : lineBroke) })
  expect(await screen.findByText('This screen needs a connection')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('olive@example.com')
  expect(screen.queryByRole('region', { name: 'Where you’re signed in' })).toBeNull()
  online = true
  window.dispatchEvent(new Event('online'))
  await sessionsShown()
  expect(screen.queryByText('This screen needs a connection')).toBeNull()
})

test('Nothing of this page is written into the browser’s storage', async () => {
  localStorage.clear()
  showProfile({ sessions: [here, device], factor: { totpSince: '2026-11-12T00:00:00Z', recoveryCodesLeft: 9 } })
  await sessionsShown()
  expect({ ...localStorage }).toEqual({})
  expect({ ...sessionStorage }).toEqual({})
})

test('When the second step can’t be fetched, the sign-ins are still shown', async () => {
  showProfile({
    sessions: [here, device],
    answer: ({ endpoint }) => (endpoint === getSecondFactor ? refused('broken') : ok(undefined, 204)),
  })
  await sessionsShown()
  expect(screen.getByText('The server isn’t answering')).toBeVisible()
})

test.each([
  ['ADMIN', 'A sign-in ends after 12 hours without use, and after 90 days at the latest.'],
  ['DRIVER', 'A sign-in ends after 30 days without use, and after 90 days at the latest.'],
  ['CUSTOMER', 'A sign-in ends after 30 days without use, and after 90 days at the latest.'],
] as const)('A %s reads how long a sign-in lasts', async (role, sentence) => {
  showProfile({ profile: { role } })
  expect(within(await sessionsShown()).getByText(sentence)).toBeVisible()
})
