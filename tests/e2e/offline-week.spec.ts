import { createHash } from 'node:crypto'
import { expect, test, type Page, type Route } from '@playwright/test'
import type { Outcome } from '#domain/words.ts'
import {
  chooseBags,
  readAtHand,
  readyToLeave,
  signIn,
  stopAtHand,
  takePhotos,
  tap,
  tapMore,
} from '../support/browser/driver.ts'
import { ADMIN, DRIVER, signInTo, type Caller } from '../support/browser/office.ts'
import { grantStorage, newProfile, openDevice, type Device } from '../support/browser/device.ts'
import { readDevice, type DeviceStore } from '../support/browser/device-store.ts'
import { CAMERA_SECRET, photoFile, sidewaysPhotoFile } from '../support/browser/photos.ts'
import { openDemo } from '../support/browser/demo.ts'

/** What the driver intended to record at a stop. */
interface Said {
  outcome: Outcome
  pu: number
  extraAmount: number
  notes: string | null
  photos: number
}

const TROUBLES = [
  ['Not out', 'NOT_OUT'],
  ['No access', 'NO_ACCESS'],
  ['Overweight', 'OVERWEIGHT'],
  ['Contaminated', 'CONTAMINATED'],
  ['Unsafe', 'UNSAFE'],
  ['Other', 'OTHER'],
] as const satisfies readonly (readonly [string, Outcome])[]

test('A week of stops worked offline is in the office once, photos byte for byte, however often the app is killed', async () => {
  test.setTimeout(300_000)
  const demo = await openDemo()
  const profile = newProfile()
  const heard: Device['heard'][] = []
  const open = async () => {
    const device = await openDevice({ origin: demo.origin, profile: profile.folder })
    heard.push(device.heard)
    return device
  }
  try {
    const office = await signInTo(demo.origin, ADMIN)
    const driver = await signInTo(demo.origin, DRIVER)
    const { userID } = await driver.get<{ userID: string }>('/v1/users/profile')
    const before = await office.activeRun()
    const mine = before.jobs.filter((stop) => stop.driverID === userID && stop.state === 'planned')
    expect(mine.length).toBeGreaterThanOrEqual(42)

    // Online: sign in, and wait for the ready light.
    let device = await open()
    await grantStorage(device, demo.origin)
    await signIn(device.page, demo.origin)
    await readyToLeave(device.page)
    await device.page.goto(`${demo.origin}/pickups/ready`)
    await expect(
      device.page.getByText(`${mine.length} of ${mine.length} stops on this phone, data kept safe`),
    ).toBeVisible()

    // The phone goes offline.
    await demo.stop()
    await device.page.goto(`${demo.origin}/pickups`)
    const said = await workTheRun(device, mine.length)
    expect([...said.keys()].sort()).toEqual(mine.map((stop) => stop.assignmentID).sort())
    const kept = await readDevice(device.page, userID)
    expect(kept.photos.every((photo) => photo.digest === photo.sha256)).toBe(true)
    await device.close()

    // The driver opens the app again on a stop that was never opened before.
    device = await open()
    const neverSeen = mine.at(-2)!
    await device.page.goto(`${demo.origin}/pickups/${neverSeen.assignmentID}`)
    await expect(device.page.getByRole('heading', { name: neverSeen.address })).toBeVisible()
    await expect(device.page.getByText('Saved on this phone, not sent yet').first()).toBeVisible()
    await device.page.goto(`${demo.origin}/pickups`)
    await expect(device.page.getByRole('heading', { name: 'Nothing left to do' })).toBeVisible()
    expect(heard.flatMap((one) => one.errors)).toEqual([])

    // Online: the server commits, the answer never arrives, the phone is killed.
    const committed = new Promise<void>((resolve) => {
      void device.context.route('**/v1/runs/*/done', async (route) => {
        if (await reached(route)) resolve()
      })
    })
    await demo.start()
    await device.page.reload()
    await committed
    await device.kill()

    // Again, and it is killed during the photo uploads.
    device = await open()
    let uploads = 0
    const amidPhotos = new Promise<void>((resolve) => {
      void device.context.route('**/v1/files/**', async (route) => {
        if (route.request().method() !== 'PUT') return void (await route.fallback())
        uploads += 1
        if (uploads < 4) return void (await route.continue())
        if (await reached(route)) resolve()
      })
    })
    await device.page.goto(`${demo.origin}/pickups`)
    await amidPhotos
    await device.kill()

    device = await open()
    await device.page.goto(`${demo.origin}/pickups`)
    await expect(device.page.getByText('All sent').first()).toBeVisible({ timeout: 60_000 })

    // Each of them exactly once.
    const after = await office.run(before.runOrderID)
    const arrived = new Map(after.jobs.map((stop) => [stop.assignmentID, stop]))
    const seen = new Map(
      [...said.keys()].map((assignmentID) => {
        const stop = arrived.get(assignmentID)!
        return [
          assignmentID,
          {
            outcome: stop.outcome,
            pu: stop.pu,
            extraAmount: stop.extraAmount,
            notes: stop.driverNotes,
            photos: stop.photos.length,
          },
        ]
      }),
    )
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(said))
    expect(eventsOf(after.jobs.filter((stop) => said.has(stop.assignmentID)).flatMap((stop) => stop.events))).toEqual(
      eventsOf(kept.events),
    )
    await expectSamePhotos(kept, office, device.page)

    expect(heard.flatMap((one) => one.foreign)).toEqual([])
    expect(heard.flatMap((one) => one.errors)).toEqual([])
    await device.close()
  } finally {
    await demo.close()
    profile.remove()
  }
})

