import { answerOf } from './route/figures.ts'
import { firstTours } from './route/first-tours.ts'
import { type Improver, improver } from './route/improve.ts'
import { keptPins, pinsToServe } from './route/kept-pins.ts'
import { linksOf } from './route/links.ts'
import { localTimes } from './route/local-times.ts'
import type { OrderAnswer, OrderProblem, OrderQuestion } from './route/question.ts'
import { readingOf } from './route/reading.ts'
import { seeded } from './seeded.ts'

/** A search for the shortest order of one driver's stops, which has an answer at any time (domain.md 4, Shortest order). */
export interface OrderSearch {
  /** A step of at most a few milliseconds: so many changes are tried. */
  improve(changes: number): void
  /** Whether going on is worth nothing: so many changes were tried that the order is the shortest we find. */
  isDone(): boolean
  answer(): OrderAnswer
}

/** Already has its first answer when it returns. The same seed and steps give the same order. */
export function orderSearch(question: OrderQuestion & { seed: number }): OrderSearch {
  const local = localTimes(question)
  const { stops } = local
  const pins = pinsToServe(keptPins(stops, question.pins ?? []))
  const reading = readingOf(local, pins)
  const enough = 50 * stops.length ** 2
  let tried = 0
  let search: Improver | null = null
  if (stops.length > 1) {
    const links = linksOf(local, pins, question.streets ?? [])
    const late = reading.isTimed ? reading.late : null
    search = improver(links, firstTours(local, links, pins), late, seeded(question.seed))
  }
  return {
    improve(changes) {
      search?.improve(changes)
      tried += changes
    },
    isDone: () => search === null || tried >= enough,
    answer() {
      const nodes = search === null ? [...stops.keys()] : reading.read(search.best())
      return answerOf(
        local,
        question,
        nodes.map((node) => stops[node]!),
      )
    },
  }
}

/**
 * The shortest order found until the caller has enough, which is asked every few milliseconds.
 * @param enough such as a clock of the caller
 */
export function shortestOrder(question: OrderQuestion & { seed: number; enough: () => boolean }): OrderAnswer {
  const search = orderSearch(question)
  while (!search.isDone() && !question.enough()) search.improve(STEP)
  return search.answer()
}

const STEP = 100

/**
 * The figures of an order somebody has chosen, by the same rules. Stops that the question does not have are left out
 * and named, as are those that the order lacks.
 */
export function figuresOf(question: OrderQuestion, order: readonly number[]): OrderAnswer {
  const local = localTimes(question)
  const asked = new Set(local.stops)
  const problems: OrderProblem[] = []
  const driven = new Set<number>()
  for (const stop of order) {
    if (!asked.has(stop)) problems.push({ code: 'unknown_stop', stop })
    else if (driven.has(stop)) problems.push({ code: 'stop_twice', stop })
    else driven.add(stop)
  }
  for (const stop of local.stops) if (!driven.has(stop)) problems.push({ code: 'stop_missing', stop })
  const answer = answerOf(local, question, [...driven])
  return { ...answer, problems: [...answer.problems, ...problems] }
}
