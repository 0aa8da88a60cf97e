import { ACTUAL_USABLE, prepareActual } from './cold-start/actual.ts'
import { coldStart } from './cold-start/start.ts'
import type { Started, Usable } from './cold-start/usable.ts'
import { signInAndPull } from './replay/bagrun.ts'
import { prepareProfile } from './support/chromium.ts'
import { alone, type Bench, besideEarlier, compared, interleaved, type Options, seconds } from './support/figures.ts'
import { openLine } from './support/throttled-line.ts'
import { makeFixture } from '../fixtures/business-on-disk.ts'

const STOPS = 120
/** ms; measured earlier, on another machine, for where the rival is not installed. */
const ACTUAL_EARLIER = 3270

const WHAT = `Offline cold start, ${STOPS} stops, 4x CPU: a tap on Done is answered`
const AIM = 0.25

const ONE_STOP: Usable = {
  shown: ['section[data-stop]'],
  button: { css: 'section[data-stop] button', name: 'Done' },
  answered: { css: 'section[data-stop]', attribute: 'data-stop' },
}

/** A phone opened offline, on an address that is not the first one. */
export async function coldStarts({ rounds }: Options): Promise<Bench> {
  const line = await openLine({ roundTrip: 0 })
  const fixture = await makeFixture({ stops: STOPS })
  const office = await fixture.prepare()
  line.up(office.port)
  const ours = await prepareProfile(({ page }) => signInAndPull(page, line.origin, fixture))
  line.down()
  await office.close()
  const actual = await prepareActual()
  const start = () => coldStart(ours, `${line.origin}/pickups`, ONE_STOP)
  try {
    if (actual === null) {
      const answered = (await alone(rounds, start)).map((started) => started.answered)
      return { figures: [besideEarlier(WHAT, answered, ACTUAL_EARLIER, seconds, AIM)], method: METHOD }
    }
    const pairs = await interleaved(rounds, start, () => coldStart(actual.prepared, actual.address, ACTUAL_USABLE))
    const of = (part: keyof Started) => pairs.map(({ ours, rival }) => ({ ours: ours[part], rival: rival[part] }))
    return {
      figures: [
        compared(WHAT, of('answered'), seconds, AIM),
        compared('… list and button are there', of('shown'), seconds),
      ],
      method: METHOD,
    }
  } finally {
    ours.remove()
    fixture.remove()
    await line.close()
    actual?.prepared.remove()
    await actual?.close()
  }
}

const METHOD = [
  'Cold start: a new browser process on a copy of the same profile, the server gone, the page’s processor slowed four times (CDP), from the start of the navigation. Bagrun opens /pickups with 120 stops and the tap on Done is answered when the next stop is at hand, so the record is on the disk; @actual-app/web 26.9.0 opens /accounts/all with its own demo budget and the tap on "Add transaction" is answered when its form is open.',
]
