import { expect, test, type Page } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { fillLogin, readyToLeave, signIn, stopAtHand } from '../support/browser/driver.ts'
import { ADMIN, CUSTOMER, DEMO_PASSWORD, DRIVER, signInTo } from '../support/browser/office.ts'
import { grantStorage, newProfile, openDevice } from '../support/browser/device.ts'
import { photoFile } from '../support/browser/photos.ts'
import { openDemo } from '../support/browser/demo.ts'
import { wordsOf } from '../support/browser/screen-words.ts'

/** Stands for an amount, which depends on the demo's day. */
const AMOUNT = '$ amount'
const amountMasked = (word: string) => (/^-?\$[\d,]+\.\d\d$/.test(word) ? AMOUNT : word)

/** The labels and messages of the spec (sections 1, 2, 5, 8; screens.md) as the screens show them, exactly. */
const SPEC = [
  [
    'login',
    [
      'Welcome back!',
      'Email',
      'Password',
      'Show password',
      'Login',
      'Sign in with a passkey',
      'Forgot password?',
      'Request a Quote or Register',
    ],
  ],
  ['login, nothing entered', ['This field is mandatory', 'This field is mandatory']],
  ['login, half an address', ['Invalid email address']],
  ['login, wrong password', ['Wrong email or password.']],
  [
    'forgot password',
    [
      'Forgot your password?',
      'Enter your email. We can’t send emails at the moment, so contact us for the link.',
      'Email',
      'Send reset link',
      'Back to login',
    ],
  ],
  ['recover, too short and not the same', ['This field is too short', 'Password and confirm password does not match']],
  ['recover, too long', ['This field is too long']],
  ['recover, done', ['Password updated successfully. You can now use it to log in to your account.', 'Login']],
  ['404', ['Sorry, the page you visited does not exist.', 'Back to Home']],
  ['driver, menu', ['Menu', 'Pickups', 'Incomes', 'Logout', 'Dave Kowalski DRIVER Your profile', 'Close menu']],
  ['driver, who', ['Dave Kowalski', 'DRIVER', 'Your profile']],
  ['driver, stop at hand', ['1 bag', '2 bags', '3 bags', 'More bags', 'Done', 'Bag MT', 'No access', 'More']],
  ['driver, list', ['To do', 'Done', 'All', 'Search', 'Order']],
  [
    'driver, more',
    [
      'Could not collect',
      'Not out',
      'No access',
      'Overweight',
      'Contaminated',
      'Unsafe',
      'Other',
      'Extra amount (AUD)',
      'Like 12.50. Goes with whatever you tap next.',
      'Note to the office',
      'Save note',
      'Take a photo',
      'Choose photo',
      'Stop details',
      'Close',
    ],
  ],
  ['driver, amount in letters', ['This field must be Number']],
  ['driver, amount below nothing', ['This field must be non-negative Number']],
  ['driver, photo too large', ['Not saved: Max file size: 20 MB', 'OK']],
  ['driver, a sixth photo', ['Not saved: Too many files. The maximum number of files is 5.', 'OK']],
  ['driver, undo', ['Undo']],
  ['driver, unsent', ['Unsent', 'Back to the stops', 'Send now', 'Export']],
  ['driver, chip', ['All sent', 'Offline, saved on this phone', 'Sign in to send']],
  ['driver, ready to leave', ['Ready to leave']],
  ['driver, incomes', ['Incomes', 'All', 'Unpaid', 'Paid']],
  ['log out', ['Are you sure want to log out?', 'Cancel', 'Confirm']],
  ['logged out', ['Logout successfully!']],
  [
    'customer, menu',
    // "Questions and problems" is an entry beside the specification's, the way to the customer's cases.
    [
      'Menu',
      'Collections',
      'No Pickups',
      'Invoices',
      'Questions and problems',
      'Logout',
      'Anna Bright CUSTOMER Your profile',
      'Close menu',
    ],
  ],
  ['customer, who', ['Anna Bright', 'CUSTOMER', 'Your profile', 'Balance', AMOUNT]],
  ['admin, who', ['ADMIN', 'Your profile']],
  ['admin, two letters', ['Keyword must be greater than or equal 3 characters']],
  ['a page that can’t be loaded', ['This screen needs a connection', 'Try again']],
] as const

