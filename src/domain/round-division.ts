import { divideRound } from './divided-round.ts'
import type { DriverOfRound } from './route/drivers-trucks.ts'
import type { Point } from './place.ts'
import { byKey } from './by-key.ts'
import { besidePlaced } from './round-neighbours.ts'
import { type SharedPoints, sharedPoints, withOthers } from './round-order.ts'
import {
  type Placed,
  placedOf,
  pointsQuestion,
  problemsOf,
  questionOf,
  type RoundProblem,
  type RoundRules,
  type RoundStop,
  farAway,
  unplacedWishes,
  wayOver,
  wishesOf,
} from './round-question.ts'
import { figuresAlong, type RoundFigures } from './round-times.ts'
import { secondsAtStop, type Travel } from './way-times.ts'
import { figuresOf } from './route.ts'
import type { OrderAnswer } from './route/question.ts'
import { compareStops } from './stop-order.ts'

/** Divides a run's open stops among drivers anew (domain.md 4, Divided round). */

export interface DividedStop extends RoundStop {
  /** The driver who has the stop now; null: it has none. */
  driverID: string | null
  /** Whose it always is; null: anybody's. */
  tiedTo: string | null
  /** To be expected. */
  bags: number
}

export interface DividingDriver {
  driverID: string
  start: Point | null
  end: Point | null
  /** Null: any number. */
  truckBags: number | null
  /** Hours; null: any. */
  longestDay: number | null
  /** Gets stops; else only gives theirs away. */
  takesPart: boolean
}

export interface DivisionAsked extends Pick<RoundRules, 'startTime' | 'streets'> {
  stops: readonly DividedStop[]
  drivers: readonly DividingDriver[]
  /** Equal days, or only the shortest way in all. */
  hours: 'equal' | 'any'
  travel: Travel
  seed?: number
  /** From 0 to 1: how much of the time given has passed. */
  progress: () => number
}

export interface ShareFigures extends RoundFigures {
  stops: number
  /** To be expected. */
  bags: number
}

export interface Share {
  /** Null: the stops without a driver. */
  driverID: string | null
  before: ShareFigures
  after: ShareFigures
  /** The stops from then on, in order. */
  assignmentIDs: string[]
}

export type DivisionTrouble =
  | RoundProblem
  | { code: 'no_drivers' | 'no_places' }
  /** Always this driver's, who does not take part. */
  | { code: 'tied_elsewhere'; stop: string; driverID: string }
  | { code: 'bags_over_all'; bags: number }
  | { code: 'too_many_bags'; driverID: string; bags: number }
  | { code: 'too_long_day'; driverID: string; seconds: number }

export interface RoundDivision extends SharedPoints {
  /** Every driver who takes part or has stops now has a share; the stops without a driver come last. */
  shares: Share[]
  problems: DivisionTrouble[]
  withoutPlace: number
}

export function divideRun(asked: DivisionAsked): RoundDivision {
  const { drivers, travel } = asked
  const atStop = secondsAtStop(travel)
  const today = [...asked.stops].sort(compareStops)
  const placed = placedOf(today)
  const taking = drivers.filter(({ takesPart }) => takesPart)
  const withoutPlace = today.length - placed.length
  const before = (driverID: string | null) => figuresToday(asked, today, driverID)
  const nobodys = today.some(({ driverID }) => driverID === null) ? [null] : []
  const concerned = [
    ...drivers
      .filter(({ driverID, takesPart }) => takesPart || today.some((stop) => stop.driverID === driverID))
      .map(({ driverID }) => driverID),
    ...nobodys,
  ]
  if (taking.length === 0 || placed.length === 0) {
    const shares = concerned.map((driverID) => ({
      driverID,
      before: before(driverID),
      after: before(driverID),
      assignmentIDs: today.filter((stop) => stop.driverID === driverID).map(({ assignmentID }) => assignmentID),
    }))
    return {
      shares,
      problems: [{ code: taking.length === 0 ? 'no_drivers' : 'no_places' }],
      withoutPlace,
      ...sharedPoints(placed),
    }
  }

  const tiedTo = (stop: DividedStop) => taking.findIndex(({ driverID }) => driverID === stop.tiedTo)
  const beside = besidePlaced(
    today,
    placed.map(({ stop }) => stop),
  )
  // Their bags and time count where they go, those of a tied one with its driver.
  const companions = byKey(
    [...beside.keys()].filter((stop) => tiedTo(stop) === -1),
    (stop) => beside.get(stop)!,
  )
  const { rounds, problems } = divided(asked, placed, taking, companions)
  const orders = rounds.map(({ order }) => order.map((at) => placed[at]!.stop))
  const tied = taking.map((_, driver) => [...beside.keys()].filter((stop) => tiedTo(stop) === driver))
  const shares = concerned.map((driverID): Share => {
    const at = taking.findIndex((driver) => driver.driverID === driverID)
    if (at === -1) return { driverID, before: before(driverID), after: NOTHING, assignmentIDs: [] }
    const own = [...orders[at]!, ...orders[at]!.flatMap((stop) => companions.get(stop) ?? []), ...tied[at]!]
    const { start, end } = taking[at]!
    const { order, total } = rounds[at]!
    const way = wayOver(
      start,
      order.map((index) => placed[index]!),
      end,
    )
    const figures = figuresAlong(way, total, travel)
    return {
      driverID,
      before: before(driverID),
      after: {
        stops: own.length,
        bags: bagsIn(own),
        ...figures,
        seconds: figures.seconds + tied[at]!.length * atStop,
      },
      assignmentIDs: withOthers(own, orders[at]!),
    }
  })
  return {
    shares,
    withoutPlace,
    ...sharedPoints(placed),
    problems: [
      ...problems,
      ...unplacedWishes(today),
      ...farAway(placed),
      ...tiedElsewhere(today, taking),
      ...tooMuch(today, shares, taking),
    ],
  }
}

