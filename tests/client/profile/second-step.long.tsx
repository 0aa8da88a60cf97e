import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  addPasskey,
  beginTotp,
  confirmTotp,
  passkeyOptions,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from '#contract/v1/second-factor.ts'
import { ok, refused } from '../../support/office-screen.tsx'
import { makePasskey } from '../../fixtures/answers/profile.ts'
import { showProfile } from './show-profile.tsx'

/** The result of the browser's own passkey dialog. */
let browser: () => Promise<unknown>
const bytes = (text: string) => new TextEncoder().encode(text).buffer
const MADE = {
  id: 'made',
  rawId: bytes('made'),
  type: 'public-key',
  response: { attestationObject: bytes('proof'), clientDataJSON: bytes('{}') },
  getClientExtensionResults: () => ({}),
}
const OPTIONS = {
  challenge: 'abc',
  user: { id: 'b2xpdmU', name: 'olive@example.com', displayName: 'Olive' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
}
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  browser = async () => MADE
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: () => browser() } })
})
afterEach(() => void Reflect.deleteProperty(navigator, 'credentials'))

const SECRET = 'JBSWY3DPEHPK3PXP'
const secret = ok({ secret: SECRET, uri: `otpauth://totp/Green%20Round:olive@example.com?secret=${SECRET}` })
const CODES = Array.from({ length: 10 }, (_, at) => `abcde-1234${at}`)
const codes = ok({ recoveryCodes: CODES })
const secondStep = async () => within(await screen.findByRole('region', { name: 'Second step at sign-in' }))
type User = ReturnType<typeof showProfile>['user']

async function givePassword(user: User, dialogName: string, button: string) {
  const dialog = within(screen.getByRole('dialog', { name: dialogName }))
  await user.type(dialog.getByLabelText('Current password'), 'my-password')
  await user.click(dialog.getByRole('button', { name: button }))
  return dialog
}

test('Customers have no second step', async () => {
  showProfile({ profile: { role: 'CUSTOMER' } })
  // A customer's part of the page is loaded by itself.
  await screen.findByRole('region', { name: 'Where you’re signed in' })
  expect(screen.queryByRole('region', { name: 'Second step at sign-in' })).toBeNull()
})

test('An admin who must set one up reads why, with the second step at the top', async () => {
  showProfile({ profile: { secondFactorMissing: true }, factor: { required: true } })
  expect(screen.getByRole('heading', { name: 'Set up a second step to continue' })).toBeVisible()
  await secondStep()
  const titles = screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent)
  expect(titles[0]).toBe('Second step at sign-in')
})

test('An authenticator app is set up: password, QR code and key, code, recovery codes once', async () => {
  const { user, now, sentTo, refreshed } = showProfile({
    answer: ({ endpoint }) => {
      if (endpoint === beginTotp) return secret
      if (endpoint !== confirmTotp) return ok(undefined, 204)
      now.factor = { ...now.factor, totpSince: '2026-11-22T00:00:00Z', recoveryCodesLeft: 10 }
      return codes
    },
  })
  await user.click((await secondStep()).getByRole('button', { name: 'Set up an authenticator app' }))
  await givePassword(user, 'Set up an authenticator app', 'Continue')
  const scan = within(await screen.findByRole('dialog', { name: 'Scan this with your authenticator app' }))
  expect(
    scan.getByRole('img', { name: 'QR code for your authenticator app' }).querySelector('path')?.getAttribute('d'),
  ).toMatch(/^M4 4h1v1h-1z/)
  expect(scan.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  expect(scan.getByRole('link', { name: /on this device/ })).toHaveAttribute('href', expect.stringMatching(/^otpauth:/))
  await user.click(scan.getByRole('button', { name: 'Copy key' }))
  expect(await navigator.clipboard.readText()).toBe(SECRET)
  await user.type(scan.getByLabelText('Code from the app'), '123456')
  await user.click(scan.getByRole('button', { name: 'Confirm' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))
  expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES)
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toContain(CODES.join('\n'))
  await user.click(shown.getByRole('button', { name: 'I have saved them' }))
  expect(screen.queryByText(CODES[0]!)).toBeNull()
  expect(await screen.findByText('Set up on 22/11/2026.')).toBeVisible()
  expect(screen.getByText('10 recovery codes left.')).toBeVisible()
  expect(sentTo(beginTotp)).toEqual([{ currentPassword: 'my-password' }])
  expect(sentTo(confirmTotp)).toEqual([{ code: '123456' }])
  expect(refreshed).toHaveLength(1)
})

test('A wrong code is an error at its field, and the same QR code stays', async () => {
  const { user } = showProfile({
    answer: ({ endpoint }) =>
      endpoint === beginTotp ? secret : endpoint === confirmTotp ? refused('code_wrong') : ok(undefined, 204),
  })
  await user.click((await secondStep()).getByRole('button', { name: 'Set up an authenticator app' }))
  await givePassword(user, 'Set up an authenticator app', 'Continue')
  const box = await screen.findByLabelText('Code from the app')
  await user.type(box, '000000')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findAllByText('Wrong code. Codes change every 30 seconds.')).toHaveLength(1)
  expect(box).toBeInvalid()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
})

