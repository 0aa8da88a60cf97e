import { countUnsent, type UnsentCount, unsentTotal } from '#domain/unsent-count.ts'
import type { Device } from './store/device.ts'
import { type Reconciled, readMetas } from './store/meta.ts'
import { unsentEvents } from './store/queries.ts'
import type { StoredEvent, UserDatabase } from './store/schema.ts'

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
  /** Waiting outcomes, notes and undos, with those needing attention: the records of `stops`. */
  events: number
  /** Stops and photos with a record that needs attention. */
  needsAttention: number
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
  /** The next planned attempt, ISO. */
  nextAttemptAt: string | null
  /** The browser deleted this phone's data since the last start, with this many unsent records. */
  lostBefore: { unsent: number } | null
  /** Records put back from the journal because the database missed them; null: none, or the driver has read it. */
  restored: number | null
  /** Unsent records that only the journal has, because the database can't be written; counted in `events`. */
  aside: number
  /** The office's last comparison of this phone's counts; null: none yet. */
  counted: Reconciled | null
  /** The deviceID stored in the database. Another one or none means that the database was lost and created again. */
  deviceID: string | null
}

/** After a loss nothing is called sent before the driver has read what may be missing. */
const nothingWaits = (lostBefore: object | null | undefined): SyncKind => (lostBefore ? 'may-be-lost' : 'all-sent')

function countsOf(waiting: readonly StoredEvent[]) {
  const events = waiting.filter(({ type }) => type !== 'photo').length
  return { waiting, ...countUnsent(waiting), events }
}

/**
 * Updates the status with the records beside the database, while the database can't be read.
 * @param recorded records made since the status was read
 */
export function followAside(
  { aside }: UserDatabase,
  before: SyncStatus,
  recorded: readonly StoredEvent[] = [],
): SyncStatus {
  const queued = [...aside.values()].filter(({ state }) => state === 'queued')
  const others = [...before.waiting, ...recorded].filter(({ eventID }) => !aside.has(eventID))
  const lostPhotos = [...aside.values()].filter(({ state }) => state === 'needs-attention')
  const unsent = [...others, ...queued, ...lostPhotos]
  const count = countsOf([...new Map(unsent.map((event) => [event.eventID, event])).values()])
  const isPlain = before.kind === 'all-sent' || before.kind === 'may-be-lost' || before.kind === 'to-send'
  return {
    ...before,
    ...count,
    aside: queued.length,
    kind: !isPlain ? before.kind : unsentTotal(count) > 0 ? 'to-send' : nothingWaits(before.lostBefore),
  }
}

/** The status of a page whose database was deleted: what is in memory is unsent. */
export function statusInMemory(device: Device, read: SyncStatus): SyncStatus {
  const { live, aside } = device.db
  // The photos' bytes were in the database alone.
  const isUnsent = ({ eventID, type }: StoredEvent) => type !== 'photo' && !aside.get(eventID)?.acknowledgedAt
  const unsent = [...live.values()].filter(isUnsent)
  return { ...read, kind: unsent.length > 0 ? 'to-send' : 'may-be-lost', ...countsOf(unsent), nextAttemptAt: null }
}

export async function readStatus(db: UserDatabase, now: Date): Promise<SyncStatus> {
  // One transaction, because the count belongs to the database that names the deviceID.
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
          'restored',
          'revoked',
          'reconcile',
        ),
      ] as const,
  )
  const {
    deviceID,
    pause,
    link,
    lane: queue,
    lastSentAt,
    lastPullAt,
    clockOffsetMs,
    lostBefore,
    restored,
    revoked,
    reconcile,
  } = metas
  const needsAttention = unsentTotal(countUnsent(waiting.filter((event) => event.state === 'needs-attention')))
  const kind = ((): SyncKind => {
    if (revoked) return 'revoked'
    if (pause) return pause.kind
    if (needsAttention > 0) return 'needs-attention'
    if (link?.state === 'captive') return 'captive'
    if (link?.state === 'offline') return 'offline'
    // Before the first pull the state is not "all sent".
    return waiting.length > 0 || lastPullAt === undefined ? 'to-send' : nothingWaits(lostBefore)
  })()
  const next = Math.max(queue?.nextAttemptAt ?? 0, queue?.holdUntil ?? 0)
  return {
    kind,
    ...countsOf(waiting),
    needsAttention,
    lastSentAt: lastSentAt ?? null,
    lastPullAt: lastPullAt ?? null,
    clockOffsetMs: clockOffsetMs ?? 0,
    message: pause?.message ?? null,
    ...(pause?.code ? { pauseCode: pause.code } : {}),
    ...(revoked?.of ? { endedSignIn: revoked.of } : {}),
    nextAttemptAt: waiting.length > 0 && next > now.getTime() ? new Date(next).toISOString() : null,
    lostBefore: lostBefore === undefined ? null : { unsent: lostBefore.unsent ?? 0 },
    restored: restored?.count ?? null,
    aside: [...db.aside.values()].filter(({ state }) => state === 'queued').length,
    counted: reconcile ?? null,
    deviceID: deviceID ?? null,
  }
}
