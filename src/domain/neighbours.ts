import { byKey } from './by-key.ts'
import { compareHouses, compareKeys, compareText, type OrderedStop, orderKey, type OrderKey } from './stop-order.ts'

/** Places a stop without a position beside its nearest neighbour that has one (domain.md 4, Generate). */

interface Keyed<Stop> {
  stop: Stop
  key: OrderKey
}

/** A stop with a position, and the stops to insert before it (nearest last) and after it (nearest first). */
interface Anchor<Stop> extends Keyed<Stop> {
  before: Keyed<Stop>[]
  after: Keyed<Stop>[]
  /** The street is driven from high to low numbers here. */
  down: boolean
}

/**
 * All stops, round by round; those with a position in its order. A stop without one goes beside the nearest house of
 * its street that has one, on the side given by its number and the direction in which the street is driven there; else
 * after the alphabetically preceding street of its suburb (before the following street, if none precedes it); else, if
 * its suburb has no position yet, at the round's end. A round without any positions is sorted by `compareStops`. The
 * result does not depend on the order of the input.
 */
export function placeByNeighbours<Stop extends OrderedStop>(stops: readonly Stop[]): Stop[] {
  const keyed = stops.map((stop) => ({ stop, key: orderKey(stop) })).sort((a, b) => compareKeys(a.key, b.key))
  const rounds = byKey(keyed, ({ key }) => key.runNumber)
  return [...rounds.values()].flatMap((round) => placeRound(round)).map(({ stop }) => stop)
}

/** @param round sorted */
function placeRound<Stop extends OrderedStop>(round: readonly Keyed<Stop>[]): Keyed<Stop>[] {
  const anchors = round
    .filter(({ key }) => key.place !== Infinity)
    .map((one): Anchor<Stop> => ({ ...one, before: [], after: [], down: false }))
  const placeless = round.filter(({ key }) => key.place === Infinity)
  if (anchors.length === 0 || placeless.length === 0) return [...round]
  const suburbs = new Map(
    [...byKey(anchors, ({ key }) => key.suburb)].map(([suburb, inIt]) => [
      suburb,
      byKey(inIt, ({ key }) => key.street),
    ]),
  )
  for (const streets of suburbs.values()) for (const street of streets.values()) sayDirections(street)

  const atTheEnd: Keyed<Stop>[] = []
  const ofOtherStreets: Keyed<Stop>[] = []
  for (const one of placeless) {
    const streets = suburbs.get(one.key.suburb)
    const street = streets?.get(one.key.street)
    if (street) besideNearestHouse(street, one)
    else (streets ? ofOtherStreets : atTheEnd).push(one)
  }
  for (const { before, after, down } of anchors) if (down) [before, after].forEach((beside) => beside.reverse())
  // Stops of other streets stand after those of the anchor's own street, or before them.
  const firsts = new Map<Anchor<Stop>, Keyed<Stop>[]>()
  for (const one of ofOtherStreets) {
    const { anchor, side } = nextStreet(suburbs.get(one.key.suburb)!, one.key.street)
    if (side === 'after') anchor.after.push(one)
    else firsts.set(anchor, [...(firsts.get(anchor) ?? []), one])
  }
  return [
    ...anchors.flatMap((anchor) => [...(firsts.get(anchor) ?? []), ...anchor.before, anchor, ...anchor.after]),
    ...atTheEnd,
  ]
}

/** A street is driven down where its neighbours show it, and none shows up. */
function sayDirections<Stop>(street: readonly Anchor<Stop>[]): void {
  for (const [at, anchor] of street.entries()) {
    const steps = [street[at - 1], anchor, street[at + 1]].filter((one) => one !== undefined)
    anchor.down = steps.length > 1 && steps.every((one, i) => i === 0 || compareHouses(one.key, steps[i - 1]!.key) < 0)
  }
}

/** The lower number is chosen of two equally near houses. */
function besideNearestHouse<Stop>(street: readonly Anchor<Stop>[], one: Keyed<Stop>): void {
  const distance = ({ key }: Keyed<Stop>) => Math.abs(key.number - one.key.number)
  const isLower = (anchor: Anchor<Stop>) => compareHouses(anchor.key, one.key) < 0
  const nearer = (a: Anchor<Stop>, b: Anchor<Stop>) =>
    distance(a) - distance(b) ||
    Number(isLower(b)) - Number(isLower(a)) ||
    (isLower(a) ? compareHouses(b.key, a.key) : compareHouses(a.key, b.key))
  const anchor = street.reduce((best, other) => (nearer(other, best) < 0 ? other : best))
  anchor[isLower(anchor) === anchor.down ? 'before' : 'after'].push(one)
}

function nextStreet<Stop>(
  streets: ReadonlyMap<string, readonly Anchor<Stop>[]>,
  street: string,
): { anchor: Anchor<Stop>; side: 'before' | 'after' } {
  const names = [...streets.keys()].sort(compareText)
  const earlier = names.filter((name) => compareText(name, street) < 0).at(-1)
  if (earlier !== undefined) return { anchor: streets.get(earlier)!.at(-1)!, side: 'after' }
  return { anchor: streets.get(names[0]!)![0]!, side: 'before' }
}
