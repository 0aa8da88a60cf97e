import { reopening } from './database.ts'
import type { Device } from './device.ts'
import type { StoredEvent } from './stored.ts'
import { watch } from './watch.ts'

/** A live query on the phone's database that runs while at least one listener uses it; all listeners share it. */
export interface Reading<T> {
  subscribe: (listener: () => void) => () => void
  /**
   * Undefined while the first result is being read. Throws the error of the first reading; after a later failure the
   * last value stays.
   */
  read: () => T | undefined
  /**
   * Starts before there is a listener, so that the first render has the value. Resolves when it is there, or could not
   * be read.
   */
  begin: () => Promise<void>
}

/** A reading without listeners ends after this time, ms. A slow phone renders its first screen within two seconds. */
const UNWANTED_AFTER_MS = 10_000

/** @param follow computes the value after one more record without a new query; null where it can't */
export function createReading<T>(
  device: Device,
  ask: () => Promise<T>,
  follow: (before: T, recorded: StoredEvent) => T | null = () => null,
): Reading<T> {
  const listeners = new Set<() => void>()
  let seen: { value: T } | { error: unknown } | null = null
  let end: (() => void) | null = null
  const tell = (next: typeof seen) => {
    seen = next
    for (const listener of listeners) listener()
  }
  const onRecorded = (recorded: StoredEvent) => {
    const value = seen !== null && 'value' in seen ? follow(seen.value, recorded) : null
    if (value !== null) tell({ value })
    return value !== null
  }
  // While the storage fails, a screen keeps its last value and what was entered on it.
  const onFailed = (error: unknown) => (seen !== null && 'value' in seen ? undefined : tell({ error }))
  const begin = () =>
    (end ??= watch(
      device,
      () => reopening(device.db, ask),
      (value) => tell({ value }),
      onFailed,
      onRecorded,
    ))
  const endUnwanted = () => {
    if (listeners.size > 0) return
    end?.()
    end = null
    // The next listener must not get an old value or an old error.
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

/** The same query, but while the storage fails it returns its last value. */
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
