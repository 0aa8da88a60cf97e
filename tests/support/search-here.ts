import { roundSearch } from '#domain/round-order.ts'
import { type TimeAsked, timeOfDay } from '#client/features/pickups/order/time-of-day.ts'
import type { OrderAsked, OrderFound } from '#client/shells/route/ask-order.ts'

/** The workers' own work, in this thread: happy-dom has no workers. */
export class SearchHere extends EventTarget {
  readonly #name: string | undefined

  constructor(_url: URL, { name }: WorkerOptions = {}) {
    super()
    this.#name = name
  }

  postMessage(asked: OrderAsked | TimeAsked) {
    // Throws, as a worker does, where something can't be copied.
    const copied = structuredClone(asked)
    const data = this.#name === 'day' ? timeOfDay(copied as TimeAsked) : found(copied as OrderAsked)
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }

  terminate() {}
}

function found({ stops, travel, rules }: OrderAsked): OrderFound {
  const search = roundSearch(stops, travel, rules)
  for (let step = 0; step < 20 && !search.isDone(); step++) search.improve(100)
  const { before, withoutPlace, samePlace, onePlace } = search
  return { before, after: search.best(), withoutPlace, samePlace, onePlace, isDone: true }
}
