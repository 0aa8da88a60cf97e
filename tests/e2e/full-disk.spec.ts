import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { readAtHand, readyToLeave, signIn, stopAtHand, tap } from '../support/browser/driver.ts'
import { ADMIN, signInTo } from '../support/browser/office.ts'
import { openPhone } from '../support/browser/phone.ts'
import { openDemo } from '../support/browser/product.ts'

/** Playwright's quota override shows nothing of a disk that has no byte left: this one is real. */
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' })
const DISK_MB = 150

function mounted(disk: string): boolean {
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk)
    return true
  } catch {
    return false
  }
}

/** Until not one byte is left. */
function fill(disk: string): void {
  for (const [name, bytes] of [['large', 65_536], ['small', 512]] as const) {
    const piece = Buffer.alloc(bytes)
    try {
      for (;;) writeFileSync(path.join(disk, name), piece, { flag: 'a' })
    } catch {
      // That is the aim.
    }
  }
}

test('On a disk of 0 bytes a tap is said not to be saved and stays on the screen; with room again all is sent by itself', async () => {
  test.setTimeout(240_000)
  const disk = mkdtempSync(path.join(os.tmpdir(), 'br-disk-'))
  test.skip(!mounted(disk), 'Mounting a disk of a given size needs Linux and its root.')
  const demo = await openDemo()
  mkdirSync(path.join(disk, 'profile'))
  const phone = await openPhone({ origin: demo.origin, profile: path.join(disk, 'profile') })
  const { page, context } = phone
  try {
    await signIn(page, demo.origin)
    await readyToLeave(page)
    await context.setOffline(true)
    const saved: string[] = []
    for (let round = 0; round < 3; round++) {
      const stop = await readAtHand(page)
      await tap(page, stop, 'Done')
      saved.push(stop.assignmentID)
    }
    fill(disk)
    expect(statfsSync(disk).bavail).toBe(0)

    // What is left of the last block takes a tap or two.
    const notSaved = stopAtHand(page).getByText('Not saved: storage is full. Free some space, then tap again.')
    let stop = await readAtHand(page)
    for (let round = 0; round < 5 && !(await notSaved.isVisible()); round++) {
      stop = await readAtHand(page)
      await stopAtHand(page).getByRole('radio', { name: '3 bags', exact: true }).click()
      await stopAtHand(page).getByRole('button', { name: 'Done', exact: true }).click()
      const moved = expect.poll(async () => (await readAtHand(page)).assignmentID !== stop.assignmentID, { timeout: 5_000 })
      await Promise.race([notSaved.waitFor(), moved.toBe(true)]).catch(() => undefined)
      if (!(await notSaved.isVisible())) saved.push(stop.assignmentID)
    }
    await expect(notSaved).toBeVisible()
    expect((await readAtHand(page)).assignmentID).toBe(stop.assignmentID)
    await expect(stopAtHand(page).getByRole('radio', { name: '3 bags', exact: true })).toBeChecked()
    const advice = page.getByText('This phone’s storage is full. Free some space and keep the app open; it sends by itself.')
    await expect(advice).toBeVisible()
    await context.setOffline(false)
    await expect(stopAtHand(page)).toBeVisible()
    await expect(page.getByText('The app was updated in another window')).toHaveCount(0)

    for (const name of ['large', 'small']) rmSync(path.join(disk, name), { force: true })
    await expect(advice).toHaveCount(0)
    const office = await signInTo(demo.origin, ADMIN)
    const collected = async () => {
      const { jobs } = await office.activeRun()
      return jobs.filter(({ assignmentID, outcome }) => saved.includes(assignmentID) && outcome === 'COLLECTED').length
    }
    await expect.poll(collected).toBe(saved.length)
    await tap(page, stop, 'Done')
  } finally {
    await phone.close().catch(() => undefined)
    run('umount', '--lazy', disk)
    rmSync(disk, { recursive: true, force: true })
    await demo.close()
  }
})