const NOTHING: ShareFigures = { stops: 0, bags: 0, metres: 0, seconds: 0, ways: 0, drivenWays: 0 }

const bagsIn = (stops: readonly DividedStop[]) => stops.reduce((sum, { bags }) => sum + bags, 0)

/** @param companions the stops without a place that go where one with a place goes */
function divided(
  asked: DivisionAsked,
  placed: readonly Placed<DividedStop>[],
  taking: readonly DividingDriver[],
  companions: ReadonlyMap<DividedStop, readonly DividedStop[]>,
) {
  const stops = placed.map(({ stop }) => stop)
  const points: Point[] = []
  const pointAt = (point: Point | null) => (point === null ? 'anywhere' : placed.length + points.push(point) - 1)
  const drivers = taking.map(({ driverID, start, end, truckBags, longestDay }): DriverOfRound => ({
    start: pointAt(start),
    end: pointAt(end),
    ...(truckBags !== null && { capacity: truckBags }),
    ...(longestDay !== null && { longestDay: longestDay * 3600 }),
    tied: stops.flatMap(({ tiedTo }, at) => (tiedTo === driverID ? [at] : [])),
  }))
  const answer = divideRound({
    ...pointsQuestion(placed, points, asked.travel),
    ...wishesOf(placed, asked),
    service: stops.map((stop) => (1 + (companions.get(stop)?.length ?? 0)) * secondsAtStop(asked.travel)),
    bags: stops.map((stop) => stop.bags + bagsIn(companions.get(stop) ?? [])),
    drivers,
    hours: asked.hours,
    seed: asked.seed ?? 1,
    progress: asked.progress,
  })
  const problems = answer.rounds.flatMap((round) => problemsOf(round.problems, placed, asked))
  return { rounds: answer.rounds, problems: unique(problems) }
}

/** Each sentence once: every round names what it could not know, such as times. */
const unique = (problems: readonly RoundProblem[]): RoundProblem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
]

/** What a driver's stops are today, in today's order. */
function figuresToday(asked: DivisionAsked, today: readonly DividedStop[], driverID: string | null): ShareFigures {
  const own = today.filter((stop) => stop.driverID === driverID)
  const placed = placedOf(own)
  const driver = asked.drivers.find((one) => one.driverID === driverID)
  const rules = { ...asked, start: driver?.start ?? null, end: driver?.end ?? null }
  const question = questionOf(placed, rules, asked.travel)
  const answer: OrderAnswer = figuresOf(question, question.stops)
  const way = wayOver(
    rules.start,
    answer.order.map((index) => placed[index]!),
    rules.end,
  )
  const figures = figuresAlong(way, answer.total, asked.travel)
  const unplaced = (own.length - placed.length) * secondsAtStop(asked.travel)
  return { ...figures, stops: own.length, bags: bagsIn(own), seconds: figures.seconds + unplaced }
}

const tiedElsewhere = (stops: readonly DividedStop[], taking: readonly DividingDriver[]): DivisionTrouble[] =>
  stops.flatMap(({ assignmentID: stop, tiedTo: driverID }) =>
    driverID === null || taking.some((driver) => driver.driverID === driverID)
      ? []
      : [{ code: 'tied_elsewhere' as const, stop, driverID }],
  )

/** Counted anew with the stops that have no place. */
function tooMuch(
  stops: readonly DividedStop[],
  shares: readonly Share[],
  taking: readonly DividingDriver[],
): DivisionTrouble[] {
  const room = taking.reduce((sum, { truckBags }) => sum + (truckBags ?? Infinity), 0)
  const over = bagsIn(stops) - room
  return [
    ...(over > 0 ? [{ code: 'bags_over_all' as const, bags: over }] : []),
    ...taking.flatMap(({ driverID, truckBags, longestDay }): DivisionTrouble[] => {
      const { after } = shares.find((share) => share.driverID === driverID)!
      const bags = after.bags - (truckBags ?? Infinity)
      const seconds = after.seconds - (longestDay ?? Infinity) * 3600
      return [
        ...(bags > 0 ? [{ code: 'too_many_bags' as const, driverID, bags }] : []),
        ...(seconds > 0 ? [{ code: 'too_long_day' as const, driverID, seconds }] : []),
      ]
    }),
  ]
}
