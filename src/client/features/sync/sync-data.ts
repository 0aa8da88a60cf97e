import { useEffect, useMemo, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { type Waiting, waiting, waitingInMemory } from '#client/offline/outbox/attention.ts'
import type { Device } from '#client/offline/store/device.ts'
import { createReading, type Reading, steady } from '#client/offline/live-query.ts'
import { rowsOf } from '#client/offline/store/queries.ts'
import type { StoredEvent, StoredStop } from '#client/offline/store/schema.ts'
import { type Readiness, readReadiness } from '#client/offline/readiness.ts'
import { useReading } from '#client/ui/core/use-reading.ts'

/** What the phone knows about its own sending; read from Dexie, never from the network. */

export interface WaitingAt extends Waiting {
  /** Null: the stop is no longer on the phone. */
  where: string | null
}

export function useWaiting(device: Device): WaitingAt[] | undefined {
  return useReading(useMemo(() => waitingReading(device), [device]))
}

/**
 * The counts are queried again after each record and receipt, because those beside the database change without a write
 * to it.
 */
function waitingReading(device: Device): Reading<WaitingAt[]> {
  const { db } = device
  const placed = (all: readonly Waiting[], stops: readonly (StoredStop | undefined)[]): WaitingAt[] =>
    all.map((one, at) => ({ ...one, where: stops[at] ? `${stops[at].address}, ${stops[at].suburb}` : null }))
  const inMemory = () => {
    const all = waitingInMemory(device)
    return placed(
      all,
      all.map(({ event }) => db.shown.get(event.assignmentID)),
    )
  }
  const ask = async () => {
    const all = await waiting(device)
    const stops = await rowsOf(
      db.jobs,
      all.map(({ event }) => event.assignmentID),
    )
    return placed(all, stops)
  }
  const follow = (before: WaitingAt[], recorded: readonly StoredEvent[], failing: boolean) => {
    if (!failing) return null
    const changed = new Set(recorded.map(({ eventID }) => eventID))
    const isChanged = ({ event }: WaitingAt) => changed.has(event.eventID)
    return [...before.filter((one) => !isChanged(one)), ...inMemory().filter(isChanged)]
  }
  return createReading(device, ask, follow, inMemory)
}

/** Undefined while being read. `again` reads again, because the browser's permissions are not in the database. */
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
