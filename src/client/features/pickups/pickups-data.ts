import { useEffect, useMemo, useState } from 'react'
import { dayOf } from '#domain/dates.ts'
import type { UnsentCount } from '#domain/unsent-count.ts'
import type { ShownRun, ShownStop } from '#client/offline/overlay.ts'
import type { Device } from '#client/offline/store/device.ts'
import {
  currentRun,
  metaOf,
  photoOnDevice,
  runOnDevice,
  serverNow,
  stopOnDevice,
  stopsGone,
  type Week,
  shownWeek,
} from '#client/offline/week.ts'
import { statusOf, type SyncStatus } from '#client/offline/status.ts'
import type { StoredRun } from '#client/offline/store/schema.ts'
import { useReading } from '#client/ui/core/use-reading.ts'
import { numbered, type Stop } from './stops.ts'

/** The queries of the driver's screens, which never use the network (offline.md, "What the driver sees of it"). */

export interface RunView {
  shown: ShownRun | null
  /** More than one while another week is still open. */
  active: StoredRun[]
  unsent: UnsentCount & Pick<SyncStatus, 'sent' | 'saving'>
  lastPullAt: string | null
  /** State before the first answer: `asking` until an attempt has failed, then why. */
  first: 'asking' | 'no-signal' | 'no-answer'
  /** Stops that were deleted from the phone because the office removed them from the shown run. */
  gone: number
  /** By the server's clock. */
  now: Date
}

/** Undefined while the phone is being read. @param runOrderID the run the driver switched to, or null for today's */
export function useRun(device: Device, runOrderID: string | null, timeZone: string): RunView | undefined {
  const week = useReading(shownWeek(device))
  return useMemo(() => week && runView(device, week, runOrderID, timeZone), [device, week, runOrderID, timeZone])
}

function runView({ ports }: Device, week: Week, runOrderID: string | null, timeZone: string): RunView {
  const now = serverNow({ ports }, week)
  const chosen = runOrderID === null ? null : runOnDevice(week, runOrderID)
  const shown = chosen ?? currentRun(week, () => dayOf(now, timeZone))
  const status = statusOf(week, ports.now())
  const { lastPullAt, kind } = status
  const isLost = kind === 'may-be-lost'
  const hasNoSignal = kind === 'offline' || kind === 'captive' || (isLost && metaOf(week, 'link')?.state === 'offline')
  const failed = lastPullAt === null && (metaOf(week, 'pullLane')?.failures ?? 0) > 0
  return {
    shown,
    active: week.runs.filter((run) => run.status === 'active'),
    unsent: status,
    lastPullAt,
    first: hasNoSignal ? 'no-signal' : failed || !(kind === 'to-send' || isLost) ? 'no-answer' : 'asking',
    gone: shown === null ? 0 : stopsGone(week, shown.run.runOrderID),
    now,
  }
}

export interface StopView {
  stop: ShownStop
  run: StoredRun | null
  /** Its number in the driver's order; null when its run has left the phone. */
  number: number | null
  /** All stops of its run. */
  ofRun: Stop[]
}

/** Undefined while being read, null when it is not on this phone. */
export function useStop(device: Device, assignmentID: string): StopView | null | undefined {
  const week = useReading(shownWeek(device))
  return useMemo(() => week && stopView(week, assignmentID), [week, assignmentID])
}

function stopView(week: Week, assignmentID: string): StopView | null {
  const found = stopOnDevice(week, assignmentID)
  const ofRun = numbered((found?.run && runOnDevice(week, found.run.runOrderID)?.jobs) ?? [])
  const number = ofRun.find((stop) => stop.assignmentID === assignmentID)?.number ?? null
  return found && { ...found, number, ofRun }
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
    const show = (photo: Awaited<ReturnType<typeof photoOnDevice>>) => {
      if (gone) return
      made = photo ? URL.createObjectURL(new Blob([photo.bytes], { type: photo.contentType })) : null
      setAddress(made)
    }
    photoOnDevice(device.db, photoID).then(show, () => show(null))
    return () => {
      gone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [device, photoID])
  return address
}