test('Recovery codes are renewed and the app is removed, each with the password', async () => {
  const { user, sentTo } = showProfile({
    factor: { totpSince: '2026-11-12T00:00:00Z', recoveryCodesLeft: 2 },
    answer: ({ endpoint }) => (endpoint === renewRecoveryCodes ? codes : ok(undefined, 204)),
  })
  const part = await secondStep()
  expect(part.getByText(/2 recovery codes left\. Renew them before they run out\./)).toBeVisible()
  await user.click(part.getByRole('button', { name: 'New recovery codes' }))
  await givePassword(user, 'Make new recovery codes?', 'New recovery codes')
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).getByRole('button', {
      name: 'I have saved them',
    }),
  )
  await user.click(part.getByRole('button', { name: 'Remove app' }))
  await givePassword(user, 'Remove the authenticator app?', 'Remove')
  expect(await screen.findByText('Authenticator app removed')).toBeVisible()
  expect([...sentTo(renewRecoveryCodes), ...sentTo(removeTotp)]).toEqual([
    { currentPassword: 'my-password' },
    { currentPassword: 'my-password' },
  ])
})

test('Replacing an app has the same steps with other words', async () => {
  const { user, sentTo } = showProfile({
    factor: { totpSince: '2026-11-12T00:00:00Z', recoveryCodesLeft: 4 },
    answer: ({ endpoint }) => (endpoint === beginTotp ? secret : codes),
  })
  const part = await secondStep()
  expect(part.queryByRole('button', { name: 'Set up an authenticator app' })).toBeNull()
  await user.click(part.getByRole('button', { name: 'Replace app' }))
  expect(screen.getByText(/The app you have now keeps working until you confirm a code of the new one/)).toBeVisible()
  await givePassword(user, 'Replace app', 'Continue')
  await user.type(await screen.findByLabelText('Code from the app'), '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()
  expect(sentTo(confirmTotp)).toEqual([{ code: '123456' }])
})

test('An account with passkeys only is offered recovery codes, with what it means to have none', async () => {
  const { user, now, sentTo } = showProfile({
    factor: { passkeys: [makePasskey()] },
    answer: ({ endpoint }) => {
      if (endpoint === renewRecoveryCodes) now.factor = { ...now.factor, recoveryCodesLeft: 10 }
      return endpoint === renewRecoveryCodes ? codes : ok(undefined, 204)
    },
  })
  const part = await secondStep()
  expect(
    part.getByText(/You have none\. If you lose your phone or passkey, only the office can let you in/),
  ).toBeVisible()
  await user.click(part.getByRole('button', { name: 'Make recovery codes' }))
  await givePassword(user, 'Make recovery codes', 'Make recovery codes')
  const shown = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))
  expect(shown.getAllByRole('listitem')).toHaveLength(10)
  await user.click(shown.getByRole('button', { name: 'I have saved them' }))
  expect(await part.findByText('10 recovery codes left.')).toBeVisible()
  expect(part.getByRole('button', { name: 'New recovery codes' })).toBeVisible()
  expect(sentTo(renewRecoveryCodes)).toEqual([{ currentPassword: 'my-password' }])
})

test('Without a second step no recovery codes are offered', async () => {
  showProfile()
  expect((await secondStep()).queryByRole('heading', { name: 'Recovery codes' })).toBeNull()
})

const APP = { totpSince: '2026-11-12T00:00:00Z' }
const TWO = [makePasskey(), makePasskey({ name: 'My phone' })]
const LEFT = {
  password: /Your password alone signs you in after that, and your recovery codes stop working\./,
  code: /You still sign in with your password and the code of your authenticator app\./,
  passkey: /You still sign in with a passkey, or with your password and a recovery code\./,
}
test.each([
  ['the app, nothing else there', APP, 'Remove app', LEFT.password],
  ['the app beside a passkey', { ...APP, passkeys: [makePasskey()] }, 'Remove app', LEFT.passkey],
  ['a passkey beside the app', { ...APP, passkeys: [makePasskey()] }, 'Remove My laptop', LEFT.code],
  ['the only passkey', { passkeys: [makePasskey()] }, 'Remove My laptop', LEFT.password],
  ['one of two passkeys', { passkeys: TWO }, 'Remove My phone', LEFT.passkey],
  ['one of two where the office asks for one', { required: true, passkeys: TWO }, 'Remove My phone', LEFT.passkey],
])('Before %s is removed the dialog says how to sign in afterwards', async (_what, factor, button, words) => {
  const { user } = showProfile({ factor })
  await user.click((await secondStep()).getByRole('button', { name: button }))
  const dialog = within(screen.getByRole('dialog', { name: /^Remove / }))
  expect(dialog.getByText(words)).toBeVisible()
  expect(dialog.getByLabelText('Current password')).toBeVisible()
})

