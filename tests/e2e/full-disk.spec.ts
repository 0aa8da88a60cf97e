import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { readAtHand, readyToLeave, signIn, stopAtHand, tap } from '../support/browser/driver.ts'
import { ADMIN, signInTo } from '../support/browser/office.ts'
import { openDevice } from '../support/browser/device.ts'
import { openDemo } from '../support/browser/product.ts'

const DISK_MB = 150
/** Chromium does not always report the same one of these two reasons. */
const NOT_SAVED = /^Not saved: storage is full( or isn’t answering)?\. Free some space, then tap again\.$/

const minus = (all: Set<string>, some: Set<string>) => [...all].filter((one) => !some.has(one)).sort()
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' })

/** A separate disk of limited size, which can really be filled: the browser's quota override does not test that. */
interface Disk {
  folder: string
  /** Fills the disk to the last byte. */
  fill(): void
  free(): void
  remove(): void
}

/** Null: mounting is not permitted here. */
function mountDisk(): Disk | null {
  if (process.platform !== 'linux') return null
  const folder = mkdtempSync(path.join(os.tmpdir(), 'br-disk-'))
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder)
  } catch {
    rmdirSync(folder)
    return null
  }
  const fillers = ['large', 'small'].map((name) => path.join(folder, name))
  const free = () => fillers.forEach((file) => rmSync(file, { force: true }))
  return {
    folder,
    fill() {
      for (const [at, bytes] of [65_536, 512].entries()) {
        const piece = Buffer.alloc(bytes)
        try {
          for (;;) appendFileSync(fillers[at] ?? '', piece)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
    },
    free,
    remove() {
      run('umount', '--lazy', folder)
      rmdirSync(folder)
    },
  }
}

let disk: Disk | null = null
let demo: Awaited<ReturnType<typeof openDemo>> | null = null

test.beforeAll(async () => {
  disk = mountDisk()
  if (disk !== null) demo = await openDemo()
})
test.afterAll(async () => {
  await demo?.close()
  disk?.remove()
})

test('On a full disk a tap is refused as not saved and its bags stay; once there is room everything is sent', async () => {
  test.setTimeout(300_000)
  if (disk === null || demo === null) return test.skip(true, 'Only root on Linux can mount a disk of a given size.')
  const { origin } = demo
  const profile = mkdtempSync(path.join(disk.folder, 'profile-'))
  const device = await openDevice({ origin, profile })
  const { page, context } = device
  const office = await signInTo(origin, ADMIN)
  const collected = async () => {
    const { jobs: stops } = await office.activeRun()
    return new Set(stops.filter(({ outcome }) => outcome === 'COLLECTED').map(({ assignmentID }) => assignmentID))
  }
  try {
    const before = await collected()
    await signIn(page, origin)
    await readyToLeave(page)
    await context.setOffline(true)
    const saved: string[] = []
    for (let round = 0; round < 3; round++) {
      const stop = await readAtHand(page)
      await tap(page, stop, 'Done')
      saved.push(stop.assignmentID)
    }

    const notSaved = stopAtHand(page).getByText(NOT_SAVED)
    const threeBags = stopAtHand(page).getByRole('radio', { name: '3 bags', exact: true })
    // The database may have free space in its own files: some more taps may be saved, and they count.
    let stop = await readAtHand(page)
    for (;;) {
      disk.fill()
      stop = await readAtHand(page)
      await threeBags.click()
      await stopAtHand(page).getByRole('button', { name: 'Done', exact: true }).click()
      const another = page.locator(`section[data-stop]:not([data-stop="${stop.assignmentID}"])`)
      await expect(notSaved.or(another).first()).toBeVisible()
      if (await notSaved.isVisible()) break
      saved.push(stop.assignmentID)
    }
    expect((await readAtHand(page)).assignmentID).toBe(stop.assignmentID)
    await expect(threeBags).toBeChecked()

    await context.setOffline(false)
    await expect(notSaved).toBeVisible()
    await expect(page.getByText('The app was updated in another window')).toHaveCount(0)
    await expect(page.getByText(/close/i)).toHaveCount(0)

    disk.free()
    await expect.poll(async () => minus(await collected(), before)).toEqual([...saved].sort())
    await tap(page, stop, 'Done')
    await expect.poll(async () => minus(await collected(), before)).toEqual([...saved, stop.assignmentID].sort())
  } finally {
    disk.free()
    await device.close().catch(() => undefined)
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
})
