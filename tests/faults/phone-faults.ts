import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Exception } from '#contract/v1/exceptions.ts'
import type { StopEvent } from '#contract/v1/stops.ts'
import { isOutcomeEvent } from '#domain/events.ts'
import { ADMIN, DRIVER, type Fixture, makeFixture, type OpenFixture } from '../fixtures/business-on-disk.ts'
import { type Device, newProfile, openDevice } from '../support/browser/device.ts'
import { hasJournal } from '../support/browser/device-store.ts'
import { chooseBags, fillLogin, readAtHand, readyToLeave, signIn, stopAtHand, tap } from '../support/browser/driver.ts'
import { type Caller, signInTo } from '../support/browser/office.ts'
import { inTime } from '../support/in-time.ts'
import type { Product } from '../support/browser/product.ts'

/** What the browser, the system or the office's server does to an open app between two taps. */
interface PhoneFault {
  /** Before the app is loaded: what this browser lacks. */
  lacks?: () => void
  /** Before the first tap. */
  prepare?: (office: { product: Product }) => Promise<void>
  /** Between the taps, offline. */
  strike?: (phone: { device: Device; page: Page; origin: string }) => Promise<void>
  /** The journal's file must be gone after `strike`. */
  endsJournal?: boolean
  /** In place of the mere return of the signal. */
  sending?: (phone: { page: Page; goOnline: () => Promise<void> }) => Promise<void>
  /** Once the office has the records, which the phone then has to send again. */
  sent?: (office: { product: Product }) => Promise<void>
}

type StorageKind = 'indexeddb' | 'cache_storage' | 'file_systems' | 'local_storage' | 'cookies' | 'all'

/** Clears what the origin stores, under the open page, as the browser's settings do. */
const cleared =
  (...kinds: StorageKind[]): NonNullable<PhoneFault['strike']> =>
  async ({ page, origin }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: kinds.join(',') })
    await session.detach()
  }

const DAY_MS = 24 * 3_600_000
const clockMoved =
  (days: number): NonNullable<PhoneFault['strike']> =>
  ({ page }) =>
    page.clock.setSystemTime(new Date(Date.now() + days * DAY_MS))

const FROZEN_MS = 2_000

export const PHONE_FAULTS = {
  'the database cleared': { strike: cleared('indexeddb') },
  'the files cleared': { strike: cleared('file_systems'), endsJournal: true },
  'the caches cleared': { strike: cleared('cache_storage') },
  'database, files, caches and localStorage cleared': {
    strike: cleared('indexeddb', 'file_systems', 'cache_storage', 'local_storage'),
    endsJournal: true,
  },
  'everything cleared, cookies too': { strike: cleared('all', 'cookies'), endsJournal: true },
  'the clock set back 400 days': { strike: clockMoved(-400) },
  'the clock set 30 days ahead': { strike: clockMoved(30) },
  'the page frozen while sending': {
    sending: async ({ page, goOnline }) => {
      const context = page.context()
      let letGo: () => void = () => undefined
      const held = new Promise<void>((resolve) => (letGo = resolve))
      const asked = new Promise<void>((resolve) => {
        void context.route('**/v1/runs/*/done', async (route) => {
          resolve()
          await held
          await route.continue()
        })
      })
      await goOnline()
      await inTime(asked, AT_OFFICE_WITHIN_MS, 'Nothing was sent')
      // The records are on the way: the page is frozen before they arrive, and the answer comes meanwhile.
      const session = await context.newCDPSession(page)
      await session.send('Page.setWebLifecycleState', { state: 'frozen' })
      letGo()
      await new Promise((resolve) => setTimeout(resolve, FROZEN_MS))
      await session.send('Page.setWebLifecycleState', { state: 'active' })
      await context.unroute('**/v1/runs/*/done')
    },
  },
  'no localStorage': {
    lacks: () => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      Object.defineProperty(window, 'localStorage', { get: refuse })
    },
  },
  'no files': { lacks: () => void Reflect.deleteProperty(StorageManager.prototype, 'getDirectory') },
  'no Web Locks': { lacks: () => void Reflect.deleteProperty(Navigator.prototype, 'locks') },
  'the server restored from an older backup': {
    prepare: ({ product }) => product.command('backup'),
    sent: async ({ product }) => {
      await product.stop()
      const [backup] = readdirSync(path.join(product.dataDir, 'backups'))
      await product.command('restore', backup!, '--force')
      await product.start()
    },
  },
} satisfies Record<string, PhoneFault>

export interface PhoneFaultRun {
  /** The stops whose outcome the screen showed as saved. */
  told: string[]
  /** Those that the office never got, or got twice. */
  lost: string[]
  doubled: string[]
  /** How many of them the office still had after `sent`. */
  keptThrough: number
  /** The chip's words at the end. */
  chip: string
}

const TAPS = 3
const AT_OFFICE_WITHIN_MS = 90_000

