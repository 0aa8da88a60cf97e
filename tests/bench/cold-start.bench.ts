import { ACTUAL_USABLE, prepareActual } from './cold-start/actual.ts'
import { coldStart } from './cold-start/start.ts'
import type { Started, Usable } from './cold-start/usable.ts'
import { signInAndPull } from './replay/bagrun.ts'
import { prepareProfile } from './support/chromium.ts'
import { type Bench, compared, type Figure, interleaved, median, type Options, seconds } from './support/figures.ts'
import { openLine } from './support/line.ts'
import { makeWorld } from './support/world.ts'

const STOPS = 120
/** ms; what the issue measured where the rival can't be had. */
const ACTUAL_IN_THE_ISSUE = 3270

const ONE_STOP: Usable = { shown: ['section[data-stop]'], button: { css: 'section[data-stop] button', name: 'Done' }, answered: { css: 'section[data-stop]', attribute: 'data-stop' } }

/** A phone opened in a dead spot, on an address that is not the first one. */
export async function coldStarts({ rounds }: Options): Promise<Bench> {
  const line = await openLine({ roundTrip: 0 })
  const world = await makeWorld({ stops: STOPS })
  const office = await world.prepare()
  line.up(office.port)
  const ours = await prepareProfile(({ page }) => signInAndPull(page, line.origin, world))
  line.down()
  await office.close()
  const actual = await prepareActual()
  const start = () => coldStart(ours, `${line.origin}/pickups`, ONE_STOP)
  try {
    if (actual === null) return { figures: alone(await times(rounds, start)), method: METHOD }
    const pairs = await interleaved(rounds, start, () => coldStart(actual.prepared, actual.address, ACTUAL_USABLE))
    const of = (part: keyof Started) => pairs.map(({ ours, rival }) => ({ ours: ours[part], rival: rival[part] }))
    return {
      figures: [compared(`Offline cold start, ${STOPS} stops, 4x CPU: a tap on Done is answered`, of('answered'), seconds, 0.25), compared('… list and button are there', of('shown'), seconds)],
      method: METHOD,
    }
  } finally {
    ours.remove()
    world.remove()
    await line.close()
    actual?.prepared.remove()
    await actual?.close()
  }
}

function alone(started: readonly Started[]): Figure[] {
  const ms = median(started.map(({ answered }) => answered))
  return [{ what: `Offline cold start, ${STOPS} stops, 4x CPU`, ours: seconds(ms), rival: `${seconds(ACTUAL_IN_THE_ISSUE)} (not run here: the issue’s figure)`, ratio: ms / ACTUAL_IN_THE_ISSUE, aim: 0.25 }]
}

async function times<T>(rounds: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let round = 0; round < rounds; round += 1) done.push(await work())
  return done
}

const METHOD = [
  'Cold start: a new browser process on a copy of the same profile, the server gone, the page’s processor slowed four times (CDP), from the start of the navigation. Bagrun opens /pickups with 120 stops and the tap on Done is answered when the next stop is at hand, so the record is on the disk; @actual-app/web 26.9.0 opens /accounts/all with its own demo budget and the tap on "Add transaction" is answered when its form is open.',
]
