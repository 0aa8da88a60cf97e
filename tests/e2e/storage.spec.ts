import { expect, test, type Page } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { readAtHand, readyToLeave, signIn, stopAtHand, tap } from '../support/browser/driver.ts'
import { ADMIN, DRIVER, signInTo } from '../support/browser/office.ts'
import { killStorage, newProfile, grantStorage, openDevice, type Device } from '../support/browser/device.ts'
import { hasJournal, readDevice } from '../support/browser/device-store.ts'
import { photoFile } from '../support/browser/photos.ts'
import { openDemo } from '../support/browser/demo.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let profile: ReturnType<typeof newProfile>
let device: Device
let userID: string

test.beforeAll(async () => {
  demo = await openDemo()
  const driver = await signInTo(demo.origin, DRIVER)
  userID = (await driver.get<{ userID: string }>('/v1/users/profile')).userID
})
test.afterAll(() => demo.close())
test.beforeEach(async () => {
  profile = newProfile()
  device = await openDevice({ origin: demo.origin, profile: profile.folder })
  await signIn(device.page, demo.origin)
  await readyToLeave(device.page)
})
test.afterEach(async () => {
  await device.close()
  profile.remove()
})

const outcomeOf = async (assignmentID: string) => {
  const { jobs: stops } = await (await signInTo(demo.origin, ADMIN)).activeRun()
  return stops.find((stop) => stop.assignmentID === assignmentID)?.outcome ?? null
}

test(
  'On a full phone an outcome is saved beside the database and sent; a photo is refused, and the screen says so',
  { tag: PROOF },
  async () => {
    // The journal is created once the first screen is there.
    await expect.poll(() => hasJournal(device.page)).toBe(true)
    // In a new browser process: one that has already written has reserved some room.
    await device.close()
    device = await openDevice({ origin: demo.origin, profile: profile.folder })
    const { page, context } = device
    // Otherwise the browser may delete all of it, and nothing can be called saved.
    await grantStorage(device, demo.origin)
    const session = await context.newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: demo.origin, quotaSize: 1 })
    await page.goto(`${demo.origin}/pickups`)
    const stop = await readAtHand(page)
    await tap(page, stop, 'Done')
    await expect(page.getByText('Outcomes and notes are still saved, photos aren’t.')).toBeVisible()
    await pickPhoto(page)
    await expect(
      page.getByText('Not saved: storage is full. Delete some photos or apps, then tap again.'),
    ).toBeVisible()
    expect((await readDevice(page, userID)).events).toEqual([])
    await expect.poll(() => outcomeOf(stop.assignmentID)).toBe('COLLECTED')

    await session.send('Storage.overrideQuotaForOrigin', { origin: demo.origin })
    await expect
      .poll(async () => (await readDevice(page, userID)).events.map(({ state }) => state))
      .toEqual(['acknowledged'])
    await expect(page.getByText('Outcomes and notes are still saved, photos aren’t.')).toHaveCount(0)
  },
)

async function pickPhoto(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await stopAtHand(page).getByRole('button', { name: 'Photo 0/5', exact: true }).click()
  await (await chooser).setFiles([photoFile()])
}

/** Whether a row is in the driver's database. */
const isStored = (table: string, key: string) =>
  device.page.evaluate(
    async ([name, table, key]) => {
      const asked = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) =>
          Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }),
        )
      const db = await asked(indexedDB.open(name))
      const found = await asked(db.transaction(table).objectStore(table).count(key))
      db.close()
      return found > 0
    },
    [`rr-${userID}`, table, key] as const,
  )

/** The journal's file counts in the estimate and not towards the limit, because it is in a bucket of its own. */
const JOURNAL_BYTES = 2 * 1024 * 1024

/** The room reserved for outcomes is stored with the photos' bytes; it is reserved when the app is idle. */
const reserveIsHere = () => isStored('photoBytes', 'reserve')

test(
  'On a full phone that reports free space a photo is refused, and outcomes are saved in the reserved space',
  { tag: PROOF },
  async () => {
    await expect.poll(reserveIsHere, { timeout: 40_000 }).toBe(true)
    const { usage = 0 } = await device.page.evaluate(() => navigator.storage.estimate())
    await device.close()
    device = await openDevice({ origin: demo.origin, profile: profile.folder })
    const { page, context } = device
    await context.setOffline(true)
    await (
      await context.newCDPSession(page)
    ).send('Storage.overrideQuotaForOrigin', { origin: demo.origin, quotaSize: usage - JOURNAL_BYTES })
    await page.addInitScript(() =>
      Object.assign(navigator.storage, { estimate: () => Promise.resolve({ usage: 1_000_000, quota: 1_000_000_000 }) }),
    )
    await page.goto(`${demo.origin}/pickups`)
    await pickPhoto(page)
    await expect(
      page.getByText('Not saved: storage is full. Delete some photos or apps, then tap again.'),
    ).toBeVisible()
    for (let round = 0; round < 3; round++) await tap(page, await readAtHand(page), 'Done')
    expect((await readDevice(page, userID)).events.map(({ type }) => type)).toEqual(['done', 'done', 'done'])
    expect(await reserveIsHere()).toBe(false)
  },
)

