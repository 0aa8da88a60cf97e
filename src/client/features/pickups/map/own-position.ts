import { useCallback, useEffect, useState } from 'react'

type Coordinates = Pick<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy'>

interface OwnPosition {
  /** Null: not known, not yet or not at all. */
  position: Coordinates | null
  problem: 'refused' | 'not-found' | null
  /** Absent where the phone has no position. */
  ask: (() => void) | undefined
}

/**
 * Where the phone is, as long as the map is open: at once where the browser allows it already, else once the driver has
 * asked for it. It is drawn, and neither kept nor sent.
 */
export function useOwnPosition(): OwnPosition {
  const [isWanted, setWanted] = useState(false)
  const [position, setPosition] = useState<Coordinates | null>(null)
  const [problem, setProblem] = useState<OwnPosition['problem']>(null)
  const isThere = 'geolocation' in navigator

  useEffect(() => {
    if (!isThere) return
    let left = false
    // An older browser can't say, or not about positions: then the driver asks.
    void (async () => navigator.permissions.query({ name: 'geolocation' }))().then(
      ({ state }) => {
        if (state === 'granted' && !left) setWanted(true)
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [isThere])

  useEffect(() => {
    if (!isWanted) return
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        // The browser's own object can't be given to a worker.
        setPosition({ latitude, longitude, accuracy })
        setProblem(null)
      },
      ({ code, PERMISSION_DENIED }) => {
        setProblem(code === PERMISSION_DENIED ? 'refused' : 'not-found')
        // When the driver asks again, it begins anew.
        if (code === PERMISSION_DENIED) setWanted(false)
      },
      { enableHighAccuracy: true, maximumAge: 15_000 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [isWanted])

  const ask = useCallback(() => setWanted(true), [])
  return { position, problem, ask: isThere ? ask : undefined }
}