test.each([
  ['an app', APP, 'Remove app'],
  ['a passkey', { passkeys: [makePasskey()] }, 'Remove My laptop'],
])('The only one, %s, can’t be removed while it is required, as on the server', async (_what, factor, button) => {
  const { user } = showProfile({ factor: { ...factor, required: true } })
  await user.click((await secondStep()).getByRole('button', { name: button }))
  const dialog = within(screen.getByRole('dialog', { name: /^Remove / }))
  expect(dialog.getByText(/This is your only second step, and your office asks for one\. Set up another/)).toBeVisible()
  expect(dialog.queryByLabelText('Current password')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Recovery codes stay on the screen while the other pages become available', async () => {
  const { user, now } = showProfile({
    profile: { secondFactorMissing: true },
    factor: { required: true },
    onRefresh: () => ({ secondFactorMissing: false }),
    answer: ({ endpoint }) => {
      if (endpoint === confirmTotp) now.factor = { ...now.factor, ...APP, recoveryCodesLeft: 10 }
      return endpoint === beginTotp ? secret : codes
    },
  })
  await user.click((await secondStep()).getByRole('button', { name: 'Set up an authenticator app' }))
  await givePassword(user, 'Set up an authenticator app', 'Continue')
  await user.type(await screen.findByLabelText('Code from the app'), '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.queryByText('Set up a second step to go on')).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()
})

test('A wrong password keeps the dialog open, with the error at its field', async () => {
  const { user } = showProfile({
    factor: APP,
    answer: ({ endpoint }) => (endpoint === removeTotp ? refused('password_wrong') : ok(undefined, 204)),
  })
  await user.click((await secondStep()).getByRole('button', { name: 'Remove app' }))
  const dialog = await givePassword(user, 'Remove the authenticator app?', 'Remove')
  expect(await dialog.findByText('Wrong current password.')).toBeVisible()
  expect(dialog.getByLabelText('Current password')).toBeInvalid()
})

test('A passkey is added under a name, renamed and removed', async () => {
  const laptop = makePasskey({ synced: true, lastUsedAt: '2026-11-20T00:00:00Z' })
  const { user, now, sentTo, refreshed } = showProfile({
    answer: ({ endpoint }) => {
      if (endpoint === passkeyOptions) return ok({ options: OPTIONS })
      if (endpoint === addPasskey) now.factor = { ...now.factor, passkeys: [laptop] }
      return ok(laptop)
    },
  })
  await user.click((await secondStep()).getByRole('button', { name: 'Add a passkey' }))
  const box = within(screen.getByRole('dialog')).getByLabelText('Name')
  await user.clear(box)
  await user.type(box, 'My laptop')
  await givePassword(user, 'Add a passkey', 'Continue')
  expect(await screen.findByText('Passkey added')).toBeVisible()
  expect(sentTo(passkeyOptions)).toEqual([{ currentPassword: 'my-password' }])
  expect(sentTo(addPasskey)).toMatchObject([
    { name: 'My laptop', response: { id: 'made', response: { clientDataJSON: 'e30' } } },
  ])
  expect(refreshed).toHaveLength(1)

  const row = within((await screen.findByText('My laptop')).closest('li')!)
  expect(row.getByText('Synced to your other devices')).toBeVisible()
  await user.click(row.getByRole('button', { name: 'Rename My laptop' }))
  await user.type(within(screen.getByRole('dialog')).getByLabelText('Name'), ' at home')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sentTo(renamePasskey)).toEqual([{ passkeyID: laptop.passkeyID, name: 'My laptop at home' }]),
  )
  await user.click(await screen.findByRole('button', { name: 'Remove My laptop' }))
  await givePassword(user, 'Remove My laptop?', 'Remove')
  expect(await screen.findByText('Passkey removed')).toBeVisible()
  expect(sentTo(removePasskey)).toEqual([{ passkeyID: laptop.passkeyID, currentPassword: 'my-password' }])
})

test.each([
  ['NotAllowedError', 'No passkey was added. Please try again.'],
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['NotSupportedError', 'This device can’t make a passkey. It needs a screen lock: fingerprint, face or PIN.'],
])('The browser’s %s is shown in words, and nothing is stored', async (name, words) => {
  browser = () => Promise.reject(Object.assign(new Error('no'), { name }))
  const { user, sentTo } = showProfile({
    answer: ({ endpoint }) => (endpoint === passkeyOptions ? ok({ options: OPTIONS }) : ok(undefined, 204)),
  })
  await user.click((await secondStep()).getByRole('button', { name: 'Add a passkey' }))
  await givePassword(user, 'Add a passkey', 'Continue')
  expect(await screen.findByText(words)).toBeVisible()
  expect(sentTo(addPasskey)).toEqual([])
})

test('A browser without passkeys offers none, and says so', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  showProfile()
  const part = await secondStep()
  expect(part.getByText('This browser can’t make passkeys.')).toBeVisible()
  expect(part.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
