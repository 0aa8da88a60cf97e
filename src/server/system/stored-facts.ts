import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { backupFailed, backupStale } from '#domain/alerts.ts'
import { PHONE_CURRENT_MS, type Queued, type StoredFacts, UNSENT_LONG_MS } from '#domain/system.ts'
import type { OpenDatabase, Queryable } from '../db/database.ts'
import { maintenanceOf, readInstant } from '../db/installation.ts'
import { keptTotal, SUBJECT } from '../db/kept-totals.ts'
import { devices, events } from '../db/tables/events.ts'
import { alerts } from '../db/tables/maintenance.ts'
import { mails } from '../db/tables/mails.ts'
import { webhookMessages } from '../db/tables/webhooks.ts'
import { tasks } from '../db/tables/tasks.ts'
import { users } from '../db/tables/users.ts'
import { takesWrites } from '../db/takes-writes.ts'
import { backupDiary, WATCHED_SINCE } from '../features/alerts/alerts-facts.ts'

/** Builds told at most: each is a label of the metrics, and a phone may say anything. */
const BUILDS_TOLD = 8
const BUILD = /^[\w.+-]{1,40}$/

/**
 * What only the database knows. Every statement reads an index or a small table, so that the answer takes the same time
 * in every year. One after the other, because drivers need the connections.
 * @param ms after which the trial write is given up
 */
export async function readStored(database: OpenDatabase, now: Date, ms: number): Promise<StoredFacts> {
  const { db, kind } = database
  const writes = await takesWrites(database, ms)
  const [about] = (
    await db.execute<{ version: string; bytes: number }>(
      sql`select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`,
    )
  ).rows
  return {
    // Distributions add their own: "15.18 (Debian 15.18-0+deb12u1)".
    databaseVersion: about!.version.split(' ')[0]!,
    databaseBytes: about!.bytes,
    takesWrites: writes,
    standby: kind === 'postgres' ? await standbyOf(db) : null,
    mails: await queuedMails(db),
    webhooks: await queuedWebhooks(db),
    backup: await backupOf(db, now),
    cleanUp: await maintenanceOf(db),
    bulkActSince: await oldestBulkAct(db),
    exceptions: await openExceptions(db),
    phones: await phonesOf(db, now),
    openAlerts: await db
      .select({ kind: alerts.kind, count: count() })
      .from(alerts)
      .where(isNull(alerts.endedAt))
      .groupBy(alerts.kind),
  }
}

/** A user without the role pg_monitor sees how many there are, and nothing else of them. */
async function standbyOf(db: Queryable): Promise<StoredFacts['standby']> {
  const { rows } = await db.execute<{ expected: boolean; count: number; behind: number | null }>(sql`
    select current_setting('synchronous_standby_names') <> '' as expected, count(*)::int as count,
      greatest(0, min(case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) end))::float8 as behind
    from pg_stat_replication where application_name is null or application_name not in ('pg_basebackup', 'pg_receivewal')`)
  const [row] = rows
  return { expected: row!.expected, count: row!.count, behindBytes: row!.count === 0 ? null : row!.behind }
}

async function queuedMails(db: Queryable): Promise<StoredFacts['mails']> {
  // A literal, so that the few queued ones are found by their index.
  const rows = await db
    .select({
      priority: mails.priority,
      count: count(),
      oldestAt: sql`min(${mails.createdAt})`.mapWith(mails.createdAt),
    })
    .from(mails)
    .where(sql`${mails.state} = 'queued'`)
    .groupBy(mails.priority)
  const of = (priority: 'account' | 'bulk'): Queued =>
    rows.find((row) => row.priority === priority) ?? { count: 0, oldestAt: null }
  return { account: of('account'), bulk: of('bulk') }
}

