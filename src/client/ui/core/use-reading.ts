import { useEffect, useState } from 'react'

interface Readable<T> {
  subscribe: (listener: () => void) => () => void
  read: () => T | undefined
}

/**
 * The current value of a reading while the screen is open; on a switch to another reading the old value stays until the
 * new one has a value. The reading's error is thrown.
 */
export function useReading<T>(reading: Readable<T>): T | undefined {
  const [shown, setShown] = useState(reading.read)
  useEffect(() => {
    const show = () => setShown((before) => reading.read() ?? before)
    const end = reading.subscribe(show)
    // The value may have changed between render and this effect.
    show()
    return end
  }, [reading])
  return shown
}
