import { expect, type Page, test } from '@playwright/test'
import { TOTP } from 'otpauth'
import { giveOrder } from '#server/backups/orders.ts'
import { PROOF } from '../support/browser/extent.ts'
import { addAuthenticator, type VirtualAuthenticator } from '../support/browser/authenticator.ts'
import { fillLogin, signIn } from '../support/browser/driver.ts'
import { ADMIN, DEMO_PASSWORD, signInTo } from '../support/browser/office.ts'
import { DESK, newProfile, openDevice, type Device } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/demo.ts'

const COLLEAGUE = { email: 'noor@green-bags.example', password: 'blue kettle on the ninth shelf' }

let demo: Awaited<ReturnType<typeof openDemo>>
let profile: ReturnType<typeof newProfile>
let desk: Device
let page: Page

// Each test changes how the demo's admin signs in, so each has its own copy of the demo.
test.beforeEach(async () => {
  demo = await openDemo()
  profile = newProfile()
  desk = await openDevice({ origin: demo.origin, profile: profile.folder, size: DESK })
  page = desk.page
})
test.afterEach(async () => {
  await desk.close()
  profile.remove()
  await demo.close()
  expect(desk.heard.errors).toEqual([])
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')

/** Fills in the profile's dialog that asks for the current password. */
async function confirmWith(password: string, submit: string): Promise<void> {
  await dialog().getByLabel('Current password', { exact: true }).fill(password)
  await dialog().getByRole('button', { name: submit, exact: true }).click()
}

async function addPasskey(password: string = DEMO_PASSWORD): Promise<VirtualAuthenticator> {
  const device = await addAuthenticator(page)
  await button('Add a passkey').click()
  await dialog().getByLabel('Name', { exact: true }).fill('Front desk')
  await confirmWith(password, 'Continue')
  await expect(page.getByText('Passkey added')).toBeVisible()
  return device
}

async function logOut(): Promise<void> {
  await button('Logout').click()
  await dialog().getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(`${demo.origin}/login`)
}

const signedIn = () => expect(page).not.toHaveURL(/\/login/)

test(
  'An admin adds a passkey on the profile page, and from then on signs in with it alone',
  { tag: PROOF },
  async () => {
    await signIn(page, demo.origin, ADMIN)
    await page.goto(`${demo.origin}/profile`)
    await addPasskey()
    await expect(page.getByRole('listitem').filter({ hasText: 'Front desk' })).toContainText('not used yet')
    await logOut()

    await fillLogin(page, ADMIN, DEMO_PASSWORD)
    await expect(page.locator('form').getByText('This account signs in with a passkey.')).toBeVisible()
    await page.reload()
    await button('Sign in with a passkey').click()
    await signedIn()
    await page.goto(`${demo.origin}/profile`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Front desk' })).toContainText('last used')
    await expect(page.getByText('with a passkey').first()).toBeVisible()
  },
)

test(
  'An admin with passkeys only makes recovery codes, and signs in with one where the passkey is missing',
  { tag: PROOF },
  async () => {
    await signIn(page, demo.origin, ADMIN)
    await page.goto(`${demo.origin}/profile`)
    const device = await addPasskey()
    await button('Make recovery codes').click()
    await confirmWith(DEMO_PASSWORD, 'Make recovery codes')
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
    const [code] = await dialog().getByRole('listitem').allInnerTexts()
    await button('I have saved them').click()
    await expect(page.getByText('10 recovery codes left.')).toBeVisible()
    await logOut()
    await device.remove()

    await fillLogin(page, ADMIN, DEMO_PASSWORD)
    await button('Use a recovery code instead').click()
    const box = page.getByLabel('Recovery code', { exact: true })
    await box.fill('wrong-00000')
    await button('Sign in').click()
    await expect(page.getByText('Wrong code. Each recovery code works once.')).toBeVisible()
    await box.fill(code!)
    await button('Sign in').click()
    await signedIn()
  },
)

test(
  'With an authenticator app the password needs a code, and a recovery code replaces it once',
  { tag: PROOF },
  async () => {
    await signIn(page, demo.origin, ADMIN)
    await page.goto(`${demo.origin}/profile`)
    await button('Set up an authenticator app').click()
    await confirmWith(DEMO_PASSWORD, 'Continue')
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    const secret = (await dialog().locator('code').innerText()).replaceAll(' ', '')
    // The code of the next half minute is accepted too, so it can be used as the second code.
    const codeIn = (seconds: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 })
    await dialog().getByLabel('Code from the app', { exact: true }).fill(codeIn(0))
    await dialog().getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
    const codes = await dialog().getByRole('listitem').allInnerTexts()
    expect(codes).toHaveLength(10)
    await button('I have saved them').click()
    await expect(page.getByText('10 recovery codes left.')).toBeVisible()
    await logOut()

    await fillLogin(page, ADMIN, DEMO_PASSWORD)
    const code = page.getByLabel('Code from your authenticator app', { exact: true })
    await code.fill('000000')
    await button('Sign in').click()
    await expect(page.getByText('Wrong code.')).toBeVisible()
    await code.fill(codeIn(30))
    await button('Sign in').click()
    await signedIn()
    await logOut()

    for (const [given, isRight] of [
      [codes[0]!, true],
      [codes[0]!, false],
    ] as const) {
      await fillLogin(page, ADMIN, DEMO_PASSWORD)
      await button('Use a recovery code instead').click()
      await page.getByLabel('Recovery code', { exact: true }).fill(given)
      await button('Sign in').click()
      if (!isRight) continue
      await signedIn()
      await page.goto(`${demo.origin}/profile`)
      await expect(page.getByText('9 recovery codes left.')).toBeVisible()
      await logOut()
    }
    await expect(page.getByText('Wrong code.')).toBeVisible()
  },
)

test(
  'When the setting requires it every admin has to set up a second step; another admin resets a lost one',
  { tag: PROOF },
  async () => {
    const office = await signInTo(demo.origin, ADMIN)
    await office.send('POST', '/v1/users/admins', { firstName: 'Noor', lastName: 'Haddad', email: COLLEAGUE.email })
    await choosePassword(COLLEAGUE)
    const factor = '/v1/users/second-factor/totp'
    const { secret } = await office.send<{ secret: string }>('POST', factor, { currentPassword: DEMO_PASSWORD })
    await office.send('PUT', factor, { code: new TOTP({ secret }).generate() })
    await office.send('PUT', '/v1/settings/security.adminSecondFactor', { value: true })

    await signIn(page, demo.origin, COLLEAGUE.email, COLLEAGUE.password)
    await expect(page).toHaveURL(`${demo.origin}/profile`)
    await expect(page.getByText('Set up a second step to continue')).toBeVisible()
    await page.goto(`${demo.origin}/customers`)
    await expect(page).toHaveURL(`${demo.origin}/profile`)
    const device = await addPasskey(COLLEAGUE.password)
    await expect(page.getByText('Set up a second step to continue')).toHaveCount(0)
    await page.goto(`${demo.origin}/customers`)
    await expect(page).toHaveURL(`${demo.origin}/customers`)
    await logOut()
    await device.remove()

    await fillLogin(page, ADMIN, DEMO_PASSWORD)
    const code = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
    await page.getByLabel('Code from your authenticator app', { exact: true }).fill(code)
    await button('Sign in').click()
    await signedIn()
    await page.goto(`${demo.origin}/settings/users`)
    await page.getByText('Noor Haddad').click()
    await button('Reset second step').click()
    const question = page.getByRole('dialog', { name: 'Reset Noor Haddad’s second step?' })
    await question.getByRole('button', { name: 'Reset second step', exact: true }).click()
    await expect(page.getByText('Second step reset')).toBeVisible()
    await page.goto(demo.origin)
    await logOut()

    await fillLogin(page, COLLEAGUE.email, COLLEAGUE.password)
    await expect(page.getByText('Set up a second step to continue')).toBeVisible()
  },
)

/** Uses the link of the server's operator: another admin may not read an invitation's link. */
async function choosePassword({ email, password }: typeof COLLEAGUE): Promise<void> {
  const said = await giveOrder(demo.dataDir, { order: 'password-link', email })
  const link = said && 'done' in said ? String(said.done) : ''
  await page.goto(link.replace(new URL(link).origin, demo.origin))
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await button('Save password').click()
  await expect(page.getByText('Password updated successfully.')).toBeVisible()
}
