import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Metered {
  /** The delay of the event loop's timers (ms): the 99th percentile and the maximum. */
  readonly delayP99: number
  readonly delayMost: number
  /** The highest memory use of the process above that at the beginning (MB). */
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
    /** Open files and connections; null where the system does not report them. */
    descriptors(): number | null {
      try {
        return readdirSync(DESCRIPTORS).length
      } catch {
        return null
      }
    },
  }
}
