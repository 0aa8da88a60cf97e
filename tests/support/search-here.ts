import { roundSearch } from '#domain/round-order.ts'
import type { OrderAsked, OrderFound } from '#client/shells/route/ask-order.ts'

/** The worker's own search, in this thread: happy-dom has no workers. */
export class SearchHere extends EventTarget {
  postMessage(asked: OrderAsked) {
    // Throws, as a worker does, where something can't be copied.
    const { stops, travel, rules } = structuredClone(asked)
    const search = roundSearch(stops, travel, rules)
    for (let step = 0; step < 20 && !search.isDone(); step++) search.improve(100)
    const { before, withoutPlace, samePlace, onePlace } = search
    const data: OrderFound = { before, after: search.best(), withoutPlace, samePlace, onePlace, isDone: true }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate() {}
}