async function queuedWebhooks(db: Queryable): Promise<Queued> {
  const [waiting] = await db
    .select({ count: count(), oldestAt: sql`min(${webhookMessages.createdAt})`.mapWith(webhookMessages.createdAt) })
    .from(webhookMessages)
    .where(sql`${webhookMessages.state} = 'queued'`)
  return waiting!
}

async function backupOf(db: Queryable, now: Date): Promise<StoredFacts['backup']> {
  const diary = await backupDiary(db)
  const good = diary.filter(({ endedAt, failed }) => endedAt !== null && !failed)
  const last = good.toSorted((a, b) => b.endedAt!.getTime() - a.endedAt!.getTime())[0]
  return {
    lastGoodAt: last?.endedAt ?? null,
    bytes: last?.bytes ?? null,
    photosMissing: last?.photosMissing ?? 0,
    failed: backupFailed(diary, now),
    stale: backupStale(diary, (await readInstant(db, WATCHED_SINCE)) ?? now, now),
  }
}

async function oldestBulkAct(db: Queryable): Promise<Date | null> {
  const [task] = await db
    .select({ createdAt: tasks.createdAt })
    .from(tasks)
    .where(sql`${tasks.state} = 'running'`)
    .orderBy(asc(tasks.createdAt))
    .limit(1)
  return task?.createdAt ?? null
}

async function openExceptions(db: Queryable): Promise<StoredFacts['exceptions']> {
  const { total } = await keptTotal(db, 'exceptions', eq(SUBJECT, 'open'))
  const [oldest] = await db
    .select({ receivedAt: events.receivedAt })
    .from(events)
    .where(sql`${events.decision} = 'open'`)
    .orderBy(asc(events.receivedAt))
    .limit(1)
  return { open: total, oldestAt: oldest?.receivedAt ?? null }
}

/** The phones of drivers, without revoked ones: what those hold is shown where they were revoked. */
async function phonesOf(db: Queryable, now: Date): Promise<StoredFacts['phones']> {
  const inUse = and(sql`${users.role} = 'DRIVER'`, isNull(devices.revokedAt))
  const holding = await db
    .select({ deviceID: devices.deviceID, madeAt: devices.oldestUnsentAt, clockOffset: devices.clockOffset })
    .from(devices)
    .innerJoin(users, eq(users.userID, devices.userID))
    .where(and(inUse, isNull(devices.wipedAt), sql`${devices.unsent} > 0`))
  // In the server's time: the phone tells its own.
  const since = holding.flatMap(({ deviceID, madeAt, clockOffset }) =>
    madeAt === null ? [] : [{ deviceID, at: madeAt.getTime() + clockOffset }],
  )
  const told = await db
    .select({ build: devices.appBuild, phones: sql`count(distinct ${devices.deviceID})`.mapWith(Number) })
    .from(devices)
    .innerJoin(users, eq(users.userID, devices.userID))
    .where(and(inUse, sql`${devices.lastSeenAt} > ${new Date(now.getTime() - PHONE_CURRENT_MS)}`))
    .groupBy(devices.appBuild)
  return {
    unsentLong: new Set(since.filter(({ at }) => now.getTime() - at > UNSENT_LONG_MS).map(({ deviceID }) => deviceID))
      .size,
    oldestUnsentAt: since.length === 0 ? null : new Date(Math.min(...since.map(({ at }) => at))),
    builds: buildsTold(told),
  }
}

/** What is no build, and the rarest ones, are counted together as not told. */
function buildsTold(
  told: readonly { build: string | null; phones: number }[],
): { build: string | null; phones: number }[] {
  const sorted = told.toSorted((a, b) => b.phones - a.phones || (a.build ?? '').localeCompare(b.build ?? ''))
  const named = sorted.filter(({ build }) => build !== null && BUILD.test(build)).slice(0, BUILDS_TOLD)
  const others = sorted.filter((one) => !named.includes(one)).reduce((sum, { phones }) => sum + phones, 0)
  return others === 0 ? named : [...named, { build: null, phones: others }]
}