/** A driver taps offline, the fault strikes, the driver taps again, and signal returns; where asked, they sign in. */
export async function runPhoneFault(fault: PhoneFault): Promise<PhoneFaultRun> {
  return withPhones(1, async (fixture, product, [device]) => {
    const { page, context } = device!
    await page.clock.install()
    if (fault.lacks) await context.addInitScript(fault.lacks)
    await leave(device!, product)
    if (!fault.lacks) await expect.poll(() => hasJournal(page), { timeout: 30_000 }).toBe(true)
    await fault.prepare?.({ product })
    await context.setOffline(true)
    const told = await tapDone(page, TAPS)
    await fault.strike?.({ device: device!, page, origin: product.origin })
    if (fault.endsJournal) expect(await hasJournal(page), 'the journal’s file is still there').toBe(false)
    told.push(...(await tapDone(page, TAPS)))
    const goOnline = () => context.setOffline(false)
    await (fault.sending?.({ page, goOnline }) ?? goOnline())
    const counts = async (office: Caller) => {
      const atOffice = await outcomesAt(office, fixture.runOrderID)
      return told.map((stop) => atOffice.get(stop)?.length ?? 0)
    }
    const sentAll = async (office: Caller) => {
      const until = Date.now() + AT_OFFICE_WITHIN_MS
      while (Date.now() < until && (await counts(office)).includes(0)) {
        await signInIfAsked(page)
        await page.clock.runFor(1_000)
      }
    }
    let office = await signInTo(product.origin, ADMIN.email, ADMIN.password)
    await sentAll(office)
    let keptThrough = told.length
    if (fault.sent) {
      await context.setOffline(true)
      await fault.sent({ product })
      office = await signInTo(product.origin, ADMIN.email, ADMIN.password)
      keptThrough = (await counts(office)).filter((count) => count > 0).length
      await context.setOffline(false)
      await page.reload()
      await sentAll(office)
    }
    const found = await counts(office)
    return {
      told,
      lost: told.filter((_, at) => found[at] === 0),
      doubled: told.filter((_, at) => found[at]! > 1),
      keptThrough,
      chip: (await page.locator('a[href="/pickups/unsent"]').first().textContent({ timeout: 10_000 })) ?? '',
    }
  })
}

export interface TwoPhonesRun {
  /** The outcomes that the office has at the stop, as each phone recorded it: how many bags. */
  bags: unknown[]
  /** The bags of the records that the office has to decide on, each with those of the records it contradicts. */
  undecided: { bags: unknown; against: unknown[] }[]
}

/** One driver's two phones are offline at one stop, each records another number of bags, and both send. */
export async function runTwoPhones(): Promise<TwoPhonesRun> {
  return withPhones(2, async (fixture, product, phones) => {
    for (const phone of phones) await leave(phone, product)
    for (const { context } of phones) await context.setOffline(true)
    const { assignmentID } = await readAtHand(phones[0]!.page)
    for (const [at, { page }] of phones.entries()) {
      const stop = await readAtHand(page)
      expect(stop.assignmentID).toBe(assignmentID)
      await chooseBags(page, at + 2)
      await tap(page, stop, 'Done')
    }
    for (const { context } of phones) await context.setOffline(false)
    const office = await signInTo(product.origin, ADMIN.email, ADMIN.password)
    const outcomes = async () => (await outcomesAt(office, fixture.runOrderID)).get(assignmentID) ?? []
    await expect.poll(async () => (await outcomes()).length, { timeout: AT_OFFICE_WITHIN_MS }).toBe(phones.length)
    // What is sent a second time arrives before both phones say that everything is sent.
    for (const { page } of phones) await expect(page.getByText(/^All sent/).first()).toBeVisible({ timeout: 60_000 })
    const { items } = await office.get<{ items: Exception[] }>('/v1/runs/exceptions?status=open')
    return {
      bags: (await outcomes()).map(bagsOf),
      undecided: items.map((item) => ({ bags: bagsOf(item), against: item.against.map(bagsOf) })),
    }
  })
}

const bagsOf = ({ payload }: StopEvent): unknown => payload?.['pu']

/** Opens a business and so many phones of its driver, each with a profile of its own. */
async function withPhones<T>(
  count: number,
  work: (fixture: Fixture, product: Product, phones: readonly Device[]) => Promise<T>,
): Promise<T> {
  const fixture = await makeFixture({ stops: 2 * TAPS + 1 })
  let open: OpenFixture | null = null
  const profiles: ReturnType<typeof newProfile>[] = []
  const phones: Device[] = []
  try {
    open = await fixture.open()
    for (let phone = 0; phone < count; phone += 1) {
      const profile = newProfile()
      profiles.push(profile)
      phones.push(await openDevice({ origin: open.product.origin, profile: profile.folder }))
    }
    return await work(fixture, open.product, phones)
  } finally {
    for (const phone of phones) await phone.kill().catch(() => undefined)
    await open?.close()
    fixture.remove()
    for (const profile of profiles) profile.remove()
  }
}

async function leave({ page }: Device, { origin }: Product): Promise<void> {
  await signIn(page, origin, DRIVER.email, DRIVER.password)
  await readyToLeave(page)
}

/** The outcomes that the office has, by stop. */
async function outcomesAt(office: Caller, runOrderID: string): Promise<Map<string, StopEvent[]>> {
  const { jobs } = await office.run(runOrderID)
  return new Map(
    jobs.map(({ assignmentID, events }) => [assignmentID, events.filter((event): boolean => isOutcomeEvent(event))]),
  )
}

async function signInIfAsked(page: Page): Promise<void> {
  if (new URL(page.url()).pathname === '/login') await fillLogin(page, DRIVER.email, DRIVER.password)
}

/** Taps Done at the stops that come up. @returns those whose outcome was shown as saved */
async function tapDone(page: Page, count: number): Promise<string[]> {
  const told: string[] = []
  for (let tap = 0; tap < count; tap += 1) {
    const { assignmentID } = await readAtHand(page)
    await stopAtHand(page).getByRole('button', { name: 'Done', exact: true }).click({ timeout: 30_000 })
    const another = page.locator(`section[data-stop]:not([data-stop="${assignmentID}"])`)
    const notSaved = stopAtHand(page).getByText(/^Not saved/)
    await another.or(notSaved).first().waitFor({ timeout: 30_000 })
    if (!(await notSaved.isVisible())) told.push(assignmentID)
  }
  return told
}
