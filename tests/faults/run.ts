import { chromium, type Page } from '@playwright/test'
import { ADMIN, DRIVER, makeFixture } from '../fixtures/business-on-disk.ts'
import { signInTo } from '../support/browser/office.ts'
import { newProfile } from '../support/browser/device.ts'
import { readDevice } from '../support/browser/device-store.ts'
import { seeded } from '#domain/seeded.ts'
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts'
import { DriverInBrowser } from './driver.ts'
import { Journal } from './journal.ts'
import { judge, type Verdict } from './compare-records.ts'
import { FAULT_KINDS, type FaultKind } from './fault-kinds.ts'
import { numberedPhoto } from './numbered-photos.ts'
import { plansOf } from './stop-plans.ts'
import { Server } from './server.ts'
import { killScheduleOf } from './kill-schedule.ts'
import { EMPTY_WITHIN, type Emptied, untilEmpty } from './wait-until-sent.ts'

export interface RunOptions {
  seed: number
  /** Stops to finish, and photos to take, until each is shown as saved. */
  outcomes: number
  photos: number
  /** How often each kind of fault must have been applied. */
  each: number
}

export interface Report extends RunOptions, Emptied {
  taps: number
  photosTaken: number
  /** Actions interrupted by a kill before they reached the phone's disk; they were repeated. */
  neverKept: { taps: number; photos: number }
  kills: { device: number; server: number }
  signIns: number
  met: ReadonlyMap<FaultKind, number>
  counted: FaultyProxy['counted']
  seconds: number
  verdict: Verdict
  /** Problems that no fault explains; there must be none. */
  problems: string[]
}

/** Additional stops: used only until every kind of fault has occurred often enough. */
const SPARE = 40

/**
 * Runs one day of a driver with all faults, then without faults, and then compares the server's data with the driver's
 * log.
 * @param onProgress called now and then with the progress of the day
 */
export async function runFaults(
  options: RunOptions,
  onProgress: (words: string) => void = () => undefined,
): Promise<Report> {
  const began = Date.now()
  const dice = seeded(options.seed)
  const closing: (() => Promise<void> | void)[] = []
  try {
    const fixture = await makeFixture({ stops: options.outcomes + SPARE })
    closing.push(() => fixture.remove())
    const { product, close } = await fixture.open()
    closing.push(close)
    const darkroom = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking'],
    })
    closing.push(() => darkroom.close())
    const profile = newProfile()
    closing.push(() => profile.remove())
    const proxy = await openFaultyProxy(product.origin, dice)
    closing.push(() => proxy.close())
    const journal = new Journal()
    const driver = new DriverInBrowser({ origin: proxy.origin, profile: profile.folder, account: DRIVER, journal })
    closing.push(() => driver.kill())
    const server = new Server(product)
    const drawing = await darkroom.newPage()

    await theDay({ options, dice, proxy, driver, server, journal, drawing, onProgress })
    await server.standsAgain()
    await proxy.heal()
    const emptied = await untilEmpty(driver, fixture.driverID)
    const device = await readDevice(driver.page, fixture.driverID)
    await driver.close()
    const office = await signInTo(product.origin, ADMIN.email, ADMIN.password)
    const verdict = await judge({
      journal,
      device,
      office,
      runOrderID: fixture.runOrderID,
      driverID: fixture.driverID,
      looking: drawing,
    })
    const problems = [
      ...driver.heard.flatMap(({ errors, foreign }) => [
        ...errors,
        ...foreign.filter((url) => !url.startsWith(proxy.portalOrigin)).map((url) => `the page asked ${url}`),
      ]),
      ...(proxy.counted.portalVisits > 0
        ? [`a redirect to a stranger was followed ${proxy.counted.portalVisits} times`]
        : []),
      ...proxy.counted.broken.map((failure) => `the server failed: ${failure}`),
      ...FAULT_KINDS.filter((kind) => (proxy.met.get(kind) ?? 0) < options.each).map(
        (kind) => `"${kind}" happened ${proxy.met.get(kind) ?? 0} times, not ${options.each}`,
      ),
      ...emptied.askedFor,
      ...(emptied.emptyAfter === null ? [`the outbox was not empty ${EMPTY_WITHIN} s after all was well again`] : []),
    ]
    const { neverKept } = journal
    return {
      ...options,
      ...emptied,
      taps: journal.taps.length,
      photosTaken: journal.photos.length,
      neverKept,
      kills: { device: driver.kills, server: server.kills },
      signIns: driver.signIns,
      met: proxy.met,
      counted: proxy.counted,
      verdict,
      problems,
      seconds: Math.round((Date.now() - began) / 1000),
    }
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

