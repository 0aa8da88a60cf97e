import { type AlertKind, DISK_SHORT_BYTES, diskIsShort, MAIL_WAITS_MS, maintenanceFailed } from './alerts.ts'
import type { MaintenanceFacts } from './alerts.ts'

/** What Settings, System and the metrics say of an installation, and when each is wrong. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A phone in a valley sends within the round; after this time someone should ask. */
export const UNSENT_LONG_MS = 2 * HOUR_MS
/** A bulk act takes minutes. */
export const BULK_ACT_LONG_MS = HOUR_MS
/** Exceptions may wait for a weekend, but not for the next week's run. */
export const EXCEPTION_WAITS_MS = 72 * HOUR_MS
/** The rarest background work is done every 15 minutes; then it has failed at least twice. */
export const LANE_QUIET_MS = 45 * MINUTE_MS
/** Bulk mails are paced, so an evening of reminders may take hours. */
export const BULK_MAIL_WAITS_MS = 24 * HOUR_MS
/** What a standby may be behind by, in bytes of the database's log, after which losing the primary loses records. */
export const STANDBY_BEHIND_BYTES = 256 * 1024 ** 2
/** The build of a phone that was not heard for longer is of no interest. */
export const PHONE_CURRENT_MS = 30 * 24 * HOUR_MS

export const SYSTEM_FAULTS = [
  'database-away',
  'database-read-only',
  'standby-missing',
  'standby-behind',
  'photos-away',
  'photos-missing',
  'mails-late',
  'mails-refused',
  'backup-failed',
  'backup-stale',
  'clean-up-late',
  'work-late',
  'bulk-act-late',
  'exceptions-late',
  'phones-unsent',
  'phones-silent',
  'records-missing',
  'disk-short',
] as const
export type SystemFault = (typeof SYSTEM_FAULTS)[number]

export const SYSTEM_STATES = ['good', 'wrong', 'none'] as const
type SystemState = (typeof SYSTEM_STATES)[number]

export const DISK_PLACES = ['data', 'backups'] as const

export interface Queued {
  readonly count: number
  /** Null: none is queued. */
  readonly oldestAt: Date | null
}

/** What only the database knows. */
export interface StoredFacts {
  /** The version of the database's server. */
  readonly databaseVersion: string
  readonly databaseBytes: number
  readonly takesWrites: boolean
  /** Null: the embedded database, which has none. `behindBytes` is null where the database's user may not see it. */
  readonly standby: { readonly expected: boolean; readonly count: number; readonly behindBytes: number | null } | null
  readonly mails: Readonly<Record<'account' | 'bulk', Queued>>
  /** Messages to other programs. */
  readonly webhooks: Queued
  readonly backup: {
    readonly lastGoodAt: Date | null
    readonly bytes: number | null
    readonly photosMissing: number
    readonly failed: boolean
    readonly stale: boolean
  }
  readonly cleanUp: MaintenanceFacts
  readonly bulkActSince: Date | null
  readonly exceptions: { readonly open: number; readonly oldestAt: Date | null }
  readonly phones: {
    /** Phones whose oldest unsent record is older than UNSENT_LONG_MS. */
    readonly unsentLong: number
    readonly oldestUnsentAt: Date | null
    /** The builds of the phones heard lately, the most used first; null: not told. */
    readonly builds: readonly { readonly build: string | null; readonly phones: number }[]
  }
  readonly openAlerts: readonly { readonly kind: AlertKind; readonly count: number }[]
}

export interface SystemFacts {
  readonly at: Date
  readonly databaseKind: 'embedded' | 'postgres'
  /** Null: the database did not answer. */
  readonly stored: StoredFacts | null
  readonly photos: { readonly kind: 'embedded' | 's3'; readonly answers: boolean }
  readonly mailKind: 'smtp' | 'kept'
  readonly disks: readonly {
    readonly place: (typeof DISK_PLACES)[number]
    readonly freeBytes: number
    readonly totalBytes: number
  }[]
  /**
   * Background work of the server that looked, with the milliseconds since each last succeeded, and how often it hung
   * and was begun anew since the server's start.
   */
  readonly lanes: readonly { readonly lane: string; readonly quietMs: number; readonly restarts: number }[]
}

