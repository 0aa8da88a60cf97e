import { Dexie } from 'dexie'
import type { Device } from './device.ts'
import type { StoredEvent } from './stored.ts'

/**
 * While many events are sent the screen follows at this interval, ms; a change after a pause, and every tap, shows at
 * once.
 */
const FOLLOW_EVERY_MS = 300
/**
 * After a slow query the next one waits this many times its duration, up to a limit: the phone has events to send
 * meanwhile.
 */
const REST_TIMES = 8
const REST_AT_MOST_MS = 1_000
/** Failed storage is queried again after this time, ms: no event tells that it works again. */
const FAILED_AGAIN_MS = 1_500

/**
 * Queries now and after every change of this phone's database, in this tab or another, but no oftener than a screen can
 * use: two hundred acknowledgements do not cause two hundred queries of the whole week.
 * @param follow shows a new record without a query; false where it can't, and the query runs at once
 * @returns ends the watch
 */
export function watch<T>(
  device: Device,
  ask: () => Promise<T>,
  show: (value: T) => void,
  fail: (error: unknown) => void,
  follow: (recorded: StoredEvent) => boolean = () => false,
): () => void {
  const { db } = device
  let asking = false
  let changed = false
  /** A record was shown while the query ran: its result may not contain it. */
  let overtaken = false
  let ended = false
  let restUntil = 0
  let timer: ReturnType<typeof setTimeout> | null = null

  const ring = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (ended) return
    if (asking) {
      changed = true
      return
    }
    void look()
  }
  const soon = () => {
    if (asking) changed = true
    else if (timer === null) timer = setTimeout(ring, Math.max(0, restUntil - performance.now()))
  }
  const onEnqueued = (recorded?: StoredEvent) => {
    if (ended || recorded === undefined || !follow(recorded)) return ring()
    overtaken = asking
    restUntil = performance.now() + FOLLOW_EVERY_MS
    if (timer !== null) clearTimeout(timer)
    timer = null
    soon()
  }
  const look = async () => {
    asking = true
    changed = false
    overtaken = false
    let failed = false
    const began = performance.now()
    try {
      const value = await ask()
      if (!ended && !overtaken) show(value)
    } catch (error) {
      failed = true
      if (!ended) fail(error)
    }
    asking = false
    const now = performance.now()
    restUntil =
      now +
      (failed ? FAILED_AGAIN_MS : Math.min(REST_AT_MOST_MS, Math.max(FOLLOW_EVERY_MS, (now - began) * REST_TIMES)))
    changed ||= failed
    if (changed && !ended) soon()
  }
  const onMutated = (parts: object) => {
    const ours = `idb://${db.name}/`
    if (Object.keys(parts).some((part) => part.startsWith(ours))) soon()
  }

  Dexie.on('storagemutated', onMutated)
  device.onEnqueued.add(onEnqueued)
  void look()
  return () => {
    ended = true
    if (timer !== null) clearTimeout(timer)
    Dexie.on('storagemutated').unsubscribe(onMutated)
    device.onEnqueued.delete(onEnqueued)
  }
}
