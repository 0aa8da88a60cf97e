import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { StopEvent } from '#contract/v1/stops.ts'
import { isOutcomeEvent } from '#domain/events.ts'
import { ADMIN, DRIVER, makeFixture } from '../fixtures/business-on-disk.ts'
import { hasJournal } from '../support/browser/device-store.ts'
import { fillLogin, readAtHand, readyToLeave, signIn, stopAtHand, takePhotos } from '../support/browser/driver.ts'
import { photoFile } from '../support/browser/photos.ts'
import { grantStorage, openDevice, type Device } from '../support/browser/device.ts'
import { signInTo, type Caller } from '../support/browser/office.ts'
import { inTime } from '../support/in-time.ts'
import { PHONE_FAULTS } from './phone-faults.ts'
import { mountDisk } from './small-disk.ts'

export interface FullDiskRun {
  megabytes: number
  /** Whether the browser granted persistent storage. Without it, it deletes what it wants, and the app must say so. */
  isGranted: boolean
  /** Whether the browser has the journal's file. Without it a full disk may cost what is not sent, and taps are refused. */
  hasJournal: boolean
  /** How the app ended while the disk was full. */
  ended: 'killed' | 'closed'
  /**
   * The page was loaded again while the disk was full, and taps followed at once. `no-stops`: Chromium could not open
   * the database, or deleted it; the stops come back with room or signal, the records from the journal.
   */
  reloaded: 'no' | 'stops' | 'no-stops'
  /** The driver exported the unsent work and logged out while the disk was full. `refused`: the screen said why not. */
  signedOut: 'no' | 'yes' | 'refused'
  /** The office was reached while the disk was full. */
  signal: boolean
  /** Taps on the full disk that the screen showed as saved, and as not saved. */
  saved: number
  refused: number
  /** Saved ones that the office never got, or got twice. */
  lost: string[]
  /** Those of `lost` that were tapped after one was refused: from then on nothing unproven may count as saved. */
  lostAfterRefusal: string[]
  doubled: string[]
  /** Saved ones that the office got while the disk was still full; only with a signal. */
  sentMeanwhile: number
  /** The photo taken before the disk was full: at the office, or named to the driver as lost, or neither. */
  photo: 'sent' | 'named' | 'missing'
  /** The chip's words at the end; where something is lost they must not be "All sent". */
  chip: string
}

export interface FullDiskOptions {
  trials: readonly FullDiskTrial[]
  onRun?: (run: FullDiskRun) => void
}

export interface FullDiskTrial extends Pick<
  FullDiskRun,
  'megabytes' | 'isGranted' | 'hasJournal' | 'ended' | 'signal'
> {
  reload: boolean
  signOut: boolean
}

/** Sizes of the disk that holds the browser's profile, MB. Below 90 the browser does not start. */
const SIZES = [90, 100, 110, 120, 160, 200, 250, 300, 350, 400]

/** Sizes at which a disk is filled in a browser without the journal's file too. */
const WITHOUT_JOURNAL = [90, 120, 200, 300]

/** Disks on which the driver both loads the page again and logs out while they are full. */
const RELOADED_AND_LEFT: readonly FullDiskTrial[] = [120, 300].flatMap((megabytes) =>
  [true, false].flatMap((isGranted) =>
    [true, false].map((hasJournal): FullDiskTrial => ({
      megabytes,
      isGranted,
      hasJournal,
      ended: isGranted ? 'killed' : 'closed',
      signal: false,
      reload: true,
      signOut: true,
    })),
  ),
)

/**
 * Every size, with persistent storage granted and without, each other way to end, with signal or not; then those with
 * reload and log-out.
 */
export function fullDiskTrials(most: number): FullDiskTrial[] {
  const sizes = SIZES.flatMap((megabytes) => [
    { megabytes, isGranted: true, hasJournal: true },
    { megabytes, isGranted: false, hasJournal: true },
    ...(WITHOUT_JOURNAL.includes(megabytes) ? [{ megabytes, isGranted: true, hasJournal: false }] : []),
  ])
  const plain = sizes.map((disk, at): FullDiskTrial => {
    const signal = at % 8 >= 4
    const ended = at % 4 < 2 ? 'killed' : 'closed'
    return { ...disk, ended, signal, reload: at % 3 === 2, signOut: at % 3 === 0 && !signal }
  })
  return [...plain, ...RELOADED_AND_LEFT].slice(0, most)
}

