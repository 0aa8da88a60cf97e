import { useEffect, useState } from 'react'

interface Readable<T> {
  subscribe: (listener: () => void) => () => void
  read: () => T | undefined
}

/** What a reading says, again and again while the screen is open; of another one, only once it has said something. What it fails with is thrown. */
export function useReading<T>(reading: Readable<T>): T | undefined {
  const [shown, setShown] = useState(reading.read)
  useEffect(() => {
    const show = () => setShown((before) => reading.read() ?? before)
    const end = reading.subscribe(show)
    // What was said between the drawing and this.
    show()
    return end
  }, [reading])
  return shown
}