test(
  'Every label and message of the specification that these screens use is there, letter for letter',
  { tag: PROOF },
  async () => {
    test.setTimeout(300_000)
    const demo = await openDemo()
    const profile = newProfile()
    const device = await openDevice({ origin: demo.origin, profile: profile.folder })
    const { page } = device
    const office = await signInTo(demo.origin, ADMIN)
    const read: [string, string[]][] = []
    // The number to call is of Settings, and arrives after the page.
    const note = (where: (typeof SPEC)[number][0], words: string[]) =>
      read.push([where, words.filter((one) => !one.startsWith('Questions? Call '))])
    const form = page.locator('form')
    const dialog = page.locator('dialog[open]')
    const press = (name: string, within: Page | typeof dialog = page) =>
      within.getByRole('button', { name, exact: true }).filter({ visible: true }).click()
    const wrong = () =>
      page
        .locator('[id$=wrong], [id$=-error], form [role=alert]')
        .filter({ visible: true, hasText: /\S/ })
        .allInnerTexts()

    try {
      await grantStorage(device, demo.origin)
      await page.goto(`${demo.origin}/login`)
      await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
      // Offered once the browser has said that it can.
      await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
      // Offered once the server has said that strangers may.
      await expect(page.getByRole('link', { name: 'Request a Quote or Register' })).toBeVisible()
      note('login', await wordsOf(page.locator('body')))
      await press('Login')
      await expect(page.getByText('This field is mandatory')).toHaveCount(2)
      note('login, nothing entered', await wrong())
      await fillLogin(page, 'driver', DEMO_PASSWORD)
      await expect(page.getByText('Invalid email address')).toBeVisible()
      note('login, half an address', await wrong())
      await fillLogin(page, DRIVER, 'the-wrong-password')
      await expect(form.getByText('Wrong email or password.')).toBeVisible()
      note('login, wrong password', await wrong())

      await page.goto(`${demo.origin}/forgot-password`)
      await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
      note('forgot password', await wordsOf(page.locator('body')))
      await page.getByLabel('Email', { exact: true }).fill(CUSTOMER)
      await press('Send reset link')
      await expect(page.getByText('We can’t send emails at the moment.')).toBeVisible()
      const { items } = await office.get<{ items: { mailID: string; to: string; linkReadable: boolean }[] }>(
        '/v1/mails',
      )
      const { mailID } = items.find((mail) => mail.to === CUSTOMER && mail.linkReadable)!
      await page.goto((await office.send<{ link: string }>('POST', `/v1/mails/${mailID}/link`)).link)
      const setPassword = async (password: string, again: string) => {
        await page.getByLabel('New password', { exact: true }).fill(password)
        await page.getByLabel('Confirm password', { exact: true }).fill(again)
        await press('Save password')
      }
      await setPassword('short', 'another')
      await expect(page.getByText('does not match')).toBeVisible()
      note('recover, too short and not the same', await wrong())
      await setPassword('x'.repeat(201), 'x'.repeat(201))
      await expect(page.getByText('too long')).toBeVisible()
      note('recover, too long', await wrong())
      await setPassword(`${DEMO_PASSWORD}!`, `${DEMO_PASSWORD}!`)
      await expect(page.getByText('updated successfully')).toBeVisible()
      note('recover, done', [
        await page.getByText('updated successfully').innerText(),
        ...(await page.locator('main a, main button').allInnerTexts()),
      ])
      await page.goto(`${demo.origin}/no-such-page`)
      note('404', await wordsOf(page.locator('body')))

      await signIn(page, demo.origin)
      await readyToLeave(page)
      const allSent = await chipWords(page, /^All sent/)
      await press('Open menu')
      note('driver, menu', await wordsOf(dialog))
      note('driver, who', await whoWords(page))
      await press('Close menu', dialog)
      note(
        'driver, stop at hand',
        (await wordsOf(stopAtHand(page))).filter((_, at, all) => at >= all.indexOf('1 bag')),
      )
      note(
        'driver, list',
        (
          await page
            .locator('[data-show], [aria-expanded]:not([data-stop]), [aria-pressed]')
            .filter({ visible: true })
            .allInnerTexts()
        ).map((text) => text.replace(/\s*\d+$/, '')),
      )
      await press('More')
      note('driver, more', (await wordsOf(dialog)).slice(1))
      const extra = dialog.getByLabel('Extra amount (AUD)')
      await extra.fill('ten')
      note('driver, amount in letters', await wrong())
      await extra.fill('-1')
      note('driver, amount below nothing', await wrong())
      await extra.fill('')
      await press('Close', dialog)
      const pick = async (files: ReturnType<typeof photoFile>[]) => {
        await press('More')
        const chooser = page.waitForEvent('filechooser')
        await press('Choose photo', dialog)
        await (await chooser).setFiles(files)
      }
      await pick([{ ...photoFile(), buffer: Buffer.concat([photoFile().buffer, Buffer.alloc(20_971_520)]) }])
      note('driver, photo too large', await refusal(page))
      await pick(Array.from({ length: 6 }, () => photoFile()))
      note('driver, a sixth photo', await refusal(page))

      await expect(page.getByText('All sent').first()).toBeVisible({ timeout: 30_000 })
      const { userID } = await (await signInTo(demo.origin, DRIVER)).get<{ userID: string }>('/v1/users/profile')
      await office.send('POST', `/v1/users/${userID}/end-sessions`, {})
      await press('Bag MT')
      note('driver, undo', [await page.locator('main [role=status] button', { hasText: /undo/i }).innerText()])
      const signInToSend = await chipWords(page, /^Sign in/)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
      await fillLogin(page, DRIVER, DEMO_PASSWORD)
      await readyToLeave(page)
      await expect(page.getByText('All sent').first()).toBeVisible({ timeout: 30_000 })
      await demo.stop()
      await press('Bag MT')
      const offline = await chipWords(page, /^Offline/)
      await page.goto(`${demo.origin}/pickups/unsent`)
      await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
      const unsent = (await page.locator('h1, main a, main button').allInnerTexts()).map((text) =>
        text.replace(/^‹\s*/, ''),
      )
      note(
        'driver, unsent',
        unsent.filter((text) => ['Unsent', 'Back to the stops', 'Send now', 'Export'].includes(text)),
      )
      note('driver, chip', [allSent.replace(/ \d.*$/, ''), offline, signInToSend])
      await demo.start()
      await press('Send now')
      await expect(page.getByText('All sent').first()).toBeVisible({ timeout: 30_000 })
      await page.goto(`${demo.origin}/pickups/ready`)
      note('driver, ready to leave', [await page.locator('main h2').first().innerText()])
      await page.goto(`${demo.origin}/incomes`)
      note('driver, incomes', [
        await page.locator('h1').innerText(),
        ...(await page.locator('main [role=radio], main [aria-pressed]').allInnerTexts()),
      ])
      await press('Open menu')
      await press('Logout', dialog)
      note('log out', await wordsOf(page.getByRole('dialog', { name: /log out/ })))
      await press('Confirm', dialog)
      note('logged out', await toast(page))

      await fillLogin(page, CUSTOMER, `${DEMO_PASSWORD}!`)
      await press('Open menu')
      note('customer, menu', await wordsOf(dialog))
      note('customer, who', (await whoWords(page)).map(amountMasked))
      await press('Logout', dialog)
      await press('Confirm', dialog)
      await fillLogin(page, ADMIN, DEMO_PASSWORD)
      await press('Open menu')
      note('admin, who', (await whoWords(page)).slice(1))
      await page.goto(`${demo.origin}/settings/mails`)
      await page.getByRole('searchbox').fill('ab')
      await page.keyboard.press('Enter')
      await expect(page.getByText('3 characters')).toBeVisible()
      note('admin, two letters', await wrong())

      // A part of the app that can't be loaded, on a phone that has nothing of it yet.
      const other = newProfile()
      const fresh = await openDevice({ origin: demo.origin, profile: other.folder })
      try {
        await fresh.context.route('**/assets/incomes-page*.js', (route) => route.abort())
        await signIn(fresh.page, demo.origin)
        await expect(stopAtHand(fresh.page)).toBeVisible()
        await fresh.page.getByRole('button', { name: 'Open menu', exact: true }).click()
        await fresh.page.getByRole('link', { name: 'Incomes', exact: true }).click()
        const again = fresh.page.getByRole('button', { name: 'Try again', exact: true })
        await expect(again).toBeVisible()
        note(
          'a page that can’t be loaded',
          await fresh.page
            .locator('h1, h2, button')
            .filter({ visible: true, hasText: /needs|error|Try/ })
            .allInnerTexts(),
        )
        await fresh.context.unroute('**/assets/incomes-page*.js')
        await again.click()
        await expect(fresh.page.getByRole('heading', { name: 'Incomes', exact: true })).toBeVisible()
      } finally {
        await fresh.close()
        other.remove()
      }

      expect(read).toEqual(SPEC)
    } finally {
      await device.close()
      await demo.close()
      profile.remove()
    }
  },
)

