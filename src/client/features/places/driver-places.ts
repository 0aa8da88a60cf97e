import { sendPositions } from '#contract/v1/places.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { dayOf } from '#domain/dates.ts'
import { ACCURACY_MAX, POSITION_AGE_MAX } from '#domain/learnt-place.ts'
import { POSITIONS_PER_REQUEST } from '#domain/limits.ts'
import { rounded } from '#domain/place.ts'
import { isVerdict } from '#client/api/answers.ts'
import type { BrowserStorage } from '#client/api/browser-storage.ts'
import type { Call } from '#client/api/call.ts'

type Position = CallOf<typeof sendPositions>['positions'][number]
type Coordinates = Pick<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy'>

export interface PlacesPorts {
  userID: string
  /** The firm's, which says which day a position belongs to. */
  timeZone: string
  storage: Pick<BrowserStorage, 'getItem' | 'setItem' | 'removeItem'>
  call: Call
  /** The phone's position now; null: the phone or the driver gives none. */
  locate(): Promise<Coordinates | null>
  now(): Date
}

/**
 * The positions of this phone at outcomes, from which the office learns where bags stand (domain.md 18). They are
 * recorded only after the driver's own yes, on this phone; they wait here until they are sent, apart from the driver's
 * records, which need none of them; and none of them says when it was measured.
 */
export interface DriverPlaces {
  /** The driver's answer on this phone; null: not asked yet. */
  agreed(): boolean | null
  answer(agrees: boolean): void
  /** Measures once, beside an outcome, which does not wait for it. Never throws. */
  noteStop(assignmentID: string): Promise<void>
  /** Sends what waits, if there is signal. Never throws. */
  send(): Promise<void>
  /** Deletes what waits. */
  forget(): void
  subscribe(listener: () => void): () => void
}

/** More positions than a driver collects without signal. Beyond them the oldest are dropped. */
const WAITING_MAX = 1_000

export function createDriverPlaces(ports: PlacesPorts): DriverPlaces {
  const { userID, timeZone, storage, call, locate, now } = ports
  const answerKey = `rr-places-answer-${userID}`
  const waitingKey = `rr-places-${userID}`
  const listeners = new Set<() => void>()
  let sending: Promise<void> | null = null

  const agreed = () => {
    const answer = storage.getItem(answerKey)
    return answer === null ? null : answer === 'yes'
  }
  const waiting = (): Position[] => {
    try {
      return JSON.parse(storage.getItem(waitingKey) ?? '[]') as Position[]
    } catch {
      return []
    }
  }
  const keep = (positions: readonly Position[]) => {
    if (positions.length === 0) storage.removeItem(waitingKey)
    else storage.setItem(waitingKey, JSON.stringify(positions.slice(-WAITING_MAX)))
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const batch = waiting().slice(0, POSITIONS_PER_REQUEST)
      if (batch.length === 0) return
      const answer = await call(sendPositions, { positions: batch })
      const isRefused = answer.kind === 'refused' && isVerdict(answer) && answer.status !== 401
      if (answer.kind !== 'ok' && !isRefused) return
      // Another may have come meanwhile, also in the place of one that was sent.
      const sent = new Set(batch.map((position) => JSON.stringify(position)))
      keep(waiting().filter((position) => !sent.has(JSON.stringify(position))))
    }
  }

  return {
    agreed,
    answer(agrees) {
      storage.setItem(answerKey, agrees ? 'yes' : 'no')
      if (!agrees) keep([])
      for (const listener of listeners) listener()
    },
    async noteStop(assignmentID) {
      if (agreed() !== true) return
      const day = dayOf(now(), timeZone)
      const here = await locate().catch(() => null)
      // The answer may have changed while the phone looked for itself.
      if (here === null || here.accuracy > ACCURACY_MAX || agreed() !== true) return
      const others = waiting().filter((one) => one.assignmentID !== assignmentID || one.day !== day)
      keep([...others, { assignmentID, day, ...rounded(here), accuracy: Math.round(here.accuracy) }])
    },
    send: () => {
      sending ??= sendAll()
        .catch(() => undefined)
        .finally(() => (sending = null))
      return sending
    },
    forget: () => keep([]),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The browser's position, at most `POSITION_AGE_MAX` seconds old; null: there is none, for whatever reason. */
export function locateInBrowser(): Promise<Coordinates | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      () => resolve(null),
      { enableHighAccuracy: true, maximumAge: POSITION_AGE_MAX * 1000, timeout: POSITION_AGE_MAX * 1000 },
    )
  })
}

/** Whether this phone refuses its position to the app; false too where it can't say. */
export async function isLocationBlocked(): Promise<boolean> {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  return permission?.state === 'denied'
}
