import type { OrderProblem, OrderQuestion, RoundEnd, Times } from './question.ts'

/**
 * The question as a square of seconds between its own nodes: the stops, then the start, then the end unless it is the
 * start's point. So every round is a closed tour: the way from the end to the start takes no time, as do ways from and
 * to "anywhere".
 */
export interface LocalTimes {
  stops: number[]
  size: number
  seconds: Float64Array
  service: Float64Array
  start: number
  end: number
  problems: OrderProblem[]
}

export function localTimes(question: OrderQuestion): LocalTimes {
  const { times, service } = question
  const problems: OrderProblem[] = []
  const stops: number[] = []
  const known = new Set<number>()
  for (const stop of question.stops) {
    if (!isPoint(times, stop)) problems.push({ code: 'unknown_stop', stop })
    else if (known.has(stop)) problems.push({ code: 'stop_twice', stop })
    else stops.push(stop)
    known.add(stop)
  }
  if (stops.length === 0) problems.push({ code: 'no_stops' })
  const from = knownEnd(times, question.start)
  const to = knownEnd(times, question.end)
  if (from !== question.start) problems.push({ code: 'unknown_start' })
  if (to !== question.end) problems.push({ code: 'unknown_end' })

  const points: RoundEnd[] = from === to ? [...stops, from] : [...stops, from, to]
  const size = points.length
  const seconds = new Float64Array(size * size)
  let longest = 0
  for (let a = 0; a < size; a += 1) {
    for (let b = 0; b < a; b += 1) {
      const taken = b >= stops.length ? 0 : secondsBetween(times, points[a]!, points[b]!)
      seconds[a * size + b] = taken
      if (taken > longest) longest = taken
    }
  }
  let links = 0
  for (let a = 0; a < size; a += 1) {
    for (let b = 0; b < a; b += 1) {
      if (Number.isNaN(seconds[a * size + b])) {
        seconds[a * size + b] = longest
        links += 1
      }
      seconds[b * size + a] = seconds[a * size + b]!
    }
  }
  if (links > 0) problems.push({ code: 'times_unknown', links })
  return {
    stops,
    size,
    seconds,
    service: Float64Array.from(points, (_, node) => (node < stops.length ? usable(service[stops[node]!], 0) : 0)),
    start: stops.length,
    end: size - 1,
    problems,
  }
}

const isPoint = ({ size }: Times, point: number) => Number.isInteger(point) && point >= 0 && point < size

export const knownEnd = (times: Times, end: RoundEnd): RoundEnd =>
  end === 'anywhere' || isPoint(times, end) ? end : 'anywhere'

/** NaN: unknown. */
export const secondsBetween = ({ size, seconds }: Times, a: RoundEnd, b: RoundEnd): number =>
  a === 'anywhere' || b === 'anywhere' ? 0 : a === b ? 0 : usable(seconds[a * size + b], Number.NaN)

const usable = (seconds: number | undefined, instead: number): number =>
  seconds !== undefined && seconds >= 0 && seconds < Infinity ? seconds : instead
