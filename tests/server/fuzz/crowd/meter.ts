import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Metered {
  /** How much later than due the event loop came to its timers: 99 of 100 times at most so much, and at most (ms). */
  readonly delayP99: number
  readonly delayMost: number
  /** Memory of the process at its highest, beyond what it took at the beginning (MB). */
  readonly grown: number
}

const RESOLUTION_MS = 5
const EVERY_MS = 50
const MB = 1_000_000
const DESCRIPTORS = '/proc/self/fd'

/** Measures this process. */
export function meter() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let [before, most] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  const look = () => void (most = Math.max(most, process.memoryUsage.rss()))
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
  return {
    begin(): void {
      before = most = process.memoryUsage.rss()
      timer = setInterval(look, EVERY_MS)
      delay.reset()
      delay.enable()
    },
    end(): Metered {
      clearInterval(timer)
      look()
      delay.disable()
      return { delayP99: late(delay.percentile(99)), delayMost: late(delay.max), grown: (most - before) / MB }
    },
    /** Files and connections that are open; null where the system does not tell. */
    descriptors(): number | null {
      try {
        return readdirSync(DESCRIPTORS).length
      } catch {
        return null
      }
    },
  }
}
