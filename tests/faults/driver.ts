import type { Page } from '@playwright/test'
import { chooseBags, fillLogin, stopAtHand } from '../support/browser/driver.ts'
import { type Heard, openDevice, type Device } from '../support/browser/device.ts'
import type { PickedFile } from '../support/browser/photos.ts'
import type { Journal, Said } from './journal.ts'

/** Where the driver is, by what the screen shows. */
export type Seen = { kind: 'stop'; assignmentID: string; photos: number } | { kind: 'all-done' } | { kind: 'login' }

/** ms: long enough for a busy machine. */
const PATIENCE = 60_000

/** ms: an element that is on the screen is clickable within this time, or has been removed. */
const CLICK_MS = 15_000

const OUTCOME_WORDS = {
  NOT_OUT: 'Not out',
  NO_ACCESS: 'No access',
  OVERWEIGHT: 'Overweight',
  CONTAMINATED: 'Contaminated',
  UNSAFE: 'Unsafe',
  OTHER: 'Other',
  CUSTOMER_CANCELLED: 'Customer cancelled',
} as const

/** The phone was killed during an action. */
export class DeviceDied extends Error {}

interface DriverSettings {
  origin: string
  profile: string
  account: { email: string; password: string }
  journal: Journal
}

/** A simulated driver: taps the phone's buttons, takes photos, and opens the phone again after each kill. */
export class DriverInBrowser {
  readonly #settings: DriverSettings
  #phone: Device | null = null
  #dying: Promise<void> | null = null
  /** The login page has appeared since the last attempt began. */
  #thrownOut = false
  kills = 0
  signIns = 0
  /** Of every phone that was opened. */
  readonly heard: Heard[] = []

  constructor(settings: DriverSettings) {
    this.#settings = settings
  }

  get page(): Page {
    if (this.#phone === null) throw new DeviceDied()
    return this.#phone.page
  }

  /** Kills the browser without a warning, whatever is under way. */
  kill(): Promise<void> {
    const device = this.#phone
    if (device === null) return this.#dying ?? Promise.resolve()
    this.#phone = null
    this.kills += 1
    this.#dying = device.kill()
    return this.#dying
  }

  /**
   * Does the work, or returns with an open phone that shows the current stop. @returns false: the phone was killed
   * during the work
   */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    this.#thrownOut = false
    try {
      await work()
      return true
    } catch (error) {
      // The expected element disappeared with the session; any other missing element is a defect.
      if (this.#phone !== null && !this.#thrownOut)
        throw new Error(`The screen did not go on. It shows: ${await this.#words()}`, { cause: error })
      await this.#phone?.context.setOffline(false)
      await this.wake()
      return false
    }
  }

  /** Opens the phone, signed in, at the current stop, and reads there which of the interrupted actions were saved. */
  async wake(): Promise<void> {
    for (;;) {
      try {
        const seen = await this.#arrive()
        this.#settings.journal.settle(
          seen.kind === 'stop'
            ? { atHand: seen.assignmentID, photosAtHand: seen.photos }
            : { atHand: null, photosAtHand: 0 },
        )
        return
      } catch (error) {
        if (this.#phone !== null) throw error
      }
    }
  }

  async #words(): Promise<string> {
    const text = await this.#phone?.page.evaluate(() => document.body.innerText).catch(() => '')
    return text?.replaceAll(/\s+/g, ' ').slice(0, 600) ?? ''
  }

  async #arrive(): Promise<Exclude<Seen, { kind: 'login' }>> {
    const { origin, profile, account } = this.#settings
    if (this.#phone === null) {
      await this.#dying
      const device = await openDevice({ origin, profile })
      device.context.setDefaultTimeout(PATIENCE)
      this.heard.push(device.heard)
      device.page.on('framenavigated', (frame) => {
        if (new URL(frame.url()).pathname === '/login') this.#thrownOut = true
      })
      this.#phone = device
      const heardOfHimself = profileAsked(device.page)
      await device.page.goto(`${origin}/pickups`)
      await heardOfHimself
    }
    for (;;) {
      const seen = await this.seen()
      if (seen.kind !== 'login') return seen
      this.signIns += 1
      await fillLogin(this.page, account.email, account.password)
      // While the server is down the screen reports it, and the driver tries again.
      await this.page
        .waitForFunction(() => location.pathname !== '/login', undefined, { timeout: 4_000 })
        .catch((error: unknown) => {
          if (this.#phone === null) throw error
        })
    }
  }

