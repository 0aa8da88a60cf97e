import { annealed } from './route/anneal.ts'
import { type DriverOfRound, trucksQuestion } from './route/drivers-trucks.ts'
import { localTimes } from './route/local-times.ts'
import type { OrderAnswer, OrderProblem, OrderQuestion } from './route/question.ts'
import { orderSearch } from './route.ts'
import { seeded } from './seeded.ts'

/** What is asked when stops are divided among drivers. Stops, starts and ends are points of `times`. */
export interface DivisionQuestion extends Pick<OrderQuestion, 'times' | 'service' | 'stops' | 'pins' | 'streets'> {
  /** Bags at each point, by its number; none where it says nothing. */
  bags: ArrayLike<number>
  drivers: readonly DriverOfRound[]
  /** Equal days, at the price of a little more driving, or only the shortest way in all. */
  hours: 'equal' | 'any'
  seed: number
  /** From 0 to 1: how much of the time given has passed; asked every few milliseconds. 1 ends the search. */
  progress: () => number
}

export type DivisionProblem =
  | OrderProblem
  | { code: 'no_drivers' }
  /** Tied to several drivers: the first one has it. */
  | { code: 'tied_twice'; stop: number }
  /** More bags than all trucks can carry. */
  | { code: 'bags_over_all'; bags: number }
  | { code: 'too_many_bags'; driver: number; bags: number }
  /** Longer than this driver's longest day, by so many seconds. */
  | { code: 'too_long_day'; driver: number; seconds: number }

export interface DivisionAnswer {
  /** For each driver, with the problems of their own order. */
  rounds: (OrderAnswer & { bags: number })[]
  problems: DivisionProblem[]
}

const ANNEALED = 0.95
const KICKS_A_STOP = 20

/**
 * Divides stops among drivers: every stop has one, the days are equal and the ways short. What no division can hold is
 * named by how much it is too much (domain.md 4, Shortest order).
 */
export function divideRound(question: DivisionQuestion): DivisionAnswer {
  const { drivers, progress, seed } = question
  const local = localTimes({ ...question, start: 'anywhere', end: 'anywhere' })
  const problems: DivisionProblem[] = [...local.problems]
  if (drivers.length === 0) return { rounds: [], problems: [...problems, { code: 'no_drivers' }] }
  const { trucks, tiedTwice } = trucksQuestion(local, question)
  for (const stop of tiedTwice) problems.push({ code: 'tied_twice', stop })

  const found =
    local.stops.length === 0
      ? drivers.map(() => [])
      : annealed({ ...trucks, random: seeded(seed), progress: () => progress() / ANNEALED })
  const rounds = found.map((nodes, driver) => {
    const stops = nodes.map((node) => local.stops[node]!)
    return { ...ordered(question, driver, stops), bags: nodes.reduce((sum, node) => sum + trucks.bags[node]!, 0) }
  })
  const over =
    trucks.bags.reduce((sum, one) => sum + one, 0) - trucks.trucks.reduce((sum, one) => sum + one.capacity, 0)
  if (over > 0) problems.push({ code: 'bags_over_all', bags: over })
  for (const [driver, round] of rounds.entries()) {
    const { capacity, longestDay } = trucks.trucks[driver]!
    if (round.bags > capacity) problems.push({ code: 'too_many_bags', driver, bags: round.bags - capacity })
    if (round.total > longestDay + 1e-6)
      problems.push({ code: 'too_long_day', driver, seconds: round.total - longestDay })
  }
  return { rounds, problems }
}

/** One driver's stops in their shortest order, with the pins and streets that are among them. */
function ordered(question: DivisionQuestion, driver: number, stops: readonly number[]): OrderAnswer {
  if (stops.length === 0) return { order: [], driven: 0, total: 0, arrivals: [], problems: [] }
  const { start, end } = question.drivers[driver]!
  const own = new Set(stops)
  const pins = (question.pins ?? []).filter(({ stop }) => own.has(stop))
  const search = orderSearch({ ...question, start, end, stops, pins })
  search.improve(KICKS_A_STOP * stops.length)
  return search.answer()
}
