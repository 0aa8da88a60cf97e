import { expect, test, type Locator, type Page } from '@playwright/test'
import type { OutputOf } from '#contract/endpoint.ts'
import type { ownSchedule } from '#contract/v1/own-schedule.ts'
import {
  chooseBags,
  fillLogin,
  readAtHand,
  readyToLeave,
  signIn,
  stopAtHand,
  takePhotos,
  tap,
  tapMore,
} from '../support/browser/driver.ts'
import { ADMIN, CUSTOMER, DEMO_PASSWORD, signInTo } from '../support/browser/office.ts'
import {
  button,
  lookAt,
  NOTHING,
  opens,
  type Screen,
  settled,
  takePicture,
  unexpected,
  withDevice,
} from '../support/browser/check-screen.ts'
import { DESK, SMALL, SMALL_DESK, USUAL, type Device } from '../support/browser/device.ts'
import { subscriptionAt } from '../fixtures/push.ts'
import { PROOF, SCREENS } from '../support/browser/extent.ts'
import { photoFile } from '../support/browser/photos.ts'
import { openDemo } from '../support/browser/demo.ts'
import { deskProblems, widthProblems } from '../support/browser/screen-checks.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
/** The end of an invoice's pay link. */
let payToken = ''
test.beforeAll(async () => {
  demo = await openDemo()
  const office = await signInTo(demo.origin, ADMIN)
  const open = await office.get<{ items: { invoiceID: string }[] }>('/v1/invoices?status=waiting_payment&hasEmail=true')
  await office.send('POST', `/v1/invoices/${open.items[0]!.invoiceID}/send`)
  const mails = await office.get<{ items: { text: string }[] }>('/v1/mails?sort=-createdAt')
  const customer = await signInTo(demo.origin, CUSTOMER)
  await customer.send('POST', '/v1/calendar-feeds')
  await customer.send('POST', '/v1/push/subscriptions', subscriptionAt('https://fcm.googleapis.com/fcm/send/screens'))
  const { coming } = await customer.get<OutputOf<typeof ownSchedule>>('/v1/runs/own-schedule')
  const { yearNumber, monthNumber, weekNumber } = coming.at(-1)!
  await customer.send('POST', '/v1/runs/no-pickups', { yearNumber, monthNumber, weekNumber })
  // The server writes other emails too, and one that announces a charge has no link.
  payToken = mails.items.flatMap(({ text }) => /\/pay\/(\S+)/.exec(text)?.[1] ?? [])[0] ?? ''
})
test.afterAll(() => demo.close())

const at = (address: string, shows: (page: Page) => Locator) => opens(() => demo.origin, address, shows)

const PUBLIC: readonly Screen[] = [
  { name: 'login', go: at('/login', (page) => page.getByRole('heading', { name: 'Welcome back!' })) },
  {
    name: 'login-refused',
    go: async (page) => {
      await fillLogin(page, 'nobody', 'x')
      await expect(page.getByText('Invalid email address')).toBeVisible()
    },
  },
  { name: 'forgot-password', go: at('/forgot-password', (page) => button(page, 'Send reset link')) },
  { name: 'recover', go: at(`/recover?token=${'a'.repeat(43)}`, (page) => button(page, 'Save password')) },
  { name: 'recover-incomplete', go: at('/recover', (page) => page.getByRole('link', { name: 'Ask for a new link' })) },
  { name: 'set-up-already', go: at(`/set-up?token=${'a'.repeat(43)}`, (page) => page.getByText('Already set up')) },
  {
    name: 'pay',
    go: (page) => at(`/pay/${payToken}`, (found) => found.getByRole('button', { name: /^Pay \$/ }))(page),
  },
  { name: 'payment-success', go: at('/payment-success', (page) => page.getByRole('heading')) },
  { name: 'payment-cancel', go: at('/payment-cancel', (page) => page.getByRole('heading')) },
  {
    name: 'pay-automatically-returned',
    go: at('/pay-automatically?setup=done', (page) => page.getByRole('heading', { name: 'Thank you!' })),
  },
  { name: 'not-found', go: at('/nowhere', (page) => page.getByText('Sorry, the page you visited does not exist.')) },
]

