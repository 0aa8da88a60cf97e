import path from 'node:path'
import { busyDevice, onePhoto, waitingDevice } from './busy/bagrun.ts'
import { cameraPhoto } from './busy/camera-photo.ts'
import { TAPS } from './busy/taps.ts'
import { fillAfternoon } from './busy/workbox.ts'
import { hasWorkbox } from './replay/workbox.ts'
import { alone, type Bench, type Figure, interleaved, median, millis, type Options, within } from './support/figures.ts'
import { openLine } from './support/throttled-line.ts'
import { makeFixture, newFolder, removeFolder } from '../fixtures/business-on-disk.ts'

const EVENTS = 200
const PHOTOS = 4
const SLOWER = 4
const ROUND_TRIP = 50
const SMALLEST_PHOTO = 250_000

/** A driver goes on tapping while the phone sends records and scales photos down. */
export async function busy({ rounds }: Options): Promise<Bench> {
  const folder = newFolder()
  const photo = path.join(folder, 'camera.jpg')
  await cameraPhoto(photo)
  const ourLine = await openLine({ roundTrip: ROUND_TRIP })
  const theirLine = await openLine({ roundTrip: ROUND_TRIP })
  const fixture = await makeFixture({ stops: EVENTS + TAPS + 6 })
  const ours = await waitingDevice(fixture, ourLine, EVENTS)
  const theirs = hasWorkbox() ? await fillAfternoon(theirLine, EVENTS) : null
  const beside = async <T>(mine: () => Promise<T>, rival: (() => Promise<T>) | null) =>
    rival === null
      ? (await alone(rounds, mine)).map((ours) => ({ ours, rival: null }))
      : interleaved(rounds, mine, rival)
  try {
    const settings = { photo, photos: PHOTOS, slower: SLOWER }
    const afternoons = await beside(
      () => busyDevice(ours, fixture, ourLine, settings),
      theirs && (() => theirs.busy(theirLine, settings)),
    )
    const peace = await beside(
      () => onePhoto(ours, fixture, ourLine, { photo, slower: SLOWER }),
      theirs && (() => theirs.onePhoto(theirLine, { photo, slower: SLOWER })),
    )
    const what = `${SLOWER}x CPU, ${EVENTS} events replay, ${PHOTOS} photos are made smaller, ${TAPS} taps`
    return {
      figures: [
        figure(`${what}: INP`, afternoons, ({ inp }) => inp, millis, 100),
        figure(
          '… longest task',
          afternoons,
          ({ longestTask }) => longestTask,
          (ms) => (ms === 0 ? 'under 50 ms' : millis(ms)),
          100,
        ),
        figure('… tap to durably saved, p95', afternoons, ({ savedP95 }) => savedP95, millis, 300),
        figure(
          'A photo of 12 megapixels becomes',
          peace,
          ({ size }) => size,
          (bytes) => `${Math.round(bytes / 1000)} kB`,
          SMALLEST_PHOTO,
        ),
        figure(`… longest task of the page meanwhile, ${SLOWER}x CPU`, peace, ({ block }) => block, millis, 20),
      ],
      method: METHOD,
    }
  } finally {
    ours.remove()
    theirs?.remove()
    fixture.remove()
    await ourLine.close()
    await theirLine.close()
    removeFolder(folder)
  }
}

/** Without a rival ours is listed alone, with its aim. A rival without a long task has no ratio. */
function figure<T>(
  what: string,
  pairs: readonly { ours: T; rival: T | null }[],
  of: (one: T) => number,
  say: (value: number) => string,
  most: number,
): Figure {
  const both = pairs.flatMap(({ ours, rival }) => (rival === null ? [] : [{ ours: of(ours), rival: of(rival) }]))
  if (both.length > 0 && both.every(({ rival }) => rival > 0)) return within(what, both, say, most)
  const middle = median(pairs.map(({ ours }) => of(ours)))
  return {
    what,
    ours: say(middle),
    rival: both.length === 0 ? 'not run here' : say(median(both.map(({ rival }) => rival))),
    ratio: null,
    goal: { says: `at most ${say(most)}`, met: middle <= most },
  }
}

const METHOD = [
  `Busy phone: real Chromium, main thread slowed four times (CDP; workers are not), a line of ${ROUND_TRIP} ms; real input at the place of Done every 1.05 s. INP out of Event Timing (one interaction in fifty left out), tasks by the Long Tasks observer, "saved" from the pointer’s time stamp to the complete event of the IndexedDB transaction, strict durability. The photo in peace: the longest task of the page’s main thread in Chromium’s own trace, those of the tool that drives the browser left out.`,
  'Beside it: one page with workbox-background-sync 7.4.1’s Queue (which asks for relaxed durability) and browser-image-compression 2.0.2 as their manuals show them, against a bare server; without a CDN in reach the library compresses in the page.',
]
