/** Seconds between points, flat: from a to b at `a * size + b`, the same both ways. */
export interface Times {
  size: number
  seconds: Float64Array | Int32Array
}

/** Where a driver starts or ends: a point, or wherever the first or last stop is. */
export type RoundEnd = number | 'anywhere'

/** Where a stop has to be in the order, or by when it has to be reached, in seconds after the start. */
export type Pin = { stop: number; place: 'first' | 'last' } | { stop: number; before: number }

/**
 * A street that is driven whole before it is left: its houses as they come, or one side up and the other side back, odd
 * or even numbers first, from either end of the street.
 */
export interface Street {
  way: 'both-sides' | 'one-side-and-back'
  houses: readonly { stop: number; number: number }[]
}

/** What is asked of one driver's order. Stops, start and end are points of `times`. */
export interface OrderQuestion {
  times: Times
  /** Seconds spent at each point, by its number; none where it says nothing. */
  service: ArrayLike<number>
  start: RoundEnd
  end: RoundEnd
  /** In the order of today: the answer is never longer, where this order holds the pins and streets. */
  stops: readonly number[]
  pins?: readonly Pin[]
  streets?: readonly Street[]
}

/** What an order does not hold, or why a question was not answered as it was asked. */
export type OrderProblem =
  | { code: 'no_stops' }
  | { code: 'unknown_start' }
  | { code: 'unknown_end' }
  | { code: 'unknown_stop'; stop: number }
  | { code: 'stop_twice'; stop: number }
  | { code: 'stop_missing'; stop: number }
  /** Times that are missing or make no sense count as the longest that is known. */
  | { code: 'times_unknown'; links: number }
  | { code: 'pin_without_stop'; stop: number }
  | { code: 'two_first'; stop: number; instead: number }
  | { code: 'two_last'; stop: number; instead: number }
  | { code: 'first_and_last'; stop: number }
  | { code: 'not_first'; stop: number }
  | { code: 'not_last'; stop: number }
  /** Even driving there directly takes too long. */
  | { code: 'too_far_for_time'; stop: number; before: number; arrival: number }
  | { code: 'late'; stop: number; before: number; arrival: number }
  | { code: 'street_left'; street: number }
  | { code: 'sides_mixed'; street: number }

/** An order with its figures, in seconds. */
export interface OrderAnswer {
  order: number[]
  /** The driving from the start over all stops to the end. */
  driven: number
  /** Driven, and spent at the stops. */
  total: number
  /** After the start, for each stop of the order. */
  arrivals: number[]
  problems: OrderProblem[]
}
