import { expect, test, type Page } from '@playwright/test'
import { lookAt, NOTHING, opens, type Screen, unexpected, withDevice } from '../support/browser/check-screen.ts'
import { DESK, SMALL, USUAL } from '../support/browser/device.ts'
import { ALL, SCREENS } from '../support/browser/extent.ts'
import { signIn } from '../support/browser/driver.ts'
import { ADMIN, type Caller, signInTo } from '../support/browser/office.ts'
import { openDemo } from '../support/browser/demo.ts'

interface Made {
  reminderID: string
  customers: number
  status: string
}

let demo: Awaited<ReturnType<typeof openDemo>>
const ids = { pending: '', completed: '' }
/** Skip links: one to press, one of a week that was skipped. */
const links = { open: '', skipped: '' }

test.beforeAll(async () => {
  demo = await openDemo()
  const office = await signInTo(demo.origin, ADMIN)
  const weeks = await weeksAhead(office)
  const completed = await firstMade(office, weeks)
  await office.send('PUT', `/v1/reminders/${completed}/send`)
  await expect.poll(async () => (await office.get<Made>(`/v1/reminders/${completed}`)).status).toBe('completed')
  ids.completed = completed
  ids.pending = await firstMade(office, weeks)
  const mails = await office.get<{ items: { text: string }[] }>('/v1/mails?keyword=collection')
  const found = mails.items.flatMap(({ text }) => /\/skip\/(\S+)/.exec(text)?.[1] ?? [])
  expect(found.length).toBeGreaterThan(1)
  links.open = found[0]!
  links.skipped = found[1]!
})
test.afterAll(() => demo.close())

const MANY = 10

interface Week {
  yearNumber: number
  monthNumber: number
  weekNumber: number
  from: string
}

async function weeksAhead(office: Caller): Promise<Week[]> {
  const today = new Date().toISOString().slice(0, 10)
  const year = new Date().getFullYear()
  const found: Week[] = []
  for (const yearNumber of [year, year + 1]) {
    const { items } = await office.get<{ items: Week[] }>(
      `/v1/settings/calendars?yearNumber=${yearNumber}&sort=from&perPage=100`,
    )
    found.push(...items.filter(({ from }) => from > today))
  }
  return found
}

/** A reminder of the first of these weeks in which so many are due that it has something to show. */
async function firstMade(office: Caller, weeks: readonly Week[]): Promise<string> {
  for (const { yearNumber, monthNumber, weekNumber } of weeks.slice(0, 8)) {
    const week = { yearNumber, monthNumber, weekNumber }
    try {
      const { reminderID, customers } = await office.send<Made>('POST', '/v1/reminders', week)
      if (customers >= MANY) return reminderID
      await office.send('DELETE', `/v1/reminders/${reminderID}`)
    } catch (error) {
      if (!String(error).includes('cannot_generate_reminder')) throw error
    }
  }
  throw new Error('Too few are due in the demo’s next weeks.')
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()
const at = (address: () => string, shows: (page: Page) => ReturnType<ReturnType<typeof heading>>) => (page: Page) =>
  opens(() => demo.origin, address(), shows)(page)

const OFFICE: readonly Screen[] = [
  {
    name: 'reminders',
    go: at(
      () => '/reminders',
      (page) => page.getByRole('link', { name: /^Week \d/ }).first(),
    ),
  },
  { name: 'reminders-new', go: at(() => '/reminders/new', heading('Not going to these customers')) },
  { name: 'reminder', go: at(() => `/reminders/${ids.pending}`, heading('Not going to these customers')) },
  {
    name: 'reminder-completed',
    go: at(
      () => `/reminders/${ids.completed}`,
      (page) => page.getByRole('list').getByText('No mail server').first(),
    ),
  },
]

const CUSTOMER: readonly Screen[] = [
  {
    name: 'skip',
    go: at(
      () => `/skip/${links.open}`,
      (page) => page.getByRole('button', { name: 'No pickup this time' }),
    ),
  },
  {
    name: 'skipped',
    go: async (page) => {
      await page.goto(`${demo.origin}/skip/${links.skipped}`)
      const button = page.getByRole('button', { name: 'No pickup this time' })
      await expect(button.or(page.getByText('already'))).toBeVisible()
      if (await button.isVisible()) await button.click()
      await expect(page.getByRole('heading', { name: 'No pickup this time', exact: true })).toBeVisible()
    },
  },
  { name: 'skip-invalid', go: at(() => '/skip/not-a-link', heading('This link doesn’t work')) },
]

for (const [title, size] of [
  ['desk', DESK],
  ['small phone', SMALL],
] as const)
  test(`The office’s screens of reminders pass the checks at the size of a ${title}`, { tag: SCREENS }, async () => {
    await withDevice(demo.origin, { size }, async (device) => {
      await signIn(device.page, demo.origin, ADMIN)
      expect(await lookAt(device.page, OFFICE, { title })).toEqual([])
      expect(unexpected(device)).toEqual(NOTHING)
    })
  })

test(
  'The page behind the skip link passes the checks on a phone; opening it skips nothing',
  { tag: SCREENS },
  async () => {
    const skipped = async () => {
      const office = await signInTo(demo.origin, ADMIN)
      return (await office.get<{ total: number }>('/v1/runs/no-pickups?perPage=1')).total
    }
    const before = await skipped()
    await withDevice(demo.origin, { size: SMALL }, async (device) => {
      expect(
        await lookAt(device.page, CUSTOMER, {
          title: 'small phone',
          alsoAt: ALL ? [{ title: 'phone', size: USUAL }] : [],
        }),
      ).toEqual([])
    })
    expect(await skipped()).toBe(before + 1)
  },
)
