import path from 'node:path'
import { packageRoot } from '#server/package-root.ts'
import { signInAndPull, untilAllIsSent } from './replay/bagrun.ts'
import type { Work } from './replay/fill-device.ts'
import { openBrowser, scriptFor } from './support/chromium.ts'
import type { Bench, Figure } from './support/figures.ts'
import { type Line, openLine } from './support/throttled-line.ts'
import { makeFixture, newFolder, type OpenFixture, removeFolder, type Fixture } from '../fixtures/business-on-disk.ts'

const STOPS = 42
const PHOTOS = 10
/** Bytes: what a photo of a phone's camera is compressed to. */
const PHOTO_SIZE = 250 * 1024
/** How often in a day the phone comes back online: a share of the stops is sent each time. */
const TIMES_SENT = 6

/** The mobile data of a driver's day, counted on the line: headers, repeats and all. */
export async function bytes(): Promise<Bench> {
  const fixture = await makeFixture({ stops: STOPS })
  const line = await openLine({ roundTrip: 0 })
  const office = await fixture.prepare()
  const profile = newFolder()
  try {
    line.up(office.port)
    const first = await carriedBy(line, () => firstTime(profile, line, fixture))
    const day = await carriedBy(line, () => aDay(profile, line, office, fixture))
    return {
      figures: [
        figure('The first time: the app and the week', first),
        figure(`A day: ${STOPS} stops, ${PHOTOS} photos of 250 KB, sent in ${TIMES_SENT} goes`, day),
        figure('… of it without the photos’ own bytes', { up: day.up - PHOTOS * PHOTO_SIZE, down: day.down }),
      ],
      method: METHOD,
    }
  } finally {
    await line.close()
    await office.close()
    fixture.remove()
    removeFolder(profile)
  }
}

interface Carried {
  up: number
  down: number
}

async function carriedBy(line: Line, work: () => Promise<void>): Promise<Carried> {
  const before = line.carried()
  await work()
  const after = line.carried()
  return { up: after.up - before.up, down: after.down - before.down }
}

async function firstTime(profile: string, line: Line, fixture: Fixture): Promise<void> {
  const { page, close } = await openBrowser(path.join(profile, 'p'))
  try {
    await signInAndPull(page, line.origin, fixture)
    await page.waitForLoadState('networkidle')
  } finally {
    await close()
  }
}

/** Opens the app, records a share of the day's stops offline, goes online, and so on. */
async function aDay(profile: string, line: Line, office: OpenFixture, fixture: Fixture): Promise<void> {
  const fill = await scriptFor(path.join(packageRoot(), 'tests', 'bench', 'replay', 'fill-device.ts'))
  const { page, close } = await openBrowser(path.join(profile, 'p'))
  try {
    await page.goto(`${line.origin}/pickups`)
    await page.locator('section[data-stop]').first().waitFor()
    await page.evaluate(fill)
    for (let go = 0; go < TIMES_SENT; go += 1) {
      line.down()
      const assignmentIDs = fixture.assignmentIDs.filter((_, at) => at % TIMES_SENT === go)
      const photos = Math.floor((PHOTOS * (go + 1)) / TIMES_SENT) - Math.floor((PHOTOS * go) / TIMES_SENT)
      await page.evaluate((work) => (window as unknown as { fillDevice(work: Work): Promise<void> }).fillDevice(work), {
        userID: fixture.driverID,
        assignmentIDs,
        photos,
        photoSize: PHOTO_SIZE,
      })
      line.up(office.port)
      await page.evaluate(untilAllIsSent, {
        name: `rr-${fixture.driverID}`,
        photos,
        all: assignmentIDs.length + photos,
      })
    }
  } finally {
    await close()
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`
const figure = (what: string, { up, down }: Carried): Figure => ({
  what,
  ours: `${kilobytes(up)} up, ${kilobytes(down)} down`,
  rival: '',
  ratio: null,
})

const METHOD = [
  'Bytes: counted on the line between a real Chromium and the server, HTTP headers included, TLS and TCP not.',
]
