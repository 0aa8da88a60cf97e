import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { packageRoot } from '#server/package-root.ts'
import { ALL, PROOF } from '../support/browser/extent.ts'
import { readAtHand, readyToLeave, signIn, stopAtHand, tap } from '../support/browser/driver.ts'
import { filledTo, storedPictures, takePicture } from '../support/browser/camera-photos.ts'
import { ADMIN, DRIVER, signInTo } from '../support/browser/office.ts'
import { newProfile, openDevice, type Device } from '../support/browser/device.ts'
import { CAMERA_SECRET, laidOnItsSide, photoFile } from '../support/browser/photos.ts'
import { openDemo } from '../support/browser/demo.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let profile: ReturnType<typeof newProfile>
let device: Device
let userID: string
let files: string

test.beforeAll(async () => {
  files = mkdtempSync(path.join(os.tmpdir(), 'br-photos-'))
  demo = await openDemo()
  const driver = await signInTo(demo.origin, DRIVER)
  userID = (await driver.get<{ userID: string }>('/v1/users/profile')).userID
})
test.afterAll(async () => {
  await demo.close()
  rmSync(files, { recursive: true, force: true })
})
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

const CUT_OFF = 'Not saved: the photo couldn’t be read. Please take it again.'
const NO_PHOTO = 'Not saved: Only jpg, jpeg and png photos can be used.'
const FULL = 'Not saved: storage is full. Delete some photos or apps, then tap again.'

/** Takes one photo of the current stop, by the app's own button. */
async function photograph(page: Page, buffer: Buffer, before = 0): Promise<void> {
  // From a file on disk, as in a browser: sending 20 MB through the protocol would take longer than what is tested.
  const file = path.join(files, 'photo.jpg')
  writeFileSync(file, buffer)
  const chooser = page.waitForEvent('filechooser')
  await stopAtHand(page)
    .getByRole('button', { name: `Photo ${before}/5`, exact: true })
    .click()
  await (await chooser).setFiles(file)
}

async function isSaved(page: Page, count = 1): Promise<void> {
  await expect(page.getByText(`Photo saved, ${count} of 5`)).toBeVisible({ timeout: 40_000 })
  await expect(stopAtHand(page).getByRole('button', { name: `Photo ${count}/5`, exact: true })).toBeVisible()
}

/** The edges of a picture at which it is red and blue. */
type Edges = ('left' | 'right' | 'top' | 'bottom')[]
const brightest = (colour: number[]) => ['red', 'green', 'blue'][colour.indexOf(Math.max(...colour))]

