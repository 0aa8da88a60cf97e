import { Refused } from '../../http/refused.ts'
import type { Clock } from '../../ports.ts'

const FIRST_MS = 2_000
const LONGEST_MS = 8_000
/** Delayed requests occupy memory and a connection. */
const WAITING_MAX = 100
const WAITING_PER_ADDRESS = 3

/** The delay in ms after this many wrong tries beyond the limit: 2, 4, then 8 seconds. */
export function waitAfter(tooMany: number): number {
  return tooMany <= 0 ? 0 : Math.min(FIRST_MS * 2 ** Math.min(tooMany - 1, 10), LONGEST_MS)
}

/** Delays tries; when too many are delayed already, refuses (429 with Retry-After). One instance per server process. */
export function waitingRoom({ wait }: Pick<Clock, 'wait'>): (ms: number, address: string) => Promise<void> {
  const waiting = new Map<string, number>()
  let all = 0
  return async (ms, address) => {
    if (ms === 0) return
    const here = waiting.get(address) ?? 0
    if (all >= WAITING_MAX || here >= WAITING_PER_ADDRESS)
      throw new Refused('rate_limited', { retryAfterSeconds: Math.ceil(ms / 1000) })
    all += 1
    waiting.set(address, here + 1)
    try {
      await wait(ms)
    } finally {
      all -= 1
      const left = (waiting.get(address) ?? 1) - 1
      if (left > 0) waiting.set(address, left)
      else waiting.delete(address)
    }
  }
}
