import { useSyncExternalStore } from 'react'

interface Readable<T> {
  subscribe: (listener: () => void) => () => void
  read: () => T | undefined
}

/** The current value while the screen is open; undefined while it is read. Throws the reading's error. */
export function useReading<T>({ subscribe, read }: Readable<T>): T | undefined {
  return useSyncExternalStore(subscribe, read)
}
