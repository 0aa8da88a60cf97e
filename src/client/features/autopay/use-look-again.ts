import { useEffect, useState } from 'react'

const LOOK_EVERY_MS = 2000
/** It stops asking after a minute. */
const MOST_LOOKS = 30

/**
 * Looks every two seconds, up to a minute, because the browser comes back from the provider before the server has heard
 * of it. @returns whether it has given up
 */
export function useLookAgain(waits: boolean, look: () => Promise<unknown>): boolean {
  const [looks, setLooks] = useState(0)
  const over = looks >= MOST_LOOKS
  useEffect(() => {
    if (!waits || over) return
    let gone = false
    const later = setTimeout(async () => {
      await look()
      if (!gone) setLooks(looks + 1)
    }, LOOK_EVERY_MS)
    return () => {
      gone = true
      clearTimeout(later)
    }
  }, [waits, over, looks, look])
  return over
}