const DRIVERS: readonly Screen[] = [
  { name: 'pickups', gloves: true, sun: true, go: at('/pickups', stopAtHand) },
  {
    name: 'pickups-more',
    gloves: true,
    sun: true,
    go: async (page) => {
      await stopAtHand(page).getByRole('button', { name: 'More', exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Not out', exact: true })).toBeVisible()
    },
  },
  {
    name: 'pickups-bags',
    gloves: true,
    sun: true,
    go: async (page) => {
      await page.keyboard.press('Escape')
      await stopAtHand(page).getByRole('radio', { name: 'More bags', exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: '4 bags', exact: true })).toBeVisible()
    },
  },
  {
    name: 'pickups-order',
    gloves: true,
    sun: true,
    go: async (page) => {
      await page.keyboard.press('Escape')
      await button(page, 'Order').click()
      await expect(page.getByRole('button', { name: 'Move next', exact: true }).first()).toBeVisible()
    },
  },
  {
    name: 'pickups-done',
    gloves: true,
    sun: true,
    go: at('/pickups?show=done', (page) => page.locator('a[data-stop]').first()),
  },
  {
    name: 'pickups-all',
    gloves: true,
    sun: true,
    go: at('/pickups?show=all', (page) => page.locator('a[data-stop]').first()),
  },
  {
    name: 'pickups-find-nothing',
    gloves: true,
    sun: true,
    go: async (page) => {
      await button(page, 'Search').click()
      await page.getByRole('searchbox').fill('nobody lives here')
      await expect(button(page, 'Show all stops')).toBeVisible()
    },
  },
  {
    name: 'stop-told',
    gloves: true,
    sun: true,
    go: async (page) => {
      await at('/pickups?show=done', (found) => found.locator('a[data-stop]').first())(page)
      await page.locator('a[data-stop]').first().click()
      await expect(page.getByRole('heading', { name: 'History', exact: true })).toBeVisible()
      await expect(page.locator('figure img').first()).toBeVisible()
    },
  },
  {
    name: 'stop-gone',
    gloves: true,
    go: at('/pickups/01900000-0000-7000-8000-000000000000', (page) => page.getByText('This stop isn’t on this phone')),
  },
  {
    name: 'map',
    gloves: true,
    sun: true,
    go: at('/pickups/map', (page) => page.getByRole('list', { name: 'Stops', exact: true }).first()),
  },
  {
    name: 'shortest-order',
    gloves: true,
    sun: true,
    go: at('/pickups/order', (page) => page.getByRole('region', { name: 'Shortest order' })),
  },
  { name: 'unsent', gloves: true, go: at('/pickups/unsent', (page) => button(page, 'Export')) },
  { name: 'ready', gloves: true, go: at('/pickups/ready', (page) => page.getByText('stops on this phone').first()) },
  // Used at rest and online: not with gloves.
  { name: 'profile', go: at('/profile', (page) => page.getByRole('region', { name: 'Where you’re signed in' })) },
  {
    name: 'incomes',
    gloves: true,
    go: at('/incomes', (page) => page.getByRole('heading', { name: 'Incomes', exact: true })),
  },
  {
    name: 'menu',
    gloves: true,
    go: async (page) => {
      const burger = button(page, 'Open menu')
      if (await burger.isVisible()) await burger.click()
      await expect(button(page, 'Logout').filter({ visible: true })).toBeVisible()
    },
  },
  {
    name: 'logout-unsent',
    gloves: true,
    go: async (page) => {
      await button(page, 'Logout').filter({ visible: true }).click()
      await expect(button(page, 'Cancel')).toBeVisible()
    },
  },
]

const OFFICE: readonly Screen[] = [
  { name: 'admin-home', go: at('/', (page) => page.getByRole('heading', { name: 'This week’s runs' })) },
  {
    name: 'admin-mails',
    go: at('/settings/mails', (page) => page.getByRole('heading', { name: 'Emails', exact: true })),
  },
  { name: 'admin-profile', go: at('/profile', (page) => page.getByRole('region', { name: 'Second step at sign-in' })) },
  { name: 'admin-import', go: at('/run-orders/unsent', (page) => button(page, 'Choose file')) },
  {
    name: 'admin-logout',
    go: async (page) => {
      const burger = button(page, 'Open menu')
      if (await burger.isVisible()) await burger.click()
      await button(page, 'Logout').filter({ visible: true }).click()
      await expect(page.getByRole('dialog', { name: 'Are you sure want to log out?' })).toBeVisible()
    },
  },
]

const CUSTOMERS: readonly Screen[] = [
  { name: 'customer-home', go: at('/', (page) => page.getByRole('region', { name: 'Next collection' })) },
  {
    name: 'customer-invoices',
    go: at('/invoices', (page) => page.getByRole('link', { name: 'Why is my balance this?' })),
  },
  {
    name: 'customer-invoice',
    go: async (page) => {
      await page.locator('tbody tr').first().getByRole('link').first().click()
      await expect(page.getByRole('heading', { name: 'Lines' })).toBeVisible()
    },
  },
  { name: 'customer-ledger', go: at('/invoices/ledger', (page) => page.getByText('Payment reference')) },
  {
    name: 'customer-pay-automatically',
    go: at('/pay-automatically', (page) => button(page, 'Save a card or bank account')),
  },
  { name: 'customer-cases', go: at('/cases', (page) => page.getByRole('heading', { name: 'Past collections' })) },
  {
    name: 'customer-case-about',
    go: async (page) => {
      await page
        .getByRole('link', { name: /^Report a problem:/ })
        .first()
        .click()
      await button(page, 'Send').click()
      await expect(page.getByText('This field is mandatory').first()).toBeVisible()
    },
  },
  { name: 'customer-case-new', go: at('/cases/new/close_account', (page) => button(page, 'Send')) },
  {
    name: 'customer-profile',
    go: async (page) => {
      await at('/profile', (found) => found.getByRole('region', { name: 'Where you’re signed in' }))(page)
      await expect(button(page, 'Copy address')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Your other devices' })).toBeVisible()
    },
  },
  {
    name: 'customer-calendar-end',
    go: async (page) => {
      await button(page, 'Remove').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'customer-no-pickups',
    go: at('/no-pickups', (page) => page.getByRole('button', { name: /^Undo: / }).first()),
  },
]

const forFingers = (one: Screen): Screen => ({ ...one, fingers: true })

/**
 * Records a few stops in several ways, and sends none of it: each phone has the same state, whatever the others did.
 */
async function workWithoutSignal({ page, context }: Device): Promise<void> {
  await context.route('**/v1/runs/*/done', (route) => route.abort('internetdisconnected'))
  const first = await readAtHand(page)
  await takePhotos(page, [photoFile()])
  await chooseBags(page, 2)
  await tap(page, first, 'Done')
  await tap(page, await readAtHand(page), 'Bag MT')
  await tapMore(page, await readAtHand(page), { outcome: 'Overweight', extraAmount: 12.5, note: 'Full of soil' })
}

for (const { title, size, tag } of [
  { title: 'small phone', size: SMALL, tag: SCREENS },
  { title: 'phone', size: USUAL, tag: PROOF },
  { title: 'desk', size: DESK, tag: SCREENS },
]) {
  test(`Every screen passes the layout and accessibility checks on a ${title}`, { tag }, async () => {
    test.setTimeout(360_000)
    await withDevice(demo.origin, { size }, async (device) => {
      const { page } = device
      const problems = await lookAt(page, PUBLIC, { title })
      await signIn(page, demo.origin)
      await readyToLeave(page)
      await workWithoutSignal(device)
      problems.push(...(await lookAt(page, DRIVERS, { title })))
      expect(problems).toEqual([])
      expect(unexpected(device)).toEqual(NOTHING)
    })
    await withDevice(demo.origin, { size }, async (device) => {
      const { page } = device
      await signIn(page, demo.origin, ADMIN)
      const problems = await lookAt(page, OFFICE, { title })
      await button(page, 'Confirm').click()
      await fillLogin(page, CUSTOMER, DEMO_PASSWORD)
      await page.waitForURL((url) => url.pathname !== '/login')
      problems.push(...(await lookAt(page, CUSTOMERS.map(forFingers), { title })))
      expect(problems).toEqual([])
      expect(unexpected(device)).toEqual(NOTHING)
    })
  })
}

test('A customer’s pages use the width of a small desk, in lines that can be read', { tag: SCREENS }, async () => {
  await withDevice(demo.origin, { size: SMALL_DESK }, async (device) => {
    const { page } = device
    await signIn(page, demo.origin, CUSTOMER)
    const pages = CUSTOMERS.filter(({ name }) => /-(home|invoices|ledger|cases|profile|no-pickups)$/.test(name))
    expect(pages).toHaveLength(6)
    const problems: string[] = []
    for (const { name, go } of pages) {
      await go(page)
      await settled(page)
      problems.push(...(await deskProblems(page)).map((what) => `${name}: ${what}`))
    }
    expect(problems).toEqual([])
  })
})

test(
  'By keyboard alone a customer skips a week and undoes it, and the focus stays at that week',
  { tag: PROOF },
  async () => {
    await withDevice(demo.origin, { size: DESK }, async (device) => {
      const { page } = device
      await signIn(page, demo.origin, CUSTOMER)
      const focus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
      const skip = page.getByRole('button', { name: /^Skip: week of / }).nth(1)
      const name = (await skip.getAttribute('aria-label'))!
      await expect.poll(async () => (await page.keyboard.press('Tab'), focus())).toBe(name)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect.poll(focus).toBe(name)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(focus).toBe(name.replace('Skip', 'Undo'))
      await page.keyboard.press('Enter')
      await expect(page.getByText('We’ll collect in this week after all')).toBeVisible()
      await expect.poll(focus).toBe(name)
      expect(unexpected(device)).toEqual(NOTHING)
    })
  },
)

test('With text twice as large nothing is cut off or scrolls sideways on a small phone', { tag: PROOF }, async () => {
  await withDevice(demo.origin, { size: SMALL, bigText: true }, async (device) => {
    const { page } = device
    const problems: string[] = []
    const look = async (screens: readonly Screen[]) => {
      for (const { name, go } of screens) {
        await go(page)
        await settled(page)
        problems.push(...(await widthProblems(page)).map((what) => `${name}: ${what}`))
        await takePicture(page, `${name} large text`)
      }
    }
    await look(PUBLIC)
    await signIn(page, demo.origin)
    await readyToLeave(page)
    expect(
      await stopAtHand(page)
        .getByRole('button', { name: 'Done', exact: true })
        .evaluate((done) => parseFloat(getComputedStyle(done).fontSize)),
    ).toBeGreaterThanOrEqual(32)
    await workWithoutSignal(device)
    await look(DRIVERS)
    expect(problems).toEqual([])
  })
})

test('On a phone four times slower no tap is dropped', { tag: PROOF }, async () => {
  await withDevice(demo.origin, { size: USUAL }, async (device) => {
    const { page, context } = device
    await signIn(page, demo.origin)
    await readyToLeave(page)
    await context.route('**/v1/runs/*/done', (route) => route.abort('internetdisconnected'))
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const box = await stopAtHand(page).getByRole('button', { name: 'Bag MT', exact: true }).boundingBox()
    expect(box).not.toBeNull()
    const told = () => page.locator('[role=progressbar]').getAttribute('aria-valuenow').then(Number)
    const before = await told()
    const taps = 8
    for (let done = 0; done < taps; done += 1) {
      // The tap does not wait for an idle page, only for the second after the last tap in which no tap counts
      // (docs/decisions/phone.md).
      const stop = await readAtHand(page)
      const doneButton = stopAtHand(page).getByRole('button', { name: 'Done', exact: true })
      await expect(doneButton).not.toHaveAttribute('aria-disabled', 'true')
      const where = (await doneButton.boundingBox())!
      await page.touchscreen.tap(where.x + where.width / 2, where.y + where.height / 2)
      await expect(page.locator(`section[data-stop="${stop.assignmentID}"]`)).toHaveCount(0)
    }
    await expect.poll(told).toBe(before + taps)
  })
})
