import { roundSearch } from '#domain/round-order.ts'
import type { OrderAsked, OrderFound } from './ask-order.ts'

/** Looks for the shortest order in a thread of its own, so that the page stays usable. */

/** Between two answers, ms. */
const ANSWER_EVERY = 300
/** Changes tried between two looks at the clock. */
const STEP = 100

addEventListener('message', ({ data }: MessageEvent<OrderAsked>) => {
  const { stops, travel, rules, ms } = data
  const ends = performance.now() + ms
  const search = roundSearch(stops, travel, rules)
  const { before, withoutPlace, samePlace, onePlace } = search
  const tell = (isDone: boolean) =>
    postMessage({ before, after: search.best(), withoutPlace, samePlace, onePlace, isDone } satisfies OrderFound)
  // The first order is there already.
  tell(false)
  for (;;) {
    const next = Math.min(ends, performance.now() + ANSWER_EVERY)
    while (!search.isDone() && performance.now() < next) search.improve(STEP)
    const isDone = search.isDone() || performance.now() >= ends
    tell(isDone)
    if (isDone) return
  }
})