  /** @param besides a stop to wait past: another one must be shown */
  async seen(besides: string | null = null): Promise<Seen> {
    const found = await this.page.waitForFunction((besides): Seen | null => {
      const card = document.querySelector<HTMLElement>('section[data-stop]')
      const photos = /Photo (\d)\/5/.exec(card?.textContent ?? '')?.[1]
      const assignmentID = card?.dataset['stop']
      if (assignmentID !== undefined && photos !== undefined)
        return assignmentID === besides ? null : { kind: 'stop', assignmentID, photos: Number(photos) }
      const heading = [...document.querySelectorAll('h1, h2')].map((one) => one.textContent)
      if (heading.some((text) => /^All \d+ done$/.test(text))) return { kind: 'all-done' }
      return location.pathname === '/login' && heading.includes('Welcome back!') ? { kind: 'login' } : null
    }, besides)
    return (await found.jsonValue())!
  }

  /**
   * One tap, with its other input; returns when the screen shows that it is saved. @param touched called at the moment
   * of the tap
   */
  async tap(said: Exclude<Said, { type: 'undo' }>, touched: () => void): Promise<void> {
    const { journal } = this.#settings
    const { assignmentID } = await this.#stopAtHand()
    const card = stopAtHand(this.page)
    let button = card.getByRole('button', { name: 'Done', exact: true })
    if (said.type === 'done' && said.pu > 1) await chooseBags(this.page, said.pu)
    if (said.type === 'bag-mt') button = card.getByRole('button', { name: 'Bag MT', exact: true })
    if (said.type === 'not-collected') {
      await card.getByRole('button', { name: 'More', exact: true }).click()
      const sheet = this.page.getByRole('dialog')
      if (said.extraAmount !== undefined) await sheet.getByLabel('Extra amount (AUD)').fill(String(said.extraAmount))
      if (said.notes !== undefined) await sheet.getByLabel('Note to the office').fill(said.notes)
      button = sheet.getByRole('button', { name: OUTCOME_WORDS[said.outcome], exact: true })
      if (said.extraAmount !== undefined) {
        // Nothing was collected, so the app asks whether the extra is meant.
        await button.click()
        button = this.page.getByRole('button', { name: 'With the extra', exact: true })
      }
    }
    const entry = { assignmentID, what: said, fate: 'open' as 'open' | 'saved' }
    journal.taps.push(entry)
    await Promise.all([button.click(), touched()])
    const after = await this.seen(assignmentID)
    if (after.kind === 'login') return this.wake()
    entry.fate = 'saved'
  }

