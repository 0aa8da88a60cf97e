import { useSyncExternalStore } from 'react'
import type { Phone } from '#client/offline/phone.ts'
import { readStatus, type SyncStatus } from '#client/offline/status.ts'
import { watch } from '#client/offline/watch.ts'

/** How the phone's sending stands. Apart from the rest of sync's data, which brings schemas the first paint need not wait for. */
export function useSyncStatus(phone: Phone): SyncStatus | undefined {
  const { subscribe, read } = readingOf(phone)
  return useSyncExternalStore(subscribe, read)
}

interface Reading {
  subscribe: (listener: () => void) => () => void
  /** Undefined while it is being read. Throws what the reading failed with. */
  read: () => SyncStatus | undefined
}

/** One reading for the chip, the warnings and the frame: three would ask the phone the same at every acknowledgement. */
const readings = new WeakMap<Phone, Reading>()

function readingOf(phone: Phone): Reading {
  const known = readings.get(phone)
  if (known) return known
  const listeners = new Set<() => void>()
  let seen: { status: SyncStatus } | { error: unknown } | null = null
  let end: (() => void) | null = null
  const tell = (next: typeof seen) => {
    seen = next
    for (const listener of listeners) listener()
  }
  const begin = () => watch(phone, () => readStatus(phone.db, phone.ports.now()), (status) => tell({ status }), (error) => tell({ error }))
  const reading: Reading = {
    subscribe: (listener) => {
      listeners.add(listener)
      end ??= begin()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        end?.()
        end = null
      }
    },
    read: () => {
      if (seen !== null && 'error' in seen) throw seen.error
      return seen?.status
    },
  }
  readings.set(phone, reading)
  return reading
}