/** What the browser deletes: a damaged database alone, or all that the origin has. */
async function deleteStorage({ context, page }: Device, what: 'database' | 'all'): Promise<void> {
  const session = await context.newCDPSession(page)
  const storageTypes = what === 'all' ? 'indexeddb,file_systems,cache_storage' : 'indexeddb'
  await session.send('Storage.clearDataForOrigin', { origin: demo.origin, storageTypes })
}

/** A stop that is done on this phone, which has a journal, and nowhere else. */
async function doneOffline() {
  await expect.poll(() => hasJournal(device.page)).toBe(true)
  await device.context.setOffline(true)
  const stop = await readAtHand(device.page)
  await tap(device.page, stop, 'Done')
  await expect(device.page.getByText('Offline, saved on this phone').first()).toBeVisible()
  return stop
}

/** Read once, a notice does not come back. */
async function readNotice(page: Page, words: string): Promise<void> {
  const said = page.getByText(words)
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(said).toHaveCount(0)
  // It disappears at once, before that is stored.
  for (const row of ['lostBefore', 'restored']) await expect.poll(() => isStored('meta', row)).toBe(false)
  await page.reload()
  await expect(stopAtHand(page)).toBeVisible()
  await expect(said).toHaveCount(0)
}

const PUT_BACK = '1 outcome or note was missing after a storage fault. It was put back.'
const MAY_BE_LOST =
  'The browser deleted the saved data. At least 1 outcome, note or photo that wasn’t sent may be lost: tell the office.'

test(
  'After the browser deleted the database alone the next start puts the record back, says so, and sends it',
  { tag: PROOF },
  async () => {
    const { page, context } = device
    const stop = await doneOffline()
    await page.goto('about:blank')
    await deleteStorage(device, 'database')
    await page.goto(`${demo.origin}/pickups`)
    await expect(page.getByText(PUT_BACK)).toBeVisible()
    expect(await outcomeOf(stop.assignmentID)).toBeNull()
    await context.setOffline(false)
    await expect.poll(() => outcomeOf(stop.assignmentID)).toBe('COLLECTED')
    await readNotice(page, PUT_BACK)
  },
)

test(
  'After the browser deleted everything the next start says how many records may be lost, and loads the stops',
  { tag: PROOF },
  async () => {
    const { page, context } = device
    const stop = await doneOffline()
    await page.goto('about:blank')
    await deleteStorage(device, 'all')
    await context.setOffline(false)
    await page.goto(`${demo.origin}/pickups`)
    await expect(page.getByText(MAY_BE_LOST)).toBeVisible()
    // The driver is still signed in, and the stops are fetched again.
    await expect(stopAtHand(page)).toBeVisible()
    await readNotice(page, MAY_BE_LOST)
    expect(await outcomeOf(stop.assignmentID)).toBeNull()
  },
)

for (const what of ['database', 'all'] as const)
  test(
    `Storage deleted under the open page (${what}) loses neither a record nor the stops: both are put back from memory`,
    { tag: PROOF },
    async () => {
      const { page, context } = device
      const stop = await doneOffline()
      const next = await readAtHand(page)
      await page.getByRole('button', { name: 'Open menu', exact: true }).click()
      await page.getByRole('button', { name: 'Logout', exact: true }).click()
      const question = page.getByRole('dialog', { name: 'Some of your work isn’t sent yet' })
      await expect(question).toBeVisible()
      await deleteStorage(device, what)
      await expect(page.getByText(PUT_BACK)).toBeVisible()
      // The screens go on with the new database: a question and the answer to a tap stay.
      await question.getByRole('button', { name: 'Cancel', exact: true }).click()
      // Without signal: the stops were on the screen only.
      expect((await readAtHand(page)).assignmentID).toBe(next.assignmentID)
      await tap(page, next, 'Done')
      await context.setOffline(false)
      for (const { assignmentID } of [stop, next]) await expect.poll(() => outcomeOf(assignmentID)).toBe('COLLECTED')
      await expect(page.getByText('Sign in to send')).toHaveCount(0)
      await readNotice(page, PUT_BACK)
    },
  )

test('When the browser loses the database connection under the open page no tap is lost', { tag: PROOF }, async () => {
  test.skip(process.platform !== 'linux', 'Only Linux tells which process keeps what is stored.')
  // The browser writes the session to the disk a few seconds late, or when it is closed.
  await device.close()
  device = await openDevice({ origin: demo.origin, profile: profile.folder })
  const { page, context } = device
  await context.setOffline(true)
  await page.goto(`${demo.origin}/pickups`)
  const tapped: string[] = []
  for (let round = 0; round < 3; round++) {
    await killStorage(device)
    const stop = await readAtHand(page)
    await tap(page, stop, 'Done')
    tapped.push(stop.assignmentID)
  }
  const { events } = await readDevice(page, userID)
  expect(events.map(({ assignmentID, seq }) => [assignmentID, seq])).toEqual(tapped.map((id, at) => [id, at + 1]))
  await expect(page.getByText('Offline, saved on this phone').first()).toBeVisible()
  await context.setOffline(false)
  for (const id of tapped) await expect.poll(() => outcomeOf(id)).toBe('COLLECTED')
})