/** Whether everything that was shown as saved is at the office once, or the app says that it may not be. */
export function isHonest(run: FullDiskRun): boolean {
  const { isGranted, hasJournal, refused, lost, lostAfterRefusal, doubled, photo, chip } = run
  if (doubled.length > 0 || (isGranted && lostAfterRefusal.length > 0)) return false
  if (isGranted && hasJournal && (refused > 0 || lost.length > 0 || photo === 'missing')) return false
  const isAllThere = lost.length === 0 && photo === 'sent'
  return isAllThere || !chip.startsWith('All sent')
}

const BEFORE = 3
const ON_FULL_DISK = 6
const AFTER_RELOAD = 3
const SENT_WITHIN_MS = 60_000
const PHOTO_WITHIN_MS = 30_000
const STEP_WITHIN_MS = 150_000
const CLOSED_WITHIN_MS = 30_000
const UNFOLLOWED_AFTER_MS = 11_000

/**
 * A driver works on a disk that is filled to its last byte, the app is killed or closed, the disk gets room again, and
 * the app sends what it has. Null: no disk can be mounted here.
 */
export async function runFullDisks({ trials, onRun }: FullDiskOptions): Promise<FullDiskRun[] | null> {
  const probe = mountDisk(1)
  if (probe === null) return null
  probe.remove()
  const fixture = await makeFixture({ stops: trials.length * (BEFORE + ON_FULL_DISK + AFTER_RELOAD + 1) })
  const { product, close } = await fixture.open()
  try {
    const done: FullDiskRun[] = []
    for (const trial of trials) {
      const run = await onDisk({ ...trial, origin: product.origin, runOrderID: fixture.runOrderID })
      done.push(run)
      onRun?.(run)
    }
    return done
  } finally {
    await close()
    fixture.remove()
  }
}

interface Trial extends FullDiskTrial {
  origin: string
  runOrderID: string
}

/** Names the step that does not end: otherwise only the whole test's time limit would be reported. */
const within = <T>(step: string, work: Promise<T>): Promise<T> =>
  inTime(work, STEP_WITHIN_MS, `${step}: not within ${STEP_WITHIN_MS / 1000} s`)

