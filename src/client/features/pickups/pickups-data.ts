import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { dayOf } from '#domain/dates.ts'
import type { ShownStop, ShownRun } from '#client/offline/overlay.ts'
import type { Device } from '#client/offline/store/device.ts'
import { readMeta, requireOwn } from '#client/offline/store/meta.ts'
import { currentRun, photoOnDevice, runOnDevice, runsOnDevice, stopOnDevice, stopsGone } from '#client/offline/read.ts'
import { readStatus } from '#client/offline/status.ts'
import type { StoredEvent, StoredRun } from '#client/offline/store/schema.ts'
import { createReading, type Reading } from '#client/offline/live-query.ts'
import { useReading } from '#client/ui/core/use-reading.ts'
import { type CaptureIntent, forgetCapture, interruptedCaptures } from '#client/photo/capture-intent.ts'

/** The queries of the driver's screens. They never use the network: offline.md, "The phone as a place". */

export interface RunView {
  shown: ShownRun | null
  /** More than one when another week is still open. */
  active: StoredRun[]
  /** Unsent events and photos; ISO time of the last pull. */
  waiting: number
  lastPullAt: string | null
  /** State before the first answer: `asking` until an attempt has failed, then why. */
  first: 'asking' | 'no-signal' | 'no-answer'
  /** Stops that the office removed from the shown run and that are therefore deleted from the phone. */
  gone: number
}

/** Undefined while the phone is being read. @param runOrderID the run the driver switched to, or null for today's */
export function useRun(device: Device, runOrderID: string | null, timeZone: string): RunView | undefined {
  return useReading(runReading(device, runOrderID, timeZone))
}

/** The last reading of each phone: the app's start begins it before the list is rendered. */
const readings = new WeakMap<Device, { of: string; reading: Reading<RunView> }>()

export function runReading(device: Device, runOrderID: string | null, timeZone: string): Reading<RunView> {
  const of = `${timeZone} ${runOrderID}`
  const known = readings.get(device)
  if (known?.of === of) return known.reading
  const { db, ports } = device
  const ask = async (): Promise<RunView> => {
    // Deleted under the open page: the screen keeps the stops it has.
    const [chosen, runs, status] = await Promise.all([
      runOrderID === null ? null : runOnDevice(db, runOrderID),
      runsOnDevice(db),
      readStatus(db, ports.now()),
      requireOwn(device),
    ])
    const shown = chosen ?? (await currentRun(db, () => dayOf(ports.now(), timeZone), runs))
    const { lastPullAt, kind } = status
    const failed = lastPullAt === null && ((await readMeta(db, 'pullLane'))?.failures ?? 0) > 0
    return {
      shown,
      active: runs.filter((run) => run.status === 'active'),
      waiting: status.events + status.photos,
      lastPullAt,
      first:
        kind === 'offline' || kind === 'captive' ? 'no-signal' : failed || kind !== 'to-send' ? 'no-answer' : 'asking',
      gone: shown === null ? 0 : await stopsGone(db, shown.run.runOrderID),
    }
  }
  // In one transaction: six separate ones take a slow phone 40 ms longer, at its start and after every tap.
  const reading = createReading(
    device,
    () => db.transaction('r', [db.runs, db.jobs, db.events, db.photos, db.meta], ask),
    follow,
  )
  readings.set(device, { of, reading })
  return reading
}

/**
 * Shows a tap as soon as it is on the disk, before the whole week is read again. A photo's bytes and, after the last
 * stop, the next run need a query. @param failing the database fails, and a query with it
 */
function follow(before: RunView, recorded: readonly StoredEvent[], failing: boolean): RunView | null {
  const shown = recorded.some(({ type }) => type === 'photo') ? undefined : before.shown?.with(recorded)
  const waiting = before.waiting + recorded.length
  return shown && (failing || shown.done < shown.total) ? { ...before, shown, waiting } : null
}

export interface StopView {
  stop: ShownStop
  run: StoredRun | null
  /** Its number in the driver's order; null when its run has left the phone. */
  number: number | null
}

/** Undefined while being read, null when it is not on this phone. */
export function useStop(device: Device, assignmentID: string): StopView | null | undefined {
  const { db } = device
  const aside = useAside(device)
  const last = useRef<{ of: string; view: StopView | null; run: ShownRun | null } | null>(null)
  return useLiveQuery(async () => {
    try {
      await requireOwn(device)
      const found = await stopOnDevice(db, assignmentID)
      const run = found && (await runOnDevice(db, found.stop.runOrderID))
      const at = run?.jobs.findIndex((stop) => stop.assignmentID === assignmentID) ?? -1
      last.current = { of: assignmentID, run, view: found && { ...found, number: at < 0 ? null : at + 1 } }
    } catch (error) {
      if (last.current?.of !== assignmentID) throw error
    }
    const { view, run } = last.current
    // While the database fails: what was last read, with the records of the journal alone.
    const beside = [...db.beside().values()]
    const shown = beside.length > 0 ? run?.with(beside) : null
    const stop = shown?.jobs.find((one) => one.assignmentID === assignmentID)
    return view && stop ? { ...view, stop } : view
  }, [device, assignmentID, aside])
}

/** How many records the journal alone has; changes when one is added. */
function useAside({ db, onEnqueued }: Device): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      onEnqueued.add(listener)
      return () => onEnqueued.delete(listener)
    },
    [onEnqueued],
  )
  return useSyncExternalStore(subscribe, () => db.aside.size)
}

/**
 * An object URL for a photo on this phone, revoked when the photo leaves the screen. Null: not here; undefined: being
 * read.
 */
export function useLocalPhoto(device: Device, photoID: string): string | null | undefined {
  const [address, setAddress] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let made: string | null = null
    let gone = false
    void photoOnDevice(device.db, photoID).then((photo) => {
      if (gone) return
      made = photo ? URL.createObjectURL(new Blob([photo.bytes], { type: photo.contentType })) : null
      setAddress(made)
    })
    return () => {
      gone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [device, photoID])
  return address
}

/** The captures that were in progress when the phone closed the app. */
export function useInterruptedCaptures(): {
  captures: readonly CaptureIntent[]
  forget: (capture: CaptureIntent) => void
} {
  const [captures, setCaptures] = useState<readonly CaptureIntent[]>([])
  const looked = useRef(false)
  useEffect(() => {
    // Only at the start of the page: later an open camera is not an interrupted one.
    if (looked.current) return
    looked.current = true
    setCaptures(interruptedCaptures(localStorage, new Date()))
  }, [])
  const forget = useCallback((capture: CaptureIntent) => {
    forgetCapture(localStorage, capture)
    setCaptures((left) => left.filter((one) => one !== capture))
  }, [])
  return { captures, forget }
}
