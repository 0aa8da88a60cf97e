import path from 'node:path'
import type { Page } from '@playwright/test'
import { getRun } from '#contract/v1/runs.ts'
import { packageRoot } from '#server/package-root.ts'
import { openBrowser, type Prepared, prepareProfile, scriptFor } from '../support/chromium.ts'
import type { Line } from '../support/throttled-line.ts'
import { adminToken, askAt, DRIVER, makeFixture, type Fixture } from '../../fixtures/business-on-disk.ts'
import type { Work } from './fill-device.ts'
import { sendOtherDay } from './other-phone.ts'
import type { Replayed, Size } from './size.ts'

/** A phone on which 500 outcomes and 100 photos wait in the product, and a server that has none of them. */
export interface BagrunDevice {
  /** @param warm the server has taken another driver's day before; otherwise it has just started */
  replay(line: Line, warm: boolean): Promise<Replayed>
  remove(): void
}

export async function fillBagrun(size: Size, line: Line): Promise<BagrunDevice> {
  const fixture = await makeFixture({ stops: size.events, drivers: 2 })
  const fill = await scriptFor(path.join(packageRoot(), 'tests', 'bench', 'replay', 'fill-device.ts'))
  const office = await fixture.prepare()
  let prepared: Prepared
  try {
    line.up(office.port)
    prepared = await prepareProfile(async ({ page }) => {
      await signInAndPull(page, line.origin, fixture)
      // A page of the same origin without the app, which would send the records.
      await page.goto(`${line.origin}/v1/config`)
      line.down()
      await page.evaluate(fill)
      const work: Work = {
        userID: fixture.driverID,
        assignmentIDs: fixture.assignmentIDs,
        photos: size.photos,
        photoSize: size.photoSize,
      }
      await page.evaluate(
        (work) => (window as unknown as { fillDevice(work: Work): Promise<void> }).fillDevice(work),
        work,
      )
    })
  } finally {
    line.down()
    await office.close()
  }
  return {
    replay: (line, warm) => replay(prepared, fixture, size, line, warm),
    remove: () => {
      prepared.remove()
      fixture.remove()
    },
  }
}

/** Signs in as a driver does before leaving: the week is stored on the phone, and the app is served from it. */
export async function signInAndPull(
  page: Page,
  origin: string,
  fixture: Pick<Fixture, 'driverID' | 'assignmentIDs'>,
): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email', { exact: true }).fill(DRIVER.email)
  await page.getByLabel('Password', { exact: true }).fill(DRIVER.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.locator('section[data-stop]').first().waitFor()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })
  const stops = await page.evaluate(async (name) => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) =>
        Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }),
      )
    const db = await asked(indexedDB.open(name))
    const count = await asked(db.transaction('jobs').objectStore('jobs').count())
    db.close()
    return count
  }, `rr-${fixture.driverID}`)
  if (stops !== fixture.assignmentIDs.length) throw new Error(`The phone has ${stops} stops.`)
}

async function replay(prepared: Prepared, fixture: Fixture, size: Size, line: Line, warm: boolean): Promise<Replayed> {
  const { profile, remove } = prepared.copy()
  const office = await fixture.open()
  if (warm) await sendOtherDay(office.product.origin, fixture.drivers[1]!, fixture.runOrderID, size)
  const browser = await openBrowser(profile)
  try {
    // Offline: the app starts from the phone and does not reach the server.
    await browser.page.goto(`${line.origin}/pickups`)
    await browser.page.getByText('Offline, saved on this phone').first().waitFor()
    line.up(office.port)
    const replayed = await browser.page.evaluate(untilAllIsSent, {
      name: `rr-${fixture.driverID}`,
      photos: size.photos,
      all: size.events + size.photos,
    })
    await expectAllAtTheOffice(office.product.origin, fixture, size)
    return replayed
  } finally {
    await browser.close()
    line.down()
    await office.close()
    remove()
  }
}

/** Runs in the page: goes online, and reads from the phone's own database when everything is acknowledged. */
export async function untilAllIsSent({
  name,
  photos,
  all,
}: {
  name: string
  photos: number
  all: number
}): Promise<Replayed> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) =>
      Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }),
    )
  const db = await asked(indexedDB.open(name))
  // In the index, needs-attention, queued and sending sort after all settled states: one query that costs the phone
  // little.
  const waiting = () =>
    asked(
      db.transaction('events').objectStore('events').index('state').count(IDBKeyRange.lowerBound('needs-attention')),
    )
  const before = await waiting()
  if (before !== all) throw new Error(`${before} of ${all} waited when signal came back.`)
  const began = performance.now()
  window.dispatchEvent(new Event('online'))
  let outcomes = 0
  let least = { left: before, at: began }
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 40))
    const left = await waiting()
    if (left < least.left) least = { left, at: performance.now() }
    if (
      performance.now() - least.at > 90_000 ||
      (await asked(db.transaction('meta').objectStore('meta').get('pause'))) !== undefined
    ) {
      const meta = await asked<{ key: string }[]>(db.transaction('meta').objectStore('meta').getAll())
      const one = await asked<{ lastAnswer?: unknown } | undefined>(
        db.transaction('events').objectStore('events').index('state').get('queued'),
      )
      throw new Error(
        `Stuck with ${left} left: ${JSON.stringify({ meta: meta.filter(({ key }) => /^(lane|photoLane|link|pause)$/.test(key)), one })}`,
      )
    }
    if (outcomes === 0 && left <= photos) outcomes = performance.now() - began
    if (left === 0) return { total: performance.now() - began, outcomes }
  }
}

async function expectAllAtTheOffice(origin: string, fixture: Fixture, size: Size): Promise<void> {
  const ask = askAt(origin)
  const { jobs } = await ask(getRun, { runOrderID: fixture.runOrderID }, await adminToken(ask))
  const stops = jobs.filter(({ driverID }) => driverID === fixture.driverID)
  const done = stops.filter((stop) => stop.state === 'done').length
  const events = stops.flatMap((stop) => stop.events).length
  const photos = stops.flatMap((stop) => stop.photos).length
  if (done !== size.events || events !== size.events + size.photos || photos !== size.photos)
    throw new Error(`The office has ${done} stops, ${events} events, ${photos} photos.`)
}