async function onDisk(trial: Trial): Promise<FullDiskRun> {
  const disk = mountDisk(trial.megabytes)
  if (disk === null) throw new Error('No disk can be mounted any more.')
  const profile = mkdtempSync(path.join(disk.folder, 'profile-'))
  const open = async () => {
    const opened = await within('opening the browser', openDevice({ origin: trial.origin, profile }))
    if (!trial.hasJournal) await opened.context.addInitScript(PHONE_FAULTS['no files'].lacks)
    return opened
  }
  let device: Device | null = await open()
  try {
    const { page, context } = device
    // Its time runs as usual, and can be moved on.
    await page.clock.install()
    // As where the app is installed.
    if (trial.isGranted) await within('granting storage', grantStorage(device, trial.origin))
    await within('signing in', signIn(page, trial.origin, DRIVER.email, DRIVER.password))
    await within('fetching the week', readyToLeave(page))
    // It is opened after the first paint.
    if (trial.hasJournal) await expect.poll(() => hasJournal(page), { timeout: 30_000 }).toBe(true)
    await context.setOffline(true)
    const { assignmentID: photographed } = await readAtHand(page)
    await within('a photo', takePhotos(page, [photoFile()]))
    const saved = await within(
      'the first taps',
      tapDone(page, BEFORE, () => undefined),
    )
    const tapOnFull = (count: number) =>
      within(
        'taps on the full disk',
        tapDone(page, count, () => disk.fill()),
      )
    const onFull = await tapOnFull(ON_FULL_DISK / 2)
    disk.fill()
    await within('a look at what is unsent', lookAtUnsent(page))
    const more = await tapOnFull(ON_FULL_DISK / 2)
    add(onFull, more)
    if (trial.reload) {
      disk.fill()
      await page.reload()
    }
    const reloaded = trial.reload ? await untilStops(page) : 'no'
    if (reloaded === 'stops') {
      const after = await within(
        'taps after the reload',
        tapDone(page, AFTER_RELOAD, () => disk.fill()),
      )
      add(onFull, after)
    }
    const all = [...saved.told, ...onFull.told]
    let sentMeanwhile = 0
    if (trial.signal) {
      await context.setOffline(false)
      await within('sending on the full disk', untilAtOffice(page, trial, all))
      sentMeanwhile = (await outcomesAt(trial, all)).filter(({ length }) => length > 0).length
    }
    disk.fill()
    const signedOut = trial.signOut ? await within('a log-out', logOut(page)) : 'no'
    disk.fill()
    await within('ending the app', end(device, trial.ended))
    device = null
    disk.free()
    device = await open()
    await device.page.goto(`${trial.origin}/pickups`)
    await within('sending after the end', untilAtOffice(device.page, trial, all))
    const outcomes = await outcomesAt(trial, all)
    const photo = await photoOf(device.page, trial, photographed)
    const lost = all.filter((_, at) => outcomes[at]!.length === 0)
    const { megabytes, isGranted, hasJournal: isWithJournal, ended, signal } = trial
    return {
      megabytes,
      isGranted,
      hasJournal: isWithJournal,
      ended,
      signal,
      reloaded,
      signedOut,
      saved: onFull.told.length,
      refused: onFull.refused,
      lost,
      lostAfterRefusal: lost.filter((stop) => onFull.afterRefusal.includes(stop)),
      doubled: all.filter((_, at) => outcomes[at]!.length > 1),
      sentMeanwhile,
      photo,
      chip: (await chipOf(device.page).textContent()) ?? '',
    }
  } finally {
    await device?.kill().catch(() => undefined)
    disk.free()
    disk.remove()
  }
}

/** Comes back when the list of stops is no longer followed, so that it needs a query or memory. */
async function lookAtUnsent(page: Page): Promise<void> {
  await chipOf(page).click()
  await expect(page.getByRole('region', { name: 'Not sent yet' }).getByRole('listitem').first()).toBeVisible({
    timeout: 30_000,
  })
  await page.clock.fastForward(UNFOLLOWED_AFTER_MS)
  await page.goBack()
  await expect(stopAtHand(page)).toBeVisible({ timeout: 30_000 })
}

/** Logs out after an export. Where the full disk refuses it, the screen says so and the driver goes on. */
async function logOut(page: Page): Promise<'yes' | 'refused'> {
  await page.getByRole('button', { name: 'Open menu', exact: true }).click()
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const exporting = dialog.getByRole('button', { name: 'Export', exact: true })
  // Chromium may have deleted the database, which has to be read before the dialog opens.
  const unread = page.getByText('That didn’t work. Your work is still saved on this phone.')
  // Without the journal's file nothing may be left that is known to be unsent.
  const confirming = dialog.getByRole('button', { name: 'Confirm', exact: true })
  await exporting.or(unread).or(confirming).first().waitFor({ timeout: 60_000 })
  if (await unread.isVisible()) return 'refused'
  if (await confirming.isVisible()) await confirming.click()
  else {
    await exporting.click()
    await dialog.getByRole('button', { name: 'Log out anyway', exact: true }).click()
  }
  const refused = dialog.getByText(/^That didn’t work/)
  await refused
    .or(page.getByLabel('Password', { exact: true }))
    .first()
    .waitFor({ timeout: 60_000 })
  return (await refused.isVisible()) ? 'refused' : 'yes'
}

const chipOf = (page: Page) => page.locator('a[href="/pickups/unsent"]').first()

/** Follows the photo to the office, or to the list of what needs the driver. */
async function photoOf(page: Page, trial: Trial, stop: string): Promise<FullDiskRun['photo']> {
  const office: Caller = await signInTo(trial.origin, ADMIN.email, ADMIN.password)
  await page.goto(`${trial.origin}/pickups/unsent`)
  const named = page.getByText(/^This photo was lost/).first()
  const isSent = async () => {
    const { jobs } = await office.run(trial.runOrderID)
    return jobs.some(({ assignmentID, photos }) => assignmentID === stop && photos.length > 0)
  }
  let photo: FullDiskRun['photo'] = 'missing'
  // It may be on its way still.
  await expect
    .poll(async () => (photo = (await isSent()) ? 'sent' : (await named.isVisible()) ? 'named' : 'missing'), {
      timeout: PHOTO_WITHIN_MS,
    })
    .not.toBe('missing')
    .catch(() => undefined)
  await page.goto(`${trial.origin}/pickups`)
  return photo
}

