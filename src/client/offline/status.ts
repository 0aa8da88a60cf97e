import type { UserDatabase } from './database.ts'
import { unsentEvents } from './events-in.ts'
import { type Reconciled, readMetas } from './meta.ts'

export type SyncKind =
  'all-sent' | 'to-send' | 'offline' | 'needs-attention' | 'sign-in' | 'update-needed' | 'captive' | 'revoked'

/** The status chip: always visible, never better than the truth. */
export interface SyncStatus {
  kind: SyncKind
  /** Outcomes, notes and undos that wait; those needing attention included. */
  events: number
  photos: number
  needsAttention: number
  /** ISO, the phone's clock. */
  lastSentAt: string | null
  lastPullAt: string | null
  /** Server's clock minus the phone's, ms. More than 10 minutes: the driver is told. */
  clockOffsetMs: number
  /** Why sending is paused, in the server's words. */
  message: string | null
  /** The same as its code. */
  pauseCode?: string
  /** The sign-in that ends here: the office took this phone back, and it has handed over all it could. */
  endedSignIn?: string
  /** ISO: the next try, when one is planned. */
  nextAttemptAt: string | null
  /** The browser threw this phone's data away since it was last here, and with it so many records that were not sent. */
  lostBefore: { unsent: number } | null
  /** What the office counted of this phone at its last count; null: it has not yet. */
  counted: Reconciled | null
  /** Whose phone the database says it is. Not this one's, or nobody's: it was lost and made anew. */
  deviceID: string | null
}

export async function readStatus(db: UserDatabase, now: Date): Promise<SyncStatus> {
  // Together: the count is of the database that says whose it is.
  const [waiting, metas] = await db.transaction(
    'r',
    db.events,
    db.meta,
    async () =>
      [
        await unsentEvents(db),
        await readMetas(
          db,
          'deviceID',
          'pause',
          'link',
          'lane',
          'lastSentAt',
          'lastPullAt',
          'clockOffsetMs',
          'lostBefore',
          'revoked',
          'reconcile',
        ),
      ] as const,
  )
  const { deviceID, pause, link, lane, lastSentAt, lastPullAt, clockOffsetMs, lostBefore, revoked, reconcile } = metas
  const needsAttention = waiting.filter((event) => event.state === 'needs-attention').length
  const kind = ((): SyncKind => {
    if (revoked) return 'revoked'
    if (pause) return pause.kind
    if (needsAttention > 0) return 'needs-attention'
    if (link?.state === 'captive') return 'captive'
    if (link?.state === 'offline') return 'offline'
    // Nothing heard from the office yet is not "all sent".
    return waiting.length > 0 || lastPullAt === undefined ? 'to-send' : 'all-sent'
  })()
  const next = Math.max(lane?.nextAttemptAt ?? 0, lane?.holdUntil ?? 0)
  return {
    kind,
    events: waiting.filter((event) => event.type !== 'photo').length,
    photos: waiting.filter((event) => event.type === 'photo').length,
    needsAttention,
    lastSentAt: lastSentAt ?? null,
    lastPullAt: lastPullAt ?? null,
    clockOffsetMs: clockOffsetMs ?? 0,
    message: pause?.message ?? null,
    ...(pause?.code ? { pauseCode: pause.code } : {}),
    ...(revoked?.of ? { endedSignIn: revoked.of } : {}),
    nextAttemptAt: waiting.length > 0 && next > now.getTime() ? new Date(next).toISOString() : null,
    lostBefore: lostBefore === undefined ? null : { unsent: lostBefore.unsent ?? 0 },
    counted: reconcile ?? null,
    deviceID: deviceID ?? null,
  }
}
