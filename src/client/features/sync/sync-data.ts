import { useEffect, useMemo, useRef, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { serverTime } from '#domain/clock.ts'
import type { CustomerServiceType } from '#domain/words.ts'
import { type Waiting, waitingOf } from '#client/offline/unsent.ts'
import type { Device } from '#client/offline/store/device.ts'
import { metaOf, shownWeek, stopOnDevice } from '#client/offline/week.ts'
import { photosRecorded } from '#client/shells/photo-words.ts'
import { useReading } from '#client/ui/core/use-reading.ts'
import { type Readiness, readReadiness } from './readiness.ts'

/** What the phone knows about its own sending; never from the network. */

export interface WaitingAt extends Waiting {
  /** Null: the stop is no longer on the phone. */
  where: string | null
  /** The stop's service type; null: as above. */
  serviceType: CustomerServiceType | null
  /** Those that this phone recorded at the stop, sent ones too, in their order. */
  photos: readonly unknown[]
  /** By the server's clock, ISO, as every time on the page. */
  recordedAt: string
  lastTriedAt: string | null
}

export function useWaiting(device: Device): WaitingAt[] | undefined {
  const week = useReading(shownWeek(device))
  return useMemo(
    () =>
      week &&
      waitingOf(device, week).map((one) => {
        const byServer = (at: string) => serverTime(new Date(at), metaOf(week, 'clockOffsetMs')).toISOString()
        const stop = week.stops.get(one.event.assignmentID)
        return {
          ...one,
          where: stop ? `${stop.address}, ${stop.suburb}` : null,
          serviceType: stop?.serviceType ?? null,
          photos: photosRecorded(stopOnDevice(week, one.event.assignmentID)?.stop.history ?? []),
          recordedAt: byServer(one.event.occurredAt),
          lastTriedAt: one.lastAnswer && byServer(one.lastAnswer.at),
        }
      }),
    [device, week],
  )
}

/** Undefined while being read. `again` reads again, because the browser's permissions are not in the database. */
export function useReadiness(device: Device): { readiness: Readiness | undefined; again: () => void } {
  const [look, setLook] = useState(0)
  const last = useRef<Readiness>(undefined)
  const readiness = useLiveQuery(async () => {
    try {
      last.current = await readReadiness(device)
    } catch (error) {
      // While the storage fails, the last one stays.
      if (last.current === undefined) throw error
    }
    return last.current
  }, [device, look])
  useEffect(() => {
    const onVisible = () => setLook((count) => count + 1)
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
  return { readiness, again: () => setLook((count) => count + 1) }
}