/** The request reaches the server, its answer never arrives. False while there is no server. */
async function reached(route: Route): Promise<boolean> {
  try {
    await route.fetch()
    return true
  } catch {
    await route.abort('connectionrefused')
    return false
  }
}

const eventsOf = (events: { eventID: string; type: string; seq: number }[]) =>
  events.map(({ eventID, type, seq }) => `${seq} ${type} ${eventID}`).sort((a, b) => parseInt(a) - parseInt(b))

/** Records every stop of the run, in all the ways the screen offers. @returns what was recorded, by stop */
async function workTheRun({ page }: Device, stops: number): Promise<Map<string, Said>> {
  const said = new Map<string, Said>()
  for (let at = 0; at < stops; at += 1) {
    await expect(stopAtHand(page)).toBeVisible()
    const stop = await readAtHand(page)
    expect(said.has(stop.assignmentID), `${stop.address} came up twice`).toBe(false)
    const files =
      at === 0
        ? [sidewaysPhotoFile(), photoFile('two-bags')]
        : at % 3 === 1
          ? [photoFile(at % 2 ? 'full-bag' : 'locked-gate')]
          : []
    if (files.length > 0) await takePhotos(page, files)
    const nothing = { pu: 0, extraAmount: 0, notes: null, photos: files.length }
    if (await stopAtHand(page).getByRole('button', { name: 'Customer cancelled', exact: true }).isVisible()) {
      await tap(page, stop, 'Customer cancelled')
      said.set(stop.assignmentID, { ...nothing, outcome: 'CUSTOMER_CANCELLED' })
    } else if (at % 8 === 3) {
      await tap(page, stop, 'Bag MT')
      said.set(stop.assignmentID, { ...nothing, outcome: 'EMPTY' })
    } else if (at % 8 === 6) {
      const [words, outcome] = TROUBLES[Math.floor(at / 8) % TROUBLES.length]!
      await tapMore(page, stop, { outcome: words, extraAmount: at + 0.5, note: `Stop ${at}: ${words}` })
      said.set(stop.assignmentID, { ...nothing, outcome, extraAmount: at + 0.5, notes: `Stop ${at}: ${words}` })
    } else if (at === 4) {
      await tap(page, stop, 'Bag MT')
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(page.locator(`section[data-stop="${stop.assignmentID}"]`)).toBeVisible()
      await tap(page, stop, 'Done')
      said.set(stop.assignmentID, { ...nothing, outcome: 'COLLECTED', pu: 1 })
    } else {
      const bags = [1, 2, 3, 5][at % 4]!
      if (bags > 1) await chooseBags(page, bags)
      await tap(page, stop, 'Done')
      said.set(stop.assignmentID, { ...nothing, outcome: 'COLLECTED', pu: bags })
    }
  }
  await expect(stopAtHand(page)).toHaveCount(0)
  return said
}

/** The server's bytes equal the phone's, the photos are upright, and none contains where it was taken. */
async function expectSamePhotos(kept: DeviceStore, office: Caller, page: Page): Promise<void> {
  expect(kept.photos.length).toBeGreaterThan(10)
  const bytes = await Promise.all(kept.photos.map(({ photoID }) => office.photo(photoID)))
  expect(bytes.map((one) => createHash('sha256').update(one).digest('hex'))).toEqual(
    kept.photos.map((photo) => photo.sha256),
  )
  expect(bytes.filter((one) => one.includes(CAMERA_SECRET))).toEqual([])
  const sizes = await Promise.all(bytes.map((one) => sizeShown(page, one)))
  expect(
    sizes.filter(({ width, height }) => height > width),
    'the one taken with the phone upright',
  ).toHaveLength(1)
}

/** The size in which a browser shows it, px. */
function sizeShown(page: Page, photo: Buffer): Promise<{ width: number; height: number }> {
  return page.evaluate(async (base64) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]))
    return { width: picture.width, height: picture.height }
  }, photo.toString('base64'))
}
