import { runInWords } from '#domain/run-name.ts'
import { isOnTheRun } from '#domain/stop-actions.ts'
import { localDay } from '#domain/dates.ts'
import type { Device } from '#client/offline/store/device.ts'
import { readMeta } from '#client/offline/store/meta.ts'
import { wantedPhotos } from '#client/offline/store/office-rows.ts'
import { hasRoomFor, mayBeDeleted } from '#client/offline/store/room.ts'
import { byWeek } from '#client/offline/week.ts'

/** The content of the ready-to-leave page: "42 of 42 stops on this phone, storage protected". */
export interface Readiness {
  stops: number
  total: number
  photosPinned: number
  photosTotal: number
  /** Whether the browser granted persistent storage; null where it does not say. */
  protected: boolean | null
  /** Photos are refused for lack of space. The free space itself is not shown, because browsers invent the figure. */
  short: boolean
  /** The storage is so small that the browser may delete everything once it is full. */
  untrusted: boolean
  /** There is no journal, so taps can't be saved once the disk is full. */
  withoutJournal: boolean
  /** The time of the last pull, ISO. */
  lastPullAt: string | null
  ready: boolean
  runs: { name: string; stops: number }[]
}

export async function readReadiness(device: Device): Promise<Readiness> {
  const { db, ports } = device
  const active = (await db.runs.toArray()).filter((run) => run.status === 'active').sort(byWeek)
  const present = (await db.jobs.toArray()).filter((stop) => !stop.absent && isOnTheRun(stop))
  const runs = active.map((run) => ({
    name: run.description?.trim() || runInWords(run, localDay(ports.now())),
    stops: present.filter((stop) => stop.runOrderID === run.runOrderID).length,
  }))
  const stops = runs.reduce((sum, run) => sum + run.stops, 0)
  const [total, lastPullAt, wanted, pinned] = await Promise.all([
    readMeta(db, 'pulledStops'),
    readMeta(db, 'lastPullAt'),
    wantedPhotos(db),
    db.photos.filter((photo) => photo.kind === 'access').primaryKeys(),
  ])
  const photosPinned = pinned.filter((photoID) => wanted.has(photoID)).length
  const isProtected = (await ports.persisted?.().catch(() => null)) ?? null
  return {
    stops,
    total: total ?? 0,
    photosPinned,
    photosTotal: wanted.size,
    protected: isProtected,
    short: !(await hasRoomFor(device, 0)),
    untrusted: await mayBeDeleted(device),
    withoutJournal: device.journal.isMissing,
    lastPullAt: lastPullAt ?? null,
    runs,
    ready: lastPullAt !== undefined && stops > 0 && stops === total && photosPinned === wanted.size,
  }
}
