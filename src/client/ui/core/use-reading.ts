import { useEffect, useState } from 'react'

interface Readable<T> {
  subscribe: (listener: () => void) => () => void
  read: () => T | undefined
}

/**
 * The current value of a reading while the screen is open; a switch to another reading keeps the old value until the
 * new one has one. Throws the reading's error.
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
