import { wantedPhotos } from './access-photos.ts'
import { readMeta } from './meta.ts'
import type { Phone } from './phone.ts'
import { freeBytes } from './photo-room.ts'

/** The ready-to-leave light: "42 of 42 stops on this phone, storage protected, 1.2 GB free". */
export interface Readiness {
  stops: number
  total: number
  /** Access photos on this phone, of `photosTotal`. */
  photosPinned: number
  photosTotal: number
  /** Whether the browser promised not to evict us; null where it does not say. */
  protected: boolean | null
  freeBytes: number | null
  /** ISO: when the office was last asked. */
  lastPullAt: string | null
  ready: boolean
}

export async function readReadiness(phone: Phone): Promise<Readiness> {
  const { db, ports } = phone
  const active = new Set((await db.runs.toArray()).filter((run) => run.status === 'active').map((run) => run.runOrderID))
  const stops = (await db.jobs.toArray()).filter((job) => active.has(job.runOrderID) && !job.absent).length
  const [total, lastPullAt, wanted, pinned] = await Promise.all([
    readMeta(db, 'pulledStops'), readMeta(db, 'lastPullAt'), wantedPhotos(phone), db.photos.filter((photo) => photo.kind === 'access').primaryKeys(),
  ])
  const photosPinned = pinned.filter((photoID) => wanted.has(photoID)).length
  const isProtected = (await ports.persisted?.().catch(() => null)) ?? null
  return {
    stops,
    total: total ?? 0,
    photosPinned,
    photosTotal: wanted.size,
    protected: isProtected,
    freeBytes: await freeBytes(phone),
    lastPullAt: lastPullAt ?? null,
    ready: lastPullAt !== undefined && stops > 0 && stops === total && photosPinned === wanted.size,
  }
}
