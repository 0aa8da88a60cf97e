import { serverTime } from '#domain/clock.ts'
import { type UnsentCount, countUnsent, unsentTotal } from '#domain/unsent-count.ts'
import type { Reconciled } from './store/meta.ts'
import type { StoredEvent } from './store/schema.ts'
import { type Week, metaOf, unsentOf } from './week.ts'

export type SyncKind =
  | 'all-sent'
  | 'may-be-lost'
  | 'to-send'
  | 'offline'
  | 'needs-attention'
  | 'sign-in'
  | 'update-needed'
  | 'captive'
  | 'revoked'

/** The content of the status chip, which never shows more than is proven. */
export interface SyncStatus extends UnsentCount {
  kind: SyncKind
  /** Whether all that was recorded is at the office, whatever else `kind` says: the only ground for "All sent". */
  sent: 'all-sent' | 'may-be-lost' | 'to-send'
  /** Waiting outcomes, notes and undos, with those needing attention: the records of `stops`. */
  events: number
  /** Stops and photos with a record that needs attention. */
  needsAttention: number
  /** Photos that are not stored yet; `photos` counts them once they are. */
  saving: number
  /** The records that `stops`, `photos` and `events` count. */
  waiting: readonly StoredEvent[]
  lastSentAt: string | null
  lastPullAt: string | null
  /** Server's clock minus the phone's, ms. The driver is warned above 10 minutes. */
  clockOffsetMs: number
  /** The server's sentence on why sending is paused. */
  message: string | null
  pauseCode?: string
  /** The sign-in that ends here: the phone is revoked and has sent everything it could. */
  endedSignIn?: string
  /** The next planned attempt by the server's clock, ISO. */
  nextAttemptAt: string | null
  /** The browser deleted this phone's data since the last start, with this many unsent records. */
  lostBefore: { unsent: number } | null
  /** Records put back from the journal because the database missed them; null: none, or the driver has read it. */
  restored: number | null
  /** Unsent records that only the journal has, because the database can't be written; counted in `events`. */
  onlyInJournal: number
  /** The disk is full and there is no journal, so what waits may be lost. */
  isUnsound: boolean
  /** The office's last comparison of this phone's counts; null: none yet. */
  counted: Reconciled | null
  database: Week['database']
}

/** @param week as `readWeek` returns it @param now for the next attempt */
export function statusOf(week: Week, now: Date): SyncStatus {
  const isDeleted = week.database === 'deleted'
  const waiting = unsentOf(week)
  const { saving } = week.photosInHand
  const isUnsound = week.isUnsound && waiting.length > 0
  const pause = metaOf(week, 'pause')
  const link = metaOf(week, 'link')
  const queue = metaOf(week, 'lane')
  const lastPullAt = metaOf(week, 'lastPullAt')
  const clockOffsetMs = metaOf(week, 'clockOffsetMs') ?? 0
  const ofServer = (at: string | number) => serverTime(new Date(at), clockOffsetMs).toISOString()
  const noted = metaOf(week, 'lostBefore')
  const mayBeLost = noted !== undefined || week.lostOutside > 0
  const lostBefore =
    mayBeLost && !week.isReadingJournal ? { unsent: Math.max(noted?.unsent ?? 0, week.lostOutside) } : null
  const revoked = metaOf(week, 'revoked')
  const counted = metaOf(week, 'reconcile') ?? null
  const missing = counted?.holes.length ?? 0
  const needsAttention = unsentTotal(countUnsent(waiting.filter((event) => event.state === 'needs-attention')))
  const sent = ((): SyncStatus['sent'] => {
    if (waiting.length > 0 || saving > 0) return 'to-send'
    if (isDeleted) return 'may-be-lost'
    // Before the first pull the state is not "all sent", nor before journal or office show that nothing is missing.
    if (!lostBefore && missing === 0 && (lastPullAt === undefined || !week.isProven)) return 'to-send'
    // After a loss nothing is called sent before the driver has read what may be missing, and while the office misses a
    // record that this phone has not, before the office has resolved it.
    return lostBefore || missing > 0 ? 'may-be-lost' : 'all-sent'
  })()
  const kind = ((): SyncKind => {
    if (isDeleted) return sent
    if (revoked) return 'revoked'
    if (pause) return pause.kind
    if (needsAttention > 0) return 'needs-attention'
    if (link?.state === 'captive') return 'captive'
    // "Saved on this phone" would not be true on an unsound disk, of a photo in hand, nor of what may be lost.
    return link?.state === 'offline' && !isUnsound && saving === 0 && sent !== 'may-be-lost' ? 'offline' : sent
  })()
  const next = Math.max(queue?.nextAttemptAt ?? 0, queue?.holdUntil ?? 0)
  return {
    kind,
    sent,
    waiting,
    ...countUnsent(waiting),
    events: waiting.filter(({ type }) => type !== 'photo').length,
    needsAttention,
    saving,
    lastSentAt: metaOf(week, 'lastSentAt') ?? null,
    lastPullAt: lastPullAt === undefined ? null : ofServer(lastPullAt),
    clockOffsetMs,
    message: pause?.message ?? null,
    ...(pause?.code ? { pauseCode: pause.code } : {}),
    ...(revoked?.of ? { endedSignIn: revoked.of } : {}),
    nextAttemptAt: !isDeleted && waiting.length > 0 && next > now.getTime() ? ofServer(next) : null,
    lostBefore,
    restored: metaOf(week, 'restored')?.count ?? null,
    onlyInJournal: week.onlyInJournal,
    isUnsound,
    counted,
    database: week.database,
  }
}