test('Any camera file is saved upright, small and without metadata, or refused with a reason; the outcome is saved', async () => {
  test.setTimeout(360_000)
  const { page, context } = device
  const bench = await context.newPage()
  const twelve = await takePicture(bench, { width: 4000, height: 3000 })
  const fifty = ALL ? await takePicture(bench, { width: 8160, height: 6120 }) : null
  const drawing = { width: 8000, height: 6200, type: 'image/png', drawn: true } as const
  const fiftyDrawn = ALL ? await takePicture(bench, drawing) : null
  const png = await takePicture(bench, { width: 900, height: 600, type: 'image/png' })
  await bench.close()
  await page.bringToFront()
  const cmyk = readFileSync(path.join(packageRoot(), 'tests/support/browser/files/cmyk.jpg'))
  const full = photoFile().buffer
  // Offline: the result comes from the phone alone.
  await context.setOffline(true)

  const kept: { name: string; buffer: Buffer; size?: [width: number, height: number]; redAndBlue?: Edges }[] = [
    // Its stored left side is the top of the upright picture.
    {
      name: '12 MP, held upright',
      buffer: laidOnItsSide(twelve),
      size: [1200, 1600],
      redAndBlue: ['top', 'bottom'],
    },
    { name: 'CMYK', buffer: cmyk, redAndBlue: ['top', 'bottom'] },
    { name: 'PNG named .jpg', buffer: png, size: [900, 600] },
  ]
  if (fifty !== null)
    kept.push(
      { name: '50 MP', buffer: fifty, size: [1600, 1200], redAndBlue: ['left', 'right'] },
      { name: '20 MB to the byte', buffer: filledTo(twelve, MAX_UPLOAD_BYTES), size: [1600, 1200] },
    )
  if (fiftyDrawn !== null) kept.push({ name: '50 MP, a small PNG', buffer: fiftyDrawn, size: [1600, 1240] })
  const refused: [name: string, buffer: Buffer, said: string][] = [
    ['cut off', twelve.subarray(0, twelve.length / 2), CUT_OFF],
    ['not a picture', Buffer.from('<html>No photo at all</html>'), NO_PHOTO],
    ['0 bytes', Buffer.alloc(0), CUT_OFF],
    ['20 MB and a byte', filledTo(twelve, MAX_UPLOAD_BYTES + 1), 'Not saved: Max file size: 20 MB'],
  ]
  const outcomes: string[] = []
  for (const { name, buffer } of kept) {
    await test.step(name, async () => {
      const stop = await readAtHand(page)
      await photograph(page, buffer)
      await isSaved(page)
      await tap(page, stop, 'Done')
      outcomes.push(stop.assignmentID)
    })
  }
  for (const [name, buffer, said] of refused) {
    await test.step(name, async () => {
      const stop = await readAtHand(page)
      await photograph(page, buffer)
      await expect(page.getByRole('alert').getByText(said, { exact: true })).toBeVisible({ timeout: 30_000 })
      await page.getByRole('alert').getByRole('button', { name: 'OK' }).click()
      await tap(page, stop, 'Done')
      outcomes.push(stop.assignmentID)
    })
  }
  await test.step('the sixth photo of a stop', async () => {
    const stop = await readAtHand(page)
    for (let count = 0; count < 5; count++) {
      await photograph(page, full, count)
      await isSaved(page, count + 1)
    }
    await stopAtHand(page).getByRole('button', { name: 'Photo 5/5', exact: true }).click()
    await expect(page.getByText('Not saved: Too many files. The maximum number of files is 5.')).toBeVisible()
    await tap(page, stop, 'Done')
    outcomes.push(stop.assignmentID)
  })

  const pictures = await storedPictures(page, userID)
  expect(pictures).toHaveLength(kept.length + 5)
  for (const picture of pictures) {
    expect(picture.contentType).toBe('image/jpeg')
    expect(picture.size).toBeLessThanOrEqual(250_000)
    expect(picture.text.includes(CAMERA_SECRET)).toBe(false)
    expect(picture.text.includes('Exif')).toBe(false)
  }
  for (const [at, { name, size, redAndBlue }] of kept.entries()) {
    const picture = pictures[at]!
    if (size) expect([picture.width, picture.height], name).toEqual(size)
    if (redAndBlue)
      expect(
        redAndBlue.map((edge) => brightest(picture[edge])),
        name,
      ).toEqual(['red', 'blue'])
  }

  // All of it arrives.
  await context.setOffline(false)
  await expect(page.getByText('All sent').first()).toBeVisible({ timeout: 60_000 })
  const { jobs: stops } = await (await signInTo(demo.origin, ADMIN)).activeRun()
  const told = outcomes.map((id) => stops.find((stop) => stop.assignmentID === id))
  expect(told.map((stop) => stop?.outcome)).toEqual(outcomes.map(() => 'COLLECTED'))
  expect(told.map((stop) => stop?.photos.length)).toEqual([...kept.map(() => 1), ...refused.map(() => 0), 5])
  expect(device.heard.errors).toEqual([])
})

test('Where less than 50 MB is free photos are refused, and outcomes are not', { tag: PROOF }, async () => {
  const { page, context } = device
  await context.setOffline(true)
  // The page's own call is replaced: the browser's estimate is deliberately inexact, for privacy.
  await page.evaluate(() =>
    Object.assign(navigator.storage, { estimate: () => Promise.resolve({ usage: 960_000_000, quota: 1_000_000_000 }) }),
  )
  const stop = await readAtHand(page)
  await photograph(page, photoFile().buffer)
  await expect(page.getByText(FULL)).toBeVisible()
  await tap(page, stop, 'Done')
  await page.getByRole('link', { name: 'Offline, saved on this phone' }).click()
  await page.getByRole('link', { name: 'Ready to leave?' }).click()
  await expect(
    page.getByText('This phone’s storage is nearly full: photos can’t be saved. Delete something from this phone.'),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('All sent').first()).toBeVisible({ timeout: 60_000 })
  const { jobs: stops } = await (await signInTo(demo.origin, ADMIN)).activeRun()
  expect(stops.find(({ assignmentID }) => assignmentID === stop.assignmentID)).toMatchObject({
    outcome: 'COLLECTED',
    photos: [],
  })
})
