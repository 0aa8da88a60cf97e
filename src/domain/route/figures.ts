import type { LocalTimes } from './local-times.ts'
import { keptPins } from './kept-pins.ts'
import { isOdd } from './street-links.ts'
import type { OrderAnswer, OrderProblem, OrderQuestion, Street } from './question.ts'

/** The figures of an order, and what it does not hold. @param order stops of `local`, each at most once */
export function answerOf(local: LocalTimes, question: OrderQuestion, order: readonly number[]): OrderAnswer {
  const { stops, size, seconds, service, start, end } = local
  const nodes = new Map(stops.map((stop, node) => [stop, node]))
  const arrivals: number[] = []
  let driven = 0
  let total = 0
  let from = start
  for (const node of [...order.map((stop) => nodes.get(stop)!), ...(order.length > 0 ? [end] : [])]) {
    driven += seconds[from * size + node]!
    total += seconds[from * size + node]!
    if (node < start) arrivals.push(total)
    total += service[node]!
    from = node
  }
  return {
    order: [...order],
    driven,
    total,
    arrivals,
    problems: [
      ...local.problems,
      ...pinProblems(local, question, order, arrivals),
      ...streetProblems(question.streets ?? [], order),
    ],
  }
}

function pinProblems(
  { stops, size, seconds, start }: LocalTimes,
  { pins = [] }: OrderQuestion,
  order: readonly number[],
  arrivals: readonly number[],
): OrderProblem[] {
  const { first, last, before, problems } = keptPins(stops, pins)
  if (first !== null && stops[first] !== order[0]) problems.push({ code: 'not_first', stop: stops[first]! })
  if (last !== null && stops[last] !== order.at(-1)) problems.push({ code: 'not_last', stop: stops[last]! })
  const nodes = new Map(stops.map((stop, node) => [stop, node]))
  for (const [place, stop] of order.entries()) {
    const node = nodes.get(stop)!
    const arrival = arrivals[place]!
    if (arrival <= before[node]!) continue
    const code = seconds[start * size + node]! > before[node]! ? 'too_far_for_time' : 'late'
    problems.push({ code, stop, before: before[node]!, arrival })
  }
  return problems
}

function streetProblems(streets: readonly Street[], order: readonly number[]): OrderProblem[] {
  const places = new Map(order.map((stop, place) => [stop, place]))
  const problems: OrderProblem[] = []
  for (const [street, { way, houses }] of streets.entries()) {
    const here = houses
      .filter(({ stop }) => places.has(stop))
      .map(({ stop, number }) => ({ place: places.get(stop)!, number }))
      .sort((a, b) => a.place - b.place)
    if (here.length === 0) continue
    if (here.at(-1)!.place - here[0]!.place >= here.length) problems.push({ code: 'street_left', street })
    else if (way === 'one-side-and-back' && !isOneSideAndBack(here.map(({ number }) => number)))
      problems.push({ code: 'sides_mixed', street })
  }
  return problems
}

/** Whether the numbers of one side rise and then those of the other fall, or the other way round. */
function isOneSideAndBack(numbers: readonly number[]): boolean {
  const isFirstSide = (number: number) => isOdd(number) === isOdd(numbers[0]!)
  const up = numbers.filter(isFirstSide)
  const back = numbers.filter((number) => !isFirstSide(number))
  if (numbers.slice(0, up.length).some((number) => !isFirstSide(number))) return false
  return (rises(up) && rises(back.toReversed())) || (rises(up.toReversed()) && rises(back))
}

const rises = (numbers: readonly number[]) => numbers.every((number, at) => at === 0 || numbers[at - 1]! <= number)
