import { expect, type Page } from '@playwright/test'
import { isOutcomeEvent } from '#domain/events.ts'
import { ADMIN, DRIVER, makeFixture } from '../fixtures/business-on-disk.ts'
import { type Device, newProfile, openDevice } from '../support/browser/device.ts'
import { hasJournal } from '../support/browser/device-store.ts'
import { fillLogin, readAtHand, readyToLeave, signIn, stopAtHand } from '../support/browser/driver.ts'
import { signInTo } from '../support/browser/office.ts'

/** What the browser or the system does to an open app between two taps. */
interface PhoneFault {
  /** Before the app is loaded: what this browser lacks. */
  lacks?: () => void
  /** Between the taps, offline. */
  strike?: (phone: { device: Device; page: Page; origin: string }) => Promise<void>
  /** While the records are sent. */
  sending?: (phone: { page: Page }) => Promise<void>
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
  'the files cleared': { strike: cleared('file_systems') },
  'the caches cleared': { strike: cleared('cache_storage') },
  'database, files, caches and localStorage cleared': {
    strike: cleared('indexeddb', 'file_systems', 'cache_storage', 'local_storage'),
  },
  'everything cleared, cookies too': { strike: cleared('all', 'cookies') },
  'the clock set back 400 days': { strike: clockMoved(-400) },
  'the clock set 30 days ahead': { strike: clockMoved(30) },
  'the page frozen while sending': {
    sending: async ({ page }) => {
      const session = await page.context().newCDPSession(page)
      await session.send('Page.setWebLifecycleState', { state: 'frozen' })
      await new Promise((resolve) => setTimeout(resolve, FROZEN_MS))
      await session.send('Page.setWebLifecycleState', { state: 'active' })
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
  'no files': { lacks: () => Object.assign(StorageManager.prototype, { getDirectory: undefined }) },
  'no Web Locks': { lacks: () => Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }) },
} satisfies Record<string, PhoneFault>

export interface PhoneFaultRun {
  /** The stops whose outcome the screen showed as saved. */
  told: string[]
  /** Those that the office never got, or got twice. */
  lost: string[]
  doubled: string[]
  /** The chip's words at the end. */
  chip: string
}

const TAPS = 3
const AT_OFFICE_WITHIN_MS = 90_000

/** A driver taps offline, the fault strikes, the driver taps again, and signal returns; where asked, they sign in. */
export async function runPhoneFault(fault: PhoneFault): Promise<PhoneFaultRun> {
  const fixture = await makeFixture({ stops: 2 * TAPS + 1 })
  const { product, close } = await fixture.open()
  const profile = newProfile()
  const device = await openDevice({ origin: product.origin, profile: profile.folder })
  const { page, context } = device
  try {
    await page.clock.install()
    if (fault.lacks) await context.addInitScript(fault.lacks)
    await signIn(page, product.origin, DRIVER.email, DRIVER.password)
    await readyToLeave(page)
    if (!fault.lacks) await expect.poll(() => hasJournal(page), { timeout: 30_000 }).toBe(true)
    await context.setOffline(true)
    const told = await tapDone(page, TAPS)
    await fault.strike?.({ device, page, origin: product.origin })
    told.push(...(await tapDone(page, TAPS)))
    await context.setOffline(false)
    await fault.sending?.({ page })
    const office = await signInTo(product.origin, ADMIN.email, ADMIN.password)
    const counts = async () => {
      const { jobs } = await office.run(fixture.runOrderID)
      return told.map(
        (stop) => jobs.find(({ assignmentID }) => assignmentID === stop)?.events.filter(isOutcomeEvent).length ?? 0,
      )
    }
    const until = Date.now() + AT_OFFICE_WITHIN_MS
    while (Date.now() < until && (await counts()).includes(0)) {
      await signInIfAsked(page)
      await page.clock.runFor(1_000)
    }
    const found = await counts()
    return {
      told,
      lost: told.filter((_, at) => found[at] === 0),
      doubled: told.filter((_, at) => found[at]! > 1),
      chip: (await page.locator('a[href="/pickups/unsent"]').first().textContent({ timeout: 10_000 })) ?? '',
    }
  } finally {
    await device.kill().catch(() => undefined)
    await close()
    fixture.remove()
    profile.remove()
  }
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