/** A browser that does not close, as may happen on a full disk, is killed, as the system does. */
async function end(device: Device, how: FullDiskRun['ended']): Promise<void> {
  if (how === 'killed') return device.kill()
  await inTime(device.close(), CLOSED_WITHIN_MS, 'The browser does not close').catch(() => device.kill())
}

interface Taps {
  /** The stops whose outcome the screen showed as saved. */
  told: string[]
  /** Those of them that were tapped after one was refused. */
  afterRefusal: string[]
  refused: number
}

function add(taps: Taps, more: Taps): void {
  taps.told.push(...more.told)
  taps.afterRefusal.push(...(taps.refused > 0 ? more.told : more.afterRefusal))
  taps.refused += more.refused
}

/** Taps Done at the stops that come up. @param before called before each tap */
async function tapDone(page: Page, count: number, before: () => void): Promise<Taps> {
  const told: string[] = []
  const afterRefusal: string[] = []
  let refused = 0
  for (let tap = 0; tap < count; tap += 1) {
    before()
    const { assignmentID } = await readAtHand(page)
    const button = stopAtHand(page).getByRole('button', { name: 'Done', exact: true })
    await expect(button).toBeEnabled({ timeout: 30_000 })
    await button.click()
    const another = page.locator(`section[data-stop]:not([data-stop="${assignmentID}"])`)
    const notSaved = stopAtHand(page).getByText(/^Not saved/)
    await another
      .or(notSaved)
      .first()
      .waitFor({ timeout: 60_000 })
      .catch(async (cause: unknown) => {
        throw new Error(`A tap got no answer. The screen shows: ${await page.locator('body').innerText()}`, { cause })
      })
    const words = await notSaved.textContent({ timeout: 100 }).catch(() => null)
    // Right after a reload: what the journal has is put back first, and the next stop comes up.
    if (words === null && (await readAtHand(page)).assignmentID !== assignmentID) {
      told.push(assignmentID)
      if (refused > 0) afterRefusal.push(assignmentID)
    } else if (words === null || words.includes('already recorded')) tap -= 1
    else refused += 1
  }
  return { told, afterRefusal, refused }
}

async function untilStops(page: Page): Promise<'stops' | 'no-stops'> {
  const stops = page.locator('section[data-stop]').first()
  const isGone = page.getByText(/storage is full|No stops on this phone/).first()
  await stops.or(isGone).first().waitFor({ timeout: 60_000 })
  // The database is tried every 1.5 s.
  const came = await stops.waitFor({ timeout: 15_000 }).then(
    () => true,
    () => false,
  )
  return came ? 'stops' : 'no-stops'
}

/** The outcomes at each stop. The photo's record is not a tap: it would hide a lost outcome, or look like a second one. */
async function outcomesAt({ origin, runOrderID }: Trial, stops: readonly string[]): Promise<StopEvent[][]> {
  const office: Caller = await signInTo(origin, ADMIN.email, ADMIN.password)
  const { jobs } = await office.run(runOrderID)
  const eventsAt = new Map(jobs.map(({ assignmentID, events }) => [assignmentID, events]))
  return stops.map((stop) => (eventsAt.get(stop) ?? []).filter(isOutcomeEvent))
}

/** Signs in where the app asks for it. Returns also when some do not arrive: the caller counts them. */
async function untilAtOffice(page: Page, trial: Trial, stops: readonly string[]): Promise<void> {
  for (const until = Date.now() + SENT_WITHIN_MS; Date.now() < until;) {
    if (new URL(page.url()).pathname === '/login') await fillLogin(page, DRIVER.email, DRIVER.password)
    if ((await outcomesAt(trial, stops)).every(({ length }) => length > 0)) return
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
