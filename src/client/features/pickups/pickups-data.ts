import { deviceStorage } from '#client/api/browser-storage.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { dayOf } from '#domain/dates.ts'
import { countUnsent, type UnsentCount } from '#domain/unsent-count.ts'
import type { ShownEvent, ShownRun, ShownStop } from '#client/offline/overlay.ts'
import type { Device } from '#client/offline/store/device.ts'
import { readMeta, requireOwn } from '#client/offline/store/meta.ts'
import {
  currentInMemory,
  currentRun,
  photoOnDevice,
  runOnDevice,
  runsInMemory,
  runsOnDevice,
  stopOnDevice,
  stopsGone,
} from '#client/offline/read.ts'
import { readStatus } from '#client/offline/status.ts'
import type { StoredEvent, StoredRun } from '#client/offline/store/schema.ts'
import { createReading, type Reading } from '#client/offline/live-query.ts'
import { useReading } from '#client/ui/core/use-reading.ts'
import { type CaptureIntent, forgetCapture, interruptedCaptures } from '#client/photo/capture-intent.ts'

/** The queries of the driver's screens, which never use the network (offline.md, "The phone as a place"). */

export interface RunView {
  shown: ShownRun | null
  /** More than one while another week is still open. */
  active: StoredRun[]
  unsent: UnsentCount
  lastPullAt: string | null
  /** State before the first answer: `asking` until an attempt has failed, then why. */
  first: 'asking' | 'no-signal' | 'no-answer'
  /** Stops that were deleted from the phone because the office removed them from the shown run. */
  gone: number
}

/** Undefined while the phone is being read. @param runOrderID the run the driver switched to, or null for today's */
export function useRun(device: Device, runOrderID: string | null, timeZone: string): RunView | undefined {
  return useReading(runReading(device, runOrderID, timeZone))
}

/** The last reading of each phone; the app's start begins it before the list is rendered. */
const readings = new WeakMap<Device, { of: string; reading: Reading<RunView> }>()

export function runReading(device: Device, runOrderID: string | null, timeZone: string): Reading<RunView> {
  const of = `${timeZone} ${runOrderID}`
  const known = readings.get(device)
  if (known?.of === of) return known.reading
  const { db, ports } = device
  let gone = 0
  const ask = async (): Promise<RunView> => {
    // The database was deleted under the open page, and the screen keeps its stops.
    const [chosen, runs, status] = await Promise.all([
      runOrderID === null ? null : runOnDevice(db, runOrderID),
      runsOnDevice(db),
      readStatus(db, ports.now()),
      requireOwn(device),
    ])
    const shown = chosen ?? (await currentRun(db, () => dayOf(ports.now(), timeZone), runs))
    const { lastPullAt, kind } = status
    const failed = lastPullAt === null && ((await readMeta(db, 'pullLane'))?.failures ?? 0) > 0
    gone = shown === null ? 0 : await stopsGone(db, shown.run.runOrderID)
    return {
      shown,
      active: runs.filter((run) => run.status === 'active'),
      unsent: status,
      lastPullAt,
      first:
        kind === 'offline' || kind === 'captive' ? 'no-signal' : failed || kind !== 'to-send' ? 'no-answer' : 'asking',
      gone,
    }
  }
  const recall = (): RunView | null => {
    const known = runsInMemory(db)
    const shown =
      known.find(({ run }) => run.runOrderID === runOrderID) ??
      currentInMemory(known, () => dayOf(ports.now(), timeZone))
    if (shown === null) return null
    return {
      shown,
      active: known.flatMap(({ run }) => (run.status === 'active' ? [run] : [])),
      unsent: unsentOf(known),
      lastPullAt: null,
      first: 'no-answer',
      gone,
    }
  }
  // One transaction: six separate ones take a slow phone 40 ms longer, at its start and after every tap.
  const reading = createReading(
    device,
    () => db.transaction('r', [db.runs, db.jobs, db.events, db.photos, db.meta], ask),
    follow,
    recall,
  )
  readings.set(device, { of, reading })
  return reading
}

function unsentOf(runs: readonly ShownRun[]): UnsentCount {
  const isUnsent = ({ delivery }: ShownEvent) => delivery === 'saved-here' || delivery === 'needs-attention'
  const stops = runs.flatMap(({ jobs }) => jobs)
  return countUnsent(
    stops.flatMap(({ assignmentID, history }) => history.filter(isUnsent).map(({ type }) => ({ type, assignmentID }))),
  )
}

/**
 * Shows a tap as soon as it is on the disk, before the week is read again. A photo's bytes and, after the last stop,
 * the next run need a query. @param failing the database fails, and a query with it
 */
function follow(before: RunView, recorded: readonly StoredEvent[], failing: boolean): RunView | null {
  if (before.shown === null || recorded.some(({ type }) => type === 'photo')) return null
  const shown = before.shown.with(recorded)
  if (!failing && shown.recorded >= shown.total) return null
  // Computed from what is shown, because the receipt of a record sent from memory arrives here too.
  const [now, then] = [unsentOf([shown]), unsentOf([before.shown])]
  const { stops, photos } = before.unsent
  const unsent = { stops: stops + now.stops - then.stops, photos: photos + now.photos - then.photos }
  return { ...before, shown, unsent }
}

export interface StopView {
  stop: ShownStop
  run: StoredRun | null
  /** Its number in the driver's order; null when its run has left the phone. */
  number: number | null
}

/** Undefined while being read, null when it is not on this phone. */
export function useStop(device: Device, assignmentID: string): StopView | null | undefined {
  const reading = useMemo(() => stopReading(device, assignmentID), [device, assignmentID])
  const read = useReading(reading)
  // After a switch to another stop the old value stays until the new one is read.
  return read?.of === assignmentID ? read.view : undefined
}

interface ReadStop {
  of: string
  view: StopView | null
  /** Its run; null when that has left the phone. */
  run: ShownRun | null
}

function stopReading(device: Device, of: string): Reading<ReadStop> {
  const { db } = device
  const viewIn = (run: ShownRun): StopView | null => {
    const at = run.jobs.findIndex((stop) => stop.assignmentID === of)
    const stop = run.jobs[at]
    return stop ? { stop, run: run.run, number: at + 1 } : null
  }
  const ask = async (): Promise<ReadStop> => {
    await requireOwn(device)
    const found = await stopOnDevice(db, of)
    const run = found && (await runOnDevice(db, found.stop.runOrderID))
    return { of, run, view: found && ((run && viewIn(run)) ?? { ...found, number: null }) }
  }
  const inRun = (run: ShownRun): ReadStop | null => {
    const view = viewIn(run)
    return view && { of, run, view }
  }
  return createReading(
    device,
    () => db.transaction('r', [db.runs, db.jobs, db.events, db.photos, db.meta], ask),
    ({ run }, recorded, failing) => (failing && run !== null ? inRun(run.with(recorded)) : null),
    () => runsInMemory(db).reduce<ReadStop | null>((found, run) => found ?? inRun(run), null),
  )
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
    // This is asked only at the start of the page: later an open camera is not an interrupted one.
    if (looked.current) return
    looked.current = true
    setCaptures(interruptedCaptures(deviceStorage, new Date()))
  }, [])
  const forget = useCallback((capture: CaptureIntent) => {
    forgetCapture(deviceStorage, capture)
    setCaptures((left) => left.filter((one) => one !== capture))
  }, [])
  return { captures, forget }
}
