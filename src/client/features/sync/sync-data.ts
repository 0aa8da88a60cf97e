import { useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { type Waiting, waiting } from '#client/offline/outbox/attention.ts'
import type { Device } from '#client/offline/store/device.ts'
import { steady } from '#client/offline/live-query.ts'
import { rowsOf } from '#client/offline/store/queries.ts'
import { type Readiness, readReadiness } from '#client/offline/readiness.ts'

/** What the phone knows about its own sending; read from Dexie, never from the network. */

/** A waiting event with its address. */
export interface WaitingAt extends Waiting {
  /** Null: the stop is no longer on the phone. */
  where: string | null
}

export function useWaiting(device: Device): WaitingAt[] | undefined {
  return useLiveQuery(
    steady(async () => {
      const all = await waiting(device)
      const stops = await rowsOf(
        device.db.jobs,
        all.map(({ event }) => event.assignmentID),
      )
      return all.map((one, at) => ({ ...one, where: stops[at] ? `${stops[at].address}, ${stops[at].suburb}` : null }))
    }),
    [device],
  )
}

/** Undefined while being read. `again` reads again: the browser's permissions are not in the database. */
export function useReadiness(device: Device): { readiness: Readiness | undefined; again: () => void } {
  const [look, setLook] = useState(0)
  const readiness = useLiveQuery(
    steady(() => readReadiness(device)),
    [device, look],
  )
  useEffect(() => {
    const onVisible = () => setLook((count) => count + 1)
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
  return { readiness, again: () => setLook((count) => count + 1) }
}
