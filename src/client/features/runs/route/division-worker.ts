import { divideRun } from '#domain/round-division.ts'
import type { DivisionRequest, DivisionSaid } from './ask-division.ts'

/** Divides a run in a thread of its own, so that the page stays usable. */

/** Between two words about the progress, ms. */
const SAY_EVERY = 200

addEventListener('message', ({ data: { ms, ...asked } }: MessageEvent<DivisionRequest>) => {
  const began = performance.now()
  let next = began + SAY_EVERY
  const say = (said: DivisionSaid) => postMessage(said)
  const progress = () => {
    const now = performance.now()
    const passed = Math.min(1, (now - began) / ms)
    if (now >= next) {
      next = now + SAY_EVERY
      say({ progress: passed })
    }
    return passed
  }
  say({ division: divideRun({ ...asked, progress }) })
})