interface Day {
  options: RunOptions
  dice: () => number
  proxy: FaultyProxy
  driver: DriverInBrowser
  server: Server
  journal: Journal
  drawing: Page
  onProgress: (words: string) => void
}

async function theDay(day: Day): Promise<void> {
  const { options, dice, proxy, driver, server, journal, drawing, onProgress } = day
  const plans = plansOf(options.outcomes, options.photos, dice)
  const killsAt = killScheduleOf(options.outcomes, dice)
  const soon = (most: number) => new Promise<void>((resolve) => setTimeout(resolve, dice() * most))
  let pictures = 0

  await driver.wake()
  await driver.readyToLeave()
  proxy.onHang = () => void soon(1_500).then(() => driver.kill())
  for (
    let at = 0;
    at < options.outcomes || (at < options.outcomes + SPARE && leastMet(proxy) < options.each);
    at += 1
  ) {
    const plan = plans[at] ?? { photos: 1, said: { type: 'bag-mt' }, instead: null }
    keepUp(proxy, options, at)
    arm(at)
    if (at % 10 === 0)
      onProgress(
        `stop ${at + 1}: ${[...proxy.met.values()].reduce((sum, count) => sum + count, 0)} faults, ${driver.kills} browsers and ${server.kills} servers killed`,
      )
    // The additional stops only generate requests.
    if (at >= options.outcomes) await somethingSent()
    let stop: string | null = null
    while (stop === null || !journal.isTold(stop)) {
      await driver.attempt(async () => {
        if (!proxy.signedOut()) await driver.signInAgainIfAsked()
        stop ??= await driver.nextStop()
        while (journal.photosAt(stop).length < plan.photos) {
          pictures += 1
          const dies = killsAt.device.midPhoto.delete(at)
          await driver.photograph(
            pictures,
            await numberedPhoto(drawing, pictures),
            () => dies && void soon(400).then(() => driver.kill()),
          )
        }
        if (journal.isTold(stop)) return
        const isSecond = journal.tapsAt(stop).length > 0 && plan.instead !== null
        const dies = killsAt.device.midTap.delete(at)
        const inTunnel = dice() < 0.2
        if (inTunnel) await driver.signal(false)
        await driver.tap(isSecond ? plan.instead! : plan.said, () => dies && void soon(40).then(() => driver.kill()))
        if (inTunnel) await driver.signal(true)
        if (plan.instead !== null && !isSecond) await driver.undo(stop)
      })
    }
  }

  async function somethingSent(): Promise<void> {
    const { sends } = proxy.counted
    for (const until = Date.now() + 3_000; proxy.counted.sends === sends && Date.now() < until;) await soon(100)
  }

  function arm(at: number): void {
    if (killsAt.device.anywhere.delete(at)) void soon(2_000).then(() => driver.kill())
    if (killsAt.server.anywhere.delete(at)) void soon(2_000).then(() => server.die())
    if (killsAt.server.midCommit.delete(at)) {
      proxy.onHandedOver = (sort) => {
        if (sort !== 'done') return
        proxy.onHandedOver = () => undefined
        void soon(30).then(() => server.die())
      }
    }
    if (killsAt.device.midUpload.delete(at))
      proxy.onHalfUpload = (go) =>
        void soon(300)
          .then(() => driver.kill())
          .then(go)
    else if (killsAt.server.midUpload.delete(at))
      proxy.onHalfUpload = (go) =>
        void soon(300)
          .then(() => server.die())
          .then(go)
  }
}

/** Sets the share of faults: enough for every kind to occur, and no more than lets the day go on. */
function keepUp(proxy: FaultyProxy, { outcomes, each }: RunOptions, at: number): void {
  const due = ((at + 1) / outcomes) * each * FAULT_KINDS.length * 1.2
  const had = [...proxy.met.values()].reduce((sum, count) => sum + count, 0)
  proxy.share = had < due ? 0.65 : 0.3
}

const leastMet = ({ met }: FaultyProxy) => Math.min(...FAULT_KINDS.map((kind) => met.get(kind) ?? 0))
