import { withOutbox } from './outbox/claim.ts'
import { dueAt, NO_WAIT } from './outbox/backoff.ts'
import { plan } from './outbox/plan.ts'
import type { Device } from './store/device.ts'
import { type Meta, readMetas } from './store/meta.ts'

/** How often the week is fetched while the app is open and idle. */
export const PULL_EVERY_MS = 5 * 60_000

export interface SyncState extends Partial<Pick<Meta, 'revoked' | 'pause' | 'lastPullAt' | 'pullLane' | 'link'>> {
  /** When the next attempt of anything is due, epoch ms; null: nothing until the driver acts. */
  due: number | null
}

/** One transaction instead of one per query. */
export function readSyncState(device: Device): Promise<SyncState> {
  const { db, ports } = device
  return db.transaction('r', db.events, db.photos, db.meta, async () => {
    const metas = await readMetas(db, 'revoked', 'pause', 'lastPullAt', 'link', 'pullLane')
    if (metas.pause) return { ...metas, due: null }
    return { ...metas, due: await withOutbox(device, (outbox) => plan(outbox, ports.now().getTime()).nextAt) }
  })
}

/** When the next pull is due, epoch ms. */
export function nextPullAt(
  device: Device,
  { lastPullAt, link, pullLane }: Partial<Pick<Meta, 'lastPullAt' | 'link' | 'pullLane'>>,
): number {
  const now = device.ports.now().getTime()
  const last = Date.parse(lastPullAt ?? '')
  // Due now if there was no pull or the clock was set back since, and on a connection recorded as bad, which only an
  // answer can change.
  const isBad = link !== undefined && link.state !== 'ok'
  const at = Number.isNaN(last) || last > now || isBad ? now : last + PULL_EVERY_MS
  return Math.max(at, dueAt(pullLane ?? NO_WAIT, now))
}
