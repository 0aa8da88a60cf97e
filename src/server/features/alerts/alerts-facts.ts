import { and, asc, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import {
  type AlertKind,
  backupFailed,
  backupStale,
  calendarEnding,
  maintenanceFailed,
  diskIsShort,
  mailIsStuck,
  photosMissing,
  photosMissingIn,
  photosSubject,
} from '#domain/alerts.ts'
import type { Queryable } from '../../db/database.ts'
import { maintenanceOf } from '../../db/installation.ts'
import { alerts, backups } from '../../db/tables/maintenance.ts'
import { mails } from '../../db/tables/mails.ts'
import { installation } from '../../db/tables/settings.ts'
import { devicesWithHoles, silentDrivers, silentDevices } from '../devices/public.ts'
import { businessToday } from '../settings/public.ts'
import { lastCalendarDay } from '../calendar/public.ts'

export interface Matter {
  readonly kind: AlertKind
  readonly subject: string
}

const WATCHED_SINCE = 'watchedSince'
/** Entries read from the backup log: more than half a year of nights. */
const NIGHTS_READ = 200

/** Every problem that exists now. @param freeBytes of the disk; null where no disk is monitored */
export async function matters(tx: Queryable, freeBytes: number | null, now: Date): Promise<Matter[]> {
  const one = (kind: AlertKind, stands: boolean): Matter[] => (stands ? [{ kind, subject: '' }] : [])
  const diary = (await tx.select().from(backups).orderBy(desc(backups.startedAt)).limit(NIGHTS_READ)).map(
    ({ startedAt, endedAt, failure }) => {
      const missing = photosMissingIn(failure)
      return { startedAt, endedAt, failed: failure !== null && missing === 0, photosMissing: missing }
    },
  )
  const missing = photosMissing(diary)
  return [
    ...one('backup-failed', backupFailed(diary, now)),
    ...(missing > 0 ? [{ kind: 'backup-failed' as const, subject: photosSubject(missing) }] : []),
    ...one('backup-stale', backupStale(diary, await watchedSince(tx, now), now)),
    ...(await silent(tx, now)).map((subject) => ({ kind: 'phone-silent' as const, subject })),
    ...distinct((await devicesWithHoles(tx)).map(({ deviceID }) => deviceID)).map((subject) => ({
      kind: 'records-missing' as const,
      subject,
    })),
    ...one('mail-stuck', await aMailIsStuck(tx, now)),
    ...one('disk-short', freeBytes !== null && diskIsShort(freeBytes, await isOpen(tx, 'disk-short'))),
    ...one('care-failed', maintenanceFailed(await maintenanceOf(tx), now)),
    ...(await calendar(tx, now)),
  ]
}

async function calendar(tx: Queryable, now: Date): Promise<Matter[]> {
  const subject = calendarEnding(await lastCalendarDay(tx), await businessToday(tx, now))
  return subject === null ? [] : [{ kind: 'calendar-ending', subject }]
}

const distinct = (subjects: readonly string[]) => [...new Set(subjects)]

/**
 * Each silent phone that holds records, and the drivers whose phones are all silent; a problem is not reported twice.
 */
async function silent(tx: Queryable, now: Date): Promise<string[]> {
  const devices = await silentDevices(tx, now)
  const drivers = (await silentDrivers(tx, now)).filter(
    (driver) => !devices.some(({ driverID }) => driverID === driver),
  )
  return distinct([...devices.map(({ deviceID }) => deviceID), ...drivers])
}

/** When this installation was first checked: nothing was due before that. */
async function watchedSince(tx: Queryable, now: Date): Promise<Date> {
  await tx.insert(installation).values({ key: WATCHED_SINCE, value: now.toISOString() }).onConflictDoNothing()
  const [row] = await tx
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.key, WATCHED_SINCE))
  return new Date(row?.value ?? now)
}

/**
 * The same person was invited, or quoted, again since: the mistyped address was corrected, and the mail sent to it no
 * longer matters. The first two words of a mail's key are its kind and its recipient.
 */
const MAILED_ANEW = sql`exists (select 1 from mails anew where anew.created_at > ${mails.createdAt} and split_part(anew.dedupe_key, ' ', 1) in ('invite', 'quotation')
  and split_part(anew.dedupe_key, ' ', 1) = split_part(${mails.dedupeKey}, ' ', 1) and split_part(anew.dedupe_key, ' ', 2) = split_part(${mails.dedupeKey}, ' ', 2))`

/** The mail queued for longest and the one that failed last represent all others. */
async function aMailIsStuck(tx: Queryable, now: Date): Promise<boolean> {
  const of = (where: SQL | undefined) =>
    tx.select({ state: mails.state, createdAt: mails.createdAt }).from(mails).where(where).limit(1)
  const found = [
    ...(await of(eq(mails.state, 'queued')).orderBy(asc(mails.createdAt))),
    ...(await of(and(eq(mails.state, 'failed'), not(MAILED_ANEW))).orderBy(desc(mails.createdAt))),
  ]
  return found.some((mail) => mailIsStuck(mail, now))
}

async function isOpen(tx: Queryable, kind: AlertKind): Promise<boolean> {
  const rows = await tx
    .select({ alertID: alerts.alertID })
    .from(alerts)
    .where(and(eq(alerts.kind, kind), isNull(alerts.endedAt)))
  return rows.length > 0
}
