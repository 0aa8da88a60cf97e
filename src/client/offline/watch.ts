import { Dexie } from 'dexie'
import type { Phone } from './phone.ts'
import type { StoredEvent } from './stored.ts'

/** While much is sent at once the screen follows so often, ms; a change after a rest, and every tap, shows at once. */
const FOLLOW_EVERY_MS = 300
/** A phone that takes long to answer rests so many times as long, up to a limit: it has the records to send meanwhile. */
const REST_TIMES = 8
const REST_AT_MOST_MS = 1_000
/** Storage that failed is asked again after so long, ms: no event tells that it works again. */
const FAILED_AGAIN_MS = 1_500

/**
 * Asks now and after every change of this phone's database, in this tab or another, but not oftener than a screen can use:
 * two hundred acknowledgements are not two hundred readings of the whole week.
 * @param follow shows by itself what was just recorded on the disk; false where it can't, and all is asked again at once
 * @returns ends it
 */
export function watch<T>(
  phone: Phone,
  ask: () => Promise<T>,
  show: (value: T) => void,
  fail: (error: unknown) => void,
  follow: (recorded: StoredEvent) => boolean = () => false,
): () => void {
  const { db } = phone
  let asking = false
  let changed = false
  /** What is being asked was overtaken: its answer may not hold what is on the screen already. */
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
  phone.onEnqueued.add(onEnqueued)
  void look()
  return () => {
    ended = true
    if (timer !== null) clearTimeout(timer)
    Dexie.on('storagemutated').unsubscribe(onMutated)
    phone.onEnqueued.delete(onEnqueued)
  }
}