/** The chip's text once it shows the wanted state. */
async function chipWords(page: Page, says: RegExp): Promise<string> {
  const chip = page.locator('header a').filter({ hasText: says })
  await expect(chip).toBeVisible({ timeout: 30_000 })
  return (await chip.innerText()).trim()
}

/** Name, role, the link to the profile and the balance under the menu. */
async function whoWords(page: Page): Promise<string[]> {
  const role = page.locator('dialog[open] span').getByText(/^(ADMIN|DRIVER|CUSTOMER)$/)
  return linesOf(await role.locator('xpath=ancestor::div[1]').innerText())
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The text of the last toast. */
async function toast(page: Page): Promise<string[]> {
  const shown = page.locator('[role=region][aria-live] > *').last()
  await shown.waitFor()
  return linesOf(await shown.innerText()).filter((line) => line !== '×')
}

/** Why a photo was not saved: waits for the alert, reads it, and closes it. */
async function refusal(page: Page): Promise<string[]> {
  const alert = page.locator('[role=alert]').filter({ hasText: 'Not saved' })
  await alert.waitFor({ timeout: 30_000 })
  const words = await wordsOf(alert)
  await alert.getByRole('button', { name: 'OK', exact: true }).dispatchEvent('click')
  await expect(alert).toHaveCount(0)
  // The street of the stop is before it.
  return words.slice(words.findIndex((line) => line.startsWith('Not saved')))
}
