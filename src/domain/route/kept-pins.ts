import type { OrderProblem, Pin } from './question.ts'

/** The pins that can stand beside each other, by the stop's place in `stops`. */
export interface KeptPins {
  first: number | null
  last: number | null
  /** Seconds after the start; Infinity: any time. */
  before: Float64Array
  problems: OrderProblem[]
}

export function keptPins(stops: readonly number[], pins: readonly Pin[]): KeptPins {
  const nodes = new Map(stops.map((stop, node) => [stop, node]))
  const kept: KeptPins = {
    first: null,
    last: null,
    before: new Float64Array(stops.length).fill(Infinity),
    problems: [],
  }
  for (const pin of pins) {
    const { stop } = pin
    const node = nodes.get(stop)
    if (node === undefined) kept.problems.push({ code: 'pin_without_stop', stop })
    else if ('before' in pin) kept.before[node] = Math.min(kept.before[node]!, pin.before)
    else {
      const { place } = pin
      const other = kept[place]
      if (other === null || other === node) kept[place] = node
      else kept.problems.push({ code: `two_${place}`, stop, instead: stops[other]! })
    }
  }
  if (kept.first !== null && kept.first === kept.last && stops.length > 1) {
    kept.problems.push({ code: 'first_and_last', stop: stops[kept.first]! })
    kept.last = null
  }
  return kept
}

/**
 * The pins that an order can still serve. A time that has passed before the start would else pull every order towards its
 * stop, for nothing.
 */
export function pinsToServe(pins: KeptPins): KeptPins {
  return { ...pins, before: pins.before.map((time) => (time <= 0 ? Infinity : time)) }
}
