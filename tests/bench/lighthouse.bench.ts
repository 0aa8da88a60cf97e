import { prepareActual } from './cold-start/actual.ts'
import { type Costly, hasLighthouse, light, type Lighted, type Scores } from './lighthouse/run.ts'
import { signInAndPull } from './replay/bagrun.ts'
import { prepareProfile } from './support/chromium.ts'
import { alone, type Bench, interleaved, median, type Options } from './support/figures.ts'
import { openLine } from './support/throttled-line.ts'
import { makeFixture } from '../fixtures/business-on-disk.ts'

const STOPS = 120
const AIMS: Scores = { performance: 95, accessibility: 100, 'best-practices': 100 }

/** The Lighthouse scores of a driver's main screen. */
export async function lighthouse({ rounds }: Options): Promise<Bench> {
  if (!hasLighthouse())
    return { figures: [], method: ['Lighthouse could not be installed here: its figures are left out.'] }
  const line = await openLine({ roundTrip: 0 })
  const fixture = await makeFixture({ stops: STOPS })
  const office = await fixture.prepare()
  line.up(office.port)
  const ours = await prepareProfile(({ page }) => signInAndPull(page, line.origin, fixture))
  const actual = await prepareActual()
  const serving = await actual?.serve()
  try {
    const address = `${line.origin}/pickups`
    const look = async () => {
      const lighted = await light(ours, address)
      if (new URL(lighted.finalURL).pathname !== '/pickups')
        throw new Error(`Lighthouse was sent to ${lighted.finalURL}: nobody is signed in.`)
      return lighted
    }
    const pairs =
      actual === null
        ? (await alone(rounds, look)).map((ours) => ({ ours, rival: null }))
        : await interleaved(rounds, look, () => light(actual.prepared, actual.address))
    const figures = (Object.keys(AIMS) as (keyof Scores)[]).map((category) => {
      const of = median(pairs.map(({ ours }) => ours.scores[category]))
      const theirs = pairs.flatMap(({ rival }) => (rival === null ? [] : [rival.scores[category]]))
      return {
        what: `Lighthouse mobile on /pickups, ${STOPS} stops: ${category}`,
        ours: String(of),
        rival: theirs.length === 0 ? 'not run here' : String(median(theirs)),
        ratio:
          theirs.length === 0
            ? null
            : median(
                pairs.flatMap(({ ours, rival }) =>
                  rival === null ? [] : [ours.scores[category] / rival.scores[category]],
                ),
              ),
        goal: { says: `${AIMS[category]} or better`, met: of >= AIMS[category] },
      }
    })
    return { figures, method: [...METHOD(pairs[0]!.ours), ...costs(pairs.map(({ ours }) => ours))] }
  } finally {
    serving?.stop()
    ours.remove()
    actual?.prepared.remove()
    await actual?.close()
    await office.close()
    fixture.remove()
    await line.close()
  }
}

/** What lowers a score below 100, in the run with the lowest score. */
function costs(lighted: readonly Lighted[]): string[] {
  const worst = new Map<string, Costly>()
  for (const one of lighted.flatMap(({ costly }) => costly)) {
    const before = worst.get(one.id)
    if (before === undefined || one.score < before.score) worst.set(one.id, one)
  }
  return [...worst.values()].map(
    ({ category, title, weight, score, displayValue, where }) =>
      `Costs points in ${category} (weight ${weight}): ${title}, ${score.toFixed(2)}${displayValue === '' ? '' : `, ${displayValue}`}${where.length === 0 ? '' : `; ${where.join('; ')}`}.`,
  )
}

const METHOD = ({ version }: Lighted) => [
  `Lighthouse ${version}, its own mobile settings (simulated slow 4G, processor four times slower), a driver who is signed in with the week on the phone; caches and service worker emptied before each look. Production build, served by the product over HTTP/1.1 with brotli. Beside it: @actual-app/web 26.9.0’s list of transactions with its demo budget, brotli too.`,
]