  /** Undoes within the ten seconds in which Undo is offered. @returns whether there was still time */
  async undo(assignmentID: string): Promise<boolean> {
    const undo = this.page.getByRole('button', { name: 'Undo', exact: true })
    if (!(await undo.isVisible())) return false
    const entry = { assignmentID, what: { type: 'undo' } as const, fate: 'open' as 'open' | 'saved' }
    this.#settings.journal.taps.push(entry)
    try {
      await undo.click({ timeout: 5_000 })
    } catch (error) {
      if (this.#phone === null) throw error
      // The button disappeared before the tap.
      this.#settings.journal.taps.splice(this.#settings.journal.taps.indexOf(entry), 1)
      return false
    }
    await this.page.waitForFunction(
      (id) => document.querySelector(`section[data-stop="${id}"]`) ?? location.pathname === '/login',
      assignmentID,
    )
    if ((await this.seen()).kind === 'login') await this.wake()
    else entry.fate = 'saved'
    return true
  }

  /**
   * Takes one photo of the current stop; returns when the screen counts it. @param touched called when the camera has
   * just handed it to the app
   */
  async photograph(number: number, file: PickedFile, touched: () => void): Promise<void> {
    const { assignmentID, photos: before } = await this.#stopAtHand()
    const chooser = this.page.waitForEvent('filechooser')
    chooser.catch(() => undefined)
    await stopAtHand(this.page)
      .getByRole('button', { name: `Photo ${before}/5`, exact: true })
      .click()
    const picker = await chooser
    const entry = { assignmentID, what: number, fate: 'open' as 'open' | 'saved' }
    this.#settings.journal.photos.push(entry)
    await picker.setFiles([file])
    touched()
    const label = `Photo ${before + 1}/5`
    await this.page.waitForFunction((words) => {
      const failed = [...document.querySelectorAll('[role=alert]')].some((one) =>
        one.textContent.startsWith('Not saved'),
      )
      return (
        failed ||
        location.pathname === '/login' ||
        [...document.querySelectorAll('section[data-stop] button')].some((one) => one.textContent === words)
      )
    }, label)
    const seen = await this.seen()
    if (seen.kind === 'login') return this.wake()
    if (seen.kind !== 'stop' || seen.photos !== before + 1)
      throw new Error(`A photo was not saved: ${(await this.page.getByRole('alert').allInnerTexts()).join(' ')}`)
    entry.fate = 'saved'
  }

  /** Signs in again, as the notice asks, when the server has ended the session. */
  async signInAgainIfAsked(): Promise<void> {
    const notice = this.page.getByRole('button', { name: 'Sign in to send', exact: true })
    if (!(await notice.isVisible())) return
    // The notice is removed when another answer of the server accepts the session after all.
    const clicked = await notice.click({ timeout: CLICK_MS }).then(
      () => true,
      async (error: unknown) => {
        if (await notice.isVisible()) throw error
        return false
      },
    )
    if (clicked) await this.wake()
  }

  /** Goes offline or online. */
  async signal(is: boolean): Promise<void> {
    await this.page.context().setOffline(!is)
  }

  /** Waits until the week is stored on the phone and the service worker serves the app. */
  async readyToLeave(): Promise<void> {
    await this.nextStop()
    await this.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  }

  async nextStop(): Promise<string> {
    return (await this.#stopAtHand()).assignmentID
  }

  async #stopAtHand(): Promise<Seen & { kind: 'stop' }> {
    const seen = await this.seen()
    if (seen.kind !== 'stop') throw new Error(`There is no stop on the screen: ${seen.kind}.`)
    return seen
  }

  /** Closes the app normally and opens it again. */
  async openAgain(): Promise<void> {
    await this.close()
    await this.wake()
  }

  /** On the page of unsent records, sends everything that needs attention again unchanged. @returns how many */
  async sendAgainWhatWasRefused(): Promise<number> {
    const chip = this.page.getByRole('link', { name: /^Needs attention/ })
    if (!(await chip.isVisible())) return 0
    await chip.click()
    const retry = this.page.getByRole('button', { name: 'Retry', exact: true })
    await retry.first().waitFor()
    const many = await retry.count()
    for (let left = many; left > 0; left -= 1) {
      await retry.first().click()
      await this.page.waitForFunction(
        (most) => [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Retry').length <= most,
        left - 1,
      )
    }
    await this.page.getByRole('link', { name: /Back to the stops/ }).click()
    await this.seen()
    return many
  }

  async close(): Promise<void> {
    const device = this.#phone
    this.#phone = null
    await device?.close()
  }
}

/**
 * Waits until the app's profile request is answered or has failed: an answer that the session has ended shows the login
 * page.
 */
async function profileAsked(page: Page): Promise<void> {
  const isProfile = (url: string) => url.endsWith('/v1/users/profile')
  await new Promise<void>((resolve) => {
    page.on('response', (response) => isProfile(response.url()) && resolve())
    page.on('requestfailed', (request) => isProfile(request.url()) && resolve())
    setTimeout(resolve, 2_000)
  })
}
