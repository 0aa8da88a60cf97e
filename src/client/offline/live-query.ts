import { Dexie } from 'dexie'
import type { Device } from './store/device.ts'
import { type StoredEvent, reopening } from './store/schema.ts'

/** Least time between two queries while records change in quick succession, ms. */
const FOLLOW_EVERY_MS = 300
/** The pause after a slow query is this many times its duration, up to a limit, so that sending is not held up. */
const REST_TIMES = 8
const REST_AT_MOST_MS = 1_000
/** Failed storage is queried again after this time, ms, because no event tells that it works again. */
const FAILED_AGAIN_MS = 1_500

/**
 * Queries now and after every change of this phone's database, in this tab or another, but with a pause between two
 * queries: two hundred acknowledgements do not cause two hundred queries of the whole week.
 * @param follow shows a new record without a query; returns false where it can't, and the query then runs at once
 * @returns a function that ends the watch
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
  /** A record was shown while the query ran, so its result may not contain that record. */
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

/** A live query on the phone's database that runs while at least one listener uses it; all listeners share it. */
export interface Reading<T> {
  subscribe: (listener: () => void) => () => void
  /**
   * The value; undefined while the first result is being read. Throws the error of the first query, unless memory has
   * the value; after a later failure the last value stays.
   */
  read: () => T | undefined
  /**
   * Starts the query before there is a listener, so that the first render has the value. Resolves when the query has
   * ended, also when it failed.
   */
  begin: () => Promise<void>
}

/** A reading without listeners ends after this time, ms; a slow phone renders its first screen within two seconds. */
const UNWANTED_AFTER_MS = 10_000

/**
 * @param follow computes the value after more records without a new query; null where it can't. `failing`: the database
 * fails too
 * @param recall the value as memory has it, with the records beside the database, for when a screen's first query
 * fails; null where memory has none, and the screen shows the error
 */
export function createReading<T>(
  device: Device,
  ask: () => Promise<T>,
  follow: (before: T, recorded: readonly StoredEvent[], failing: boolean) => T | null = () => null,
  recall: () => T | null = () => null,
): Reading<T> {
  const listeners = new Set<() => void>()
  let seen: { value: T } | { error: unknown } | null = null
  let end: (() => void) | null = null
  const tell = (next: typeof seen) => {
    seen = next
    for (const listener of listeners) listener()
  }
  const { db } = device
  /** The unsent records that the last value was computed with. */
  let included = new Set<string>()
  let asked = included
  const onMore = (recorded: readonly StoredEvent[], failing: boolean) => {
    const value = seen !== null && 'value' in seen ? follow(seen.value, recorded, failing) : null
    if (value === null) return false
    for (const { eventID } of recorded) included.add(eventID)
    tell({ value })
    return true
  }
  const onRecorded = (recorded: StoredEvent) => onMore([recorded], db.aside.has(recorded.eventID))
  // While the storage fails, the screen keeps its last value and adds the records in memory.
  const onFailed = (error: unknown) => {
    if (seen === null || 'error' in seen) {
      const value = recall()
      if (value === null) return tell({ error })
      included = new Set(db.beside().keys())
      return tell({ value })
    }
    const more = [...db.beside().values()].filter(({ eventID }) => !included.has(eventID))
    if (more.length > 0) onMore(more, true)
  }
  const begin = () =>
    (end ??= watch(
      device,
      () => {
        asked = new Set([...db.live.keys(), ...db.aside.keys()])
        return reopening(db, ask)
      },
      (value) => {
        included = asked
        tell({ value })
      },
      onFailed,
      onRecorded,
    ))
  const endUnwanted = () => {
    if (listeners.size > 0) return
    end?.()
    end = null
    seen = null
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      begin()
      return () => {
        listeners.delete(listener)
        endUnwanted()
      }
    },
    read: () => {
      if (seen !== null && 'error' in seen) throw seen.error
      return seen?.value
    },
    begin: () =>
      new Promise((resolve) => {
        const first = () => {
          listeners.delete(first)
          if (seen !== null && 'error' in seen) endUnwanted()
          else device.ports.timers.set(UNWANTED_AFTER_MS, endUnwanted)
          resolve()
        }
        listeners.add(first)
        begin()
      }),
  }
}

/** Wraps a query so that it returns its last value while the storage fails. */
export function steady<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { value: T } | null = null
  return async () => {
    try {
      last = { value: await ask() }
    } catch (error) {
      if (last === null) throw error
    }
    return last.value
  }
}
