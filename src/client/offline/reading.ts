import { reopening } from './database.ts'
import type { Phone } from './phone.ts'
import type { StoredEvent } from './stored.ts'
import { watch } from './watch.ts'

/** A question to the phone, followed as long as somebody shows its answer: one reading, however many show it. */
export interface Reading<T> {
  subscribe: (listener: () => void) => () => void
  /** Undefined while it is being read. Throws what the first reading failed with; a later failure leaves what was read before. */
  read: () => T | undefined
  /** Asks before anybody shows it, so that the first drawing has the answer. Resolves when it is there, or could not be had. */
  begin: () => Promise<void>
}

/** An answer nobody took up is not followed for longer, ms. A slow phone draws its first screen within two seconds. */
const UNWANTED_AFTER_MS = 10_000

/** @param follow the answer after one more record, where it can be told without asking all of it again; else null */
export function createReading<T>(
  phone: Phone,
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
  // A screen keeps what it shows, and what was entered on it, while the storage fails.
  const onFailed = (error: unknown) => (seen !== null && 'value' in seen ? undefined : tell({ error }))
  const begin = () =>
    (end ??= watch(
      phone,
      () => reopening(phone.db, ask),
      (value) => tell({ value }),
      onFailed,
      onRecorded,
    ))
  const endUnwanted = () => {
    if (listeners.size > 0) return
    end?.()
    end = null
    // An old answer is not shown to whoever asks next, nor an old failure.
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
          else phone.ports.timers.set(UNWANTED_AFTER_MS, endUnwanted)
          resolve()
        }
        listeners.add(first)
        begin()
      }),
  }
}

/** The same question; while the storage fails it is answered as it was the last time. */
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
