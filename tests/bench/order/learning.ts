import { addDays } from '#domain/dates.ts'
import { learnFrom, type LearntPlace, type Visit } from '#domain/learnt-place.ts'
import { metresBetween, type Point, rounded } from '#domain/place.ts'
import { seeded } from '#domain/seeded.ts'
import type { Figure } from '../support/figures.ts'

const DRIVERS = 20
const CUSTOMERS = 50
const VISITS = 5
/** Metres: the standard deviation of a phone's position to the north, and to the east. */
const NOISE = 15
/** Every so manyth tap comes when the truck has left, metres. */
const LATE_EVERY = 10
const LATE = { from: 300, to: 3_000 }
const [WITHIN, WORST] = [25, 60]
const SHARE = 0.95

/** How far learnt places are from where the bags stand, after five visits of drivers who sometimes tap late. */
export function learning(): Figure[] {
  const random = seeded(1)
  const wrong: number[] = []
  let unknown = 0
  for (let customer = 0; customer < DRIVERS * CUSTOMERS; customer += 1) {
    const home = { latitude: -33.9 + random() / 5, longitude: 150.9 + random() / 3 }
    let place: LearntPlace | null = null
    let waiting: readonly Visit[] = []
    for (let visit = 0; visit < VISITS; visit += 1) {
      const day = addDays('2026-09-07', 14 * visit)
      const after = learnFrom(place, waiting, [{ day, ...tapAt(home, random) }])
      place = after.learnt ?? place
      waiting = after.waiting
    }
    if (place === null) unknown += 1
    else wrong.push(metresBetween(place, home))
  }
  const near = wrong.filter((metres) => metres <= WITHIN).length / (wrong.length + unknown)
  const worst = Math.max(...wrong)
  return [
    {
      what: `${DRIVERS} drivers with ${CUSTOMERS} customers each, ${VISITS} visits: places learnt within ${WITHIN} m; without a place`,
      ours: `${(near * 100).toFixed(1)} %; ${unknown}`,
      rival: '',
      ratio: null,
      goal: { says: `at least ${SHARE * 100} %`, met: near >= SHARE },
    },
    {
      what: '… the worst place',
      ours: `${worst.toFixed(0)} m`,
      rival: '',
      ratio: null,
      goal: { says: `at most ${WORST} m`, met: worst <= WORST },
    },
  ]
}

function tapAt(home: Point, random: () => number): Point {
  const isLate = random() < 1 / LATE_EVERY
  const angle = 2 * Math.PI * random()
  const away = isLate ? LATE.from + (LATE.to - LATE.from) * random() : 0
  const metre = 1 / 111_195
  const north = (away * Math.cos(angle) + NOISE * normal(random)) * metre
  const east = (away * Math.sin(angle) + NOISE * normal(random)) * metre
  return rounded({
    latitude: home.latitude + north,
    longitude: home.longitude + east / Math.cos((home.latitude * Math.PI) / 180),
  })
}

/** A number of the normal distribution (Box and Muller). */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