/** Every item with its figures and faults. While the database is away, what only it knows is null. */
export function systemItems(facts: SystemFacts) {
  const { at, stored, photos, mailKind, disks, lanes } = facts
  const alerts = new Set(stored?.openAlerts.map(({ kind }) => kind))
  const isOlder = (since: Date | null | undefined, ms: number) => since != null && at.getTime() - since.getTime() > ms
  const late = lanes.filter(({ quietMs }) => quietMs > LANE_QUIET_MS).map(({ lane }) => lane)
  const standby = stored?.standby ?? null
  return [
    {
      item: 'database' as const,
      kind: facts.databaseKind,
      version: stored?.databaseVersion ?? null,
      bytes: stored?.databaseBytes ?? null,
      ...judged([stored === null && 'database-away', stored?.takesWrites === false && 'database-read-only']),
    },
    {
      item: 'standby' as const,
      expected: standby?.expected ?? false,
      count: standby?.count ?? null,
      behindBytes: standby?.behindBytes ?? null,
      ...judged(
        [
          standby?.expected === true && standby.count === 0 && 'standby-missing',
          (standby?.behindBytes ?? 0) > STANDBY_BEHIND_BYTES && 'standby-behind',
        ],
        standby !== null && standby.count > 0,
      ),
    },
    {
      item: 'photos' as const,
      kind: photos.kind,
      missing: stored?.backup.photosMissing ?? null,
      ...judged([!photos.answers && 'photos-away', (stored?.backup.photosMissing ?? 0) > 0 && 'photos-missing']),
    },
    {
      item: 'mail' as const,
      kind: mailKind,
      queued: stored === null ? null : stored.mails.account.count + stored.mails.bulk.count,
      oldestAt: earliest(stored?.mails.account.oldestAt, stored?.mails.bulk.oldestAt),
      ...judged(
        [
          (alerts.has('mail-stuck') ||
            isOlder(stored?.mails.account.oldestAt, MAIL_WAITS_MS) ||
            isOlder(stored?.mails.bulk.oldestAt, BULK_MAIL_WAITS_MS)) &&
            'mails-late',
          alerts.has('mail-refused') && 'mails-refused',
        ],
        stored !== null && mailKind === 'smtp',
      ),
    },
    {
      item: 'backup' as const,
      lastGoodAt: stored?.backup.lastGoodAt ?? null,
      bytes: stored?.backup.bytes ?? null,
      ...judged(
        [stored?.backup.failed === true && 'backup-failed', stored?.backup.stale === true && 'backup-stale'],
        stored !== null && stored.backup.lastGoodAt !== null,
      ),
    },
    {
      item: 'late' as const,
      cleanedUpAt: stored?.cleanUp.doneAt ?? null,
      bulkActSince: stored?.bulkActSince ?? null,
      exceptions: stored?.exceptions.open ?? null,
      oldestExceptionAt: stored?.exceptions.oldestAt ?? null,
      lanes: late,
      ...judged(
        [
          stored !== null && maintenanceFailed(stored.cleanUp, at) && 'clean-up-late',
          late.length > 0 && 'work-late',
          isOlder(stored?.bulkActSince, BULK_ACT_LONG_MS) && 'bulk-act-late',
          isOlder(stored?.exceptions.oldestAt, EXCEPTION_WAITS_MS) && 'exceptions-late',
        ],
        stored !== null,
      ),
    },
    {
      item: 'phones' as const,
      unsentLong: stored?.phones.unsentLong ?? null,
      oldestUnsentAt: stored?.phones.oldestUnsentAt ?? null,
      builds: [...(stored?.phones.builds ?? [])],
      ...judged(
        [
          (stored?.phones.unsentLong ?? 0) > 0 && 'phones-unsent',
          alerts.has('phone-silent') && 'phones-silent',
          alerts.has('records-missing') && 'records-missing',
        ],
        stored !== null && stored.phones.builds.length > 0,
      ),
    },
    {
      item: 'disk' as const,
      disks: [...disks],
      ...judged(
        [
          disks.some(({ place, freeBytes }) =>
            place === 'data' ? diskIsShort(freeBytes, alerts.has('disk-short')) : freeBytes < DISK_SHORT_BYTES,
          ) && 'disk-short',
        ],
        disks.length > 0,
      ),
    },
  ]
}

/** @param applies false: there is nothing that could be good */
function judged(
  found: readonly (SystemFault | false)[],
  applies = true,
): { state: SystemState; faults: SystemFault[] } {
  const faults = found.filter((fault) => fault !== false)
  return { state: faults.length > 0 ? 'wrong' : applies ? 'good' : 'none', faults }
}

function earliest(...instants: (Date | null | undefined)[]): Date | null {
  const known = instants.filter((at) => at != null).map((at) => at.getTime())
  return known.length === 0 ? null : new Date(Math.min(...known))
}
