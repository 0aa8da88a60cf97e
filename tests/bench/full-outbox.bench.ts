import path from 'node:path'
import { packageRoot } from '#server/package-root.ts'
import { makeFixture } from '../fixtures/business-on-disk.ts'
import { coldStart } from './cold-start/start.ts'
import { signInAndPull } from './replay/bagrun.ts'
import type { Work } from './replay/fill-device.ts'
import { prepareProfile, scriptFor } from './support/chromium.ts'
import { type Bench, compared, interleaved, type Options, seconds } from './support/figures.ts'
import { openLine } from './support/throttled-line.ts'

const STOPS = 320
const MANY = { outcomes: 300, photos: 600 }
const FEW = { outcomes: 3, photos: 0 }
/** Small, because a start does not read the bytes. */
const PHOTO_BYTES = 20_000

const ONE_STOP = {
  shown: ['section[data-stop]'],
  button: { css: 'section[data-stop] button', name: 'Done' },
  answered: { css: 'section[data-stop]', attribute: 'data-stop' },
}

/** The first tap of a phone that has sent nothing for days, beside one that has sent all but three stops. */
export async function fullOutbox({ rounds }: Options): Promise<Bench> {
  const line = await openLine({ roundTrip: 0 })
  const fixture = await makeFixture({ stops: STOPS })
  const fill = await scriptFor(path.join(packageRoot(), 'tests', 'bench', 'replay', 'fill-device.ts'))
  const office = await fixture.prepare()
  const waiting = async ({ outcomes, photos }: typeof MANY) => {
    line.up(office.port)
    return prepareProfile(async ({ page }) => {
      await signInAndPull(page, line.origin, fixture)
      await page.goto(`${line.origin}/v1/config`)
      line.down()
      await page.evaluate(fill)
      const assignmentIDs = fixture.assignmentIDs.slice(0, outcomes)
      const work: Work = { userID: fixture.driverID, assignmentIDs, photos, photoSize: PHOTO_BYTES }
      await page.evaluate(
        (work) => (window as unknown as { fillDevice(work: Work): Promise<void> }).fillDevice(work),
        work,
      )
    })
  }
  const many = await waiting(MANY)
  const few = await waiting(FEW)
  await office.close()
  const start = (prepared: typeof many) => async () =>
    (await coldStart(prepared, `${line.origin}/pickups`, ONE_STOP)).answered
  try {
    const pairs = await interleaved(rounds, start(many), start(few))
    const what = `First tap after a cold start, ${MANY.outcomes} outcomes and ${MANY.photos} photos unsent`
    return { figures: [compared(what, pairs, seconds, 1.3)], method: METHOD }
  } finally {
    many.remove()
    few.remove()
    fixture.remove()
    await line.close()
  }
}

const METHOD = [
  'Full outbox: as the cold start, with 320 stops; ours has 300 outcomes and 600 photos unsent, the other column is the same build with three outcomes unsent.',
]
