import { middleOf } from '#domain/middle.ts'
import type { Point } from '#domain/place.ts'
import { placeOf } from '#domain/known-place.ts'
import { isCancelledByCustomer, isMissed, isOff, isToDo, stopsToCome, type Stop } from '../stops.ts'
import type { Dot, DotKind } from './draw.ts'
import { flattened, together, type XY } from './geometry.ts'

/** What the map shows of a run. */
export interface MapContent {
  /** The point in the middle, from which the ground is measured. */
  middle: Point
  dots: readonly Dot[]
  /** The stop of each dot. */
  stops: readonly Stop[]
  line: readonly XY[]
  /** Without places so far from the others that nothing else could be told apart. */
  near: readonly XY[]
}

interface Divided {
  /** The stops of the run that have a place, in its order; stops that left the run are on neither list. */
  placed: readonly Stop[]
  without: readonly Stop[]
}

export function divided(stops: readonly Stop[]): Divided {
  const onRun = stops.filter((stop) => !isOff(stop))
  return {
    placed: onRun.filter((stop) => placeOf(stop) !== null),
    without: onRun.filter((stop) => placeOf(stop) === null),
  }
}

/** The order in which dots get room: what is to come, what was not collected, what is done. */
const RANKS: readonly DotKind[] = ['next', 'to-do', 'cancelled', 'missed', 'done']

/** @param placed at least one @param nextID the next stop of the run */
export function mapContent(placed: readonly Stop[], nextID: string | null): MapContent {
  const kindOf = (stop: Stop): DotKind => {
    if (stop.assignmentID === nextID) return 'next'
    if (isToDo(stop)) return isCancelledByCustomer(stop) ? 'cancelled' : 'to-do'
    return isMissed(stop) ? 'missed' : 'done'
  }
  const stops = placed.toSorted((a, b) => RANKS.indexOf(kindOf(a)) - RANKS.indexOf(kindOf(b)))
  const points = stops.flatMap((stop) => placeOf(stop) ?? [])
  const middle = middleOf(points)
  const places = points.map((point) => flattened(point, middle))
  const at = new Map(stops.map(({ assignmentID }, index) => [assignmentID, places[index]!]))
  return {
    middle,
    stops,
    dots: stops.map((stop, index) => ({
      ...places[index]!,
      number: String(stop.number),
      kind: kindOf(stop),
      street: streetOf(stop.address),
    })),
    line: stopsToCome(stops).map(({ assignmentID }) => at.get(assignmentID)!),
    near: together(places),
  }
}

/** What follows the house: "Unit 2, 14A Old Castle Rd, rear" -> "Old Castle Rd". Only for reading, so it may miss. */
function streetOf(address: string): string {
  return /.*\d[a-z]?[\s,]+([^\d,(][^,(]*)/i.exec(address)?.[1]?.trim() ?? address
}
