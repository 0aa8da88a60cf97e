import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import {
  type AlertKind,
  type BackupFacts,
  backupFailed,
  backupStale,
  calendarEnding,
  maintenanceFailed,
  diskIsShort,
  mailIsStuck,
  photosMissing,
  photosMissingIn,
  photosSubject,
  remindersOffered,
} from '#domain/alerts.ts'
import { dayOf } from '#domain/dates.ts'
import type { Queryable } from '../../db/database.ts'
import { maintenanceOf } from '../../db/installation.ts'
import { alerts, backups } from '../../db/tables/maintenance.ts'
import { mails } from '../../db/tables/mails.ts'
import { installation } from '../../db/tables/settings.ts'
import { paymentAlerts } from '../payments/public.ts'
import { devicesWithHoles, silentDrivers, silentDevices } from '../devices/public.ts'
import { autopayAlerts } from '../autopay/public.ts'
import { chasingAlerts } from '../chasing/public.ts'
import { anyReminderDue } from '../invoices/public.ts'
import { businessToday, settingsInForce } from '../settings/public.ts'
import { aWebhookFails } from '../webhooks/public.ts'
import { lastCalendarDay } from '../calendar/public.ts'

export interface Problem {
  readonly kind: AlertKind
  readonly subject: string
}

/** When this installation was first checked. */
export const WATCHED_SINCE = 'watchedSince'
/** Entries read from the backup log: more than half a year of nights. */
const NIGHTS_READ = 200

/** Every problem that exists now. @param freeBytes of the disk; null where no disk is monitored */
export async function currentProblems(
  tx: Queryable,
  { freeBytes, hasMailServer }: { freeBytes: number | null; hasMailServer: boolean },
  now: Date,
): Promise<Problem[]> {
  const one = (kind: AlertKind, exists: boolean): Problem[] => (exists ? [{ kind, subject: '' }] : [])
  const diary = await backupDiary(tx)
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
    ...one('mail-refused', await mailsAreRefused(tx, now)),
    ...one('disk-short', freeBytes !== null && diskIsShort(freeBytes, await isOpen(tx, 'disk-short'))),
    ...one('care-failed', maintenanceFailed(await maintenanceOf(tx), now)),
    ...(await calendar(tx, now)),
    ...(await paymentAlerts(tx, now)),
    ...(await reminders(tx, hasMailServer, now)),
    ...(await chasingAlerts(tx, now)),
    ...(await autopayAlerts(tx, now)),
    ...one('webhook-failed', await aWebhookFails(tx, now)),
  ]
}

/** The latest first. */
export async function backupDiary(db: Queryable): Promise<(BackupFacts & { readonly bytes: number | null })[]> {
  const rows = await db.select().from(backups).orderBy(desc(backups.startedAt)).limit(NIGHTS_READ)
  return rows.map(({ startedAt, endedAt, failure, bytes }) => {
    const missing = photosMissingIn(failure)
    return { startedAt, endedAt, failed: failure !== null && missing === 0, photosMissing: missing, bytes }
  })
}

async function calendar(tx: Queryable, now: Date): Promise<Problem[]> {
  const subject = calendarEnding(await lastCalendarDay(tx), await businessToday(tx, now))
  return subject === null ? [] : [{ kind: 'calendar-ending', subject }]
}

/**
 * Due reminders raise no alert where the server reminds by itself, which it can't without a mail server. The alert is
 * raised at most once a business day: one that ended because all were sent does not open again on that day.
 */
async function reminders(tx: Queryable, hasMailServer: boolean, now: Date): Promise<Problem[]> {
  const settings = await settingsInForce(tx)
  const timeZone = settings['business.timeZone']
  const today = dayOf(now, timeZone)
  if ((settings['remind.auto'] && hasMailServer) || !remindersOffered(today, now, timeZone)) return []
  const problem = { kind: 'reminders-due' as const, subject: today }
  const [ended] = await tx
    .select({ alertID: alerts.alertID })
    .from(alerts)
    .where(and(eq(alerts.kind, problem.kind), eq(alerts.subject, today), isNotNull(alerts.endedAt)))
  return ended === undefined && (await anyReminderDue(tx, settings, now)) ? [problem] : []
}

const distinct = (subjects: readonly string[]) => [...new Set(subjects)]

/**
 * Each silent phone that holds records, and the drivers whose phones are all silent. A problem is not reported twice.
 */
async function silent(tx: Queryable, now: Date): Promise<string[]> {
  const devices = await silentDevices(tx, now)
  const drivers = (await silentDrivers(tx, now)).filter(
    (driver) => !devices.some(({ driverID }) => driverID === driver),
  )
  return distinct([...devices.map(({ deviceID }) => deviceID), ...drivers])
}

/** When this installation was first checked; nothing was due before. */
async function watchedSince(tx: Queryable, now: Date): Promise<Date> {
  await tx.insert(installation).values({ key: WATCHED_SINCE, value: now.toISOString() }).onConflictDoNothing()
  const [row] = await tx
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.key, WATCHED_SINCE))
  return new Date(row?.value ?? now)
}

/**
 * The same person was invited or quoted again since, so the address was corrected, and the mail to the mistyped one no
 * longer matters. The first two words of a mail's key are its kind and its recipient.
 */
const MAILED_ANEW = sql`exists (select 1 from mails anew where anew.created_at > ${mails.createdAt} and split_part(anew.dedupe_key, ' ', 1) in ('invite', 'quotation')
  and split_part(anew.dedupe_key, ' ', 1) = split_part(${mails.dedupeKey}, ' ', 1) and split_part(anew.dedupe_key, ' ', 2) = split_part(${mails.dedupeKey}, ' ', 2))`

/** The mail queued for longest and the one that failed last represent all others. Bulk mails wait their turn. */
async function aMailIsStuck(tx: Queryable, now: Date): Promise<boolean> {
  const of = (where: SQL | undefined) =>
    tx.select({ state: mails.state, createdAt: mails.createdAt }).from(mails).where(where).limit(1)
  const found = [
    ...(await of(and(eq(mails.state, 'queued'), or(eq(mails.priority, 'account'), gt(mails.attempts, 0)))).orderBy(
      asc(mails.createdAt),
    )),
    ...(await of(and(eq(mails.state, 'failed'), TOLD_NOWHERE_ELSE, not(MAILED_ANEW))).orderBy(desc(mails.createdAt))),
  ]
  return found.some((mail) => mailIsStuck(mail, now))
}

/**
 * Leaves out failures that have their own alert, those that Home counts as undeliverable, and reminders that were too
 * late.
 */
const TOLD_NOWHERE_ELSE = sql`coalesce(${mails.fault} not in ('sender', 'late')
  and not (${mails.fault} = 'address' and exists (select 1 from customers c where c.customer_id::text = split_part(${mails.dedupeKey}, ' ', 2))), true)`

async function mailsAreRefused(tx: Queryable, now: Date): Promise<boolean> {
  const [refused] = await tx
    .select({ state: mails.state, createdAt: mails.createdAt })
    .from(mails)
    .where(and(eq(mails.fault, 'sender'), inArray(mails.state, ['queued', 'failed'])))
    .orderBy(desc(mails.createdAt))
    .limit(1)
  return refused !== undefined && (refused.state === 'queued' || mailIsStuck(refused, now))
}

async function isOpen(tx: Queryable, kind: AlertKind): Promise<boolean> {
  const rows = await tx
    .select({ alertID: alerts.alertID })
    .from(alerts)
    .where(and(eq(alerts.kind, kind), isNull(alerts.endedAt)))
  return rows.length > 0
}
