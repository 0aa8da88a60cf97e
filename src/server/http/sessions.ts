import { and, count, desc, eq, gt, isNull, max, ne, type Placeholder, sql } from 'drizzle-orm'
import type { SignInMethod } from '#contract/v1/account.ts'
import { type CancelledAccess, canSignIn } from '#domain/cancelled-access.ts'
import { dayOf } from '#domain/dates.ts'
import { employmentHasEnded } from '#domain/drivers.ts'
import { newID } from '#domain/identifiers.ts'
import type { OfficeRole } from '#domain/office-roles.ts'
import { SESSION_IDLE_HOURS, SESSION_MAX_DAYS } from '#domain/session-limits.ts'
import type { SettingKey } from '#domain/settings.ts'
import type { Role } from '#domain/words.ts'
import { among } from '../db/among.ts'
import type { Database, Queryable } from '../db/database.ts'
import { businessTimeZone } from '../db/setting-values.ts'
import { customers } from '../db/tables/customers.ts'
import { drivers } from '../db/tables/drivers.ts'
import { devices } from '../db/tables/events.ts'
import { customerAccounts } from '../db/tables/ledger.ts'
import { settings } from '../db/tables/settings.ts'
import { passkeys, totpSecrets } from '../db/tables/sign-in.ts'
import { sessions, users } from '../db/tables/users.ts'
import { PreparedQuery } from '../db/prepared-query.ts'
import { forgetPushesOf, forgetPushesOfSession } from '../db/push-outbox.ts'
import type { Actor } from './serve.ts'
import { hashToken, newToken } from './tokens.ts'

const HOUR_MS = 3_600_000
const LONGEST_MS = SESSION_MAX_DAYS * 24 * HOUR_MS
const longestUntil = sql`${sessions.createdAt} + ${sql.raw(`${LONGEST_MS / 1000}`)} * interval '1 second'`
const ASKS_SECOND_FACTOR = 'security.adminSecondFactor' satisfies SettingKey
const PROVIDER_PROVED_BOTH = 'oidc+mfa' satisfies SignInMethod
/** The expiry of a session is extended at most this often, so that not every request writes. */
const SLIDE_EVERY_MS = 5 * 60_000

interface Found {
  readonly actor: Actor
  /** The last use of the session is due to be written. */
  readonly slideDue: boolean
}

/**
 * Whether the user's phone is revoked: the session's own, or the one named in the request. A device that lost its
 * database has a new id on the old session.
 */
const onRevokedDevice = (claimedDeviceID: string | null | Placeholder) => sql<boolean>`exists (
  select 1 from ${devices} where ${devices.userID} = ${sessions.userID} and ${devices.revokedAt} is not null and ${devices.deviceID} in (${sessions.deviceID}, ${claimedDeviceID}::text)
)`

/** Only for admins: without `case` every driver's request would look up the setting. */
const secondFactorMissing = sql<boolean>`case when ${users.role} <> 'ADMIN' then false else
  exists (select 1 from ${settings} where ${settings.key} = ${sql.raw(`'${ASKS_SECOND_FACTOR}'`)} and ${settings.value} = 'true'::jsonb)
  and not exists (select 1 from ${totpSecrets} where ${totpSecrets.userID} = ${users.userID} and ${totpSecrets.confirmedAt} is not null)
  and not exists (select 1 from ${passkeys} where ${passkeys.userID} = ${users.userID})
  and ${sessions.method} is distinct from ${sql.raw(`'${PROVIDER_PROVED_BOTH}'`)} end`

/** Only for customers, as above. */
const isCancelled = sql<boolean>`case when ${users.role} <> 'CUSTOMER' then false else
  exists (select 1 from ${customers} where ${customers.customerID} = ${users.userID} and ${customers.status} = 'CANCELED') end`

/** What an admin may do; null for everybody else. */
export const storedOfficeRole = sql<OfficeRole | null>`case when ${users.role} = 'ADMIN' then coalesce(${users.officeRole}, 'OWNER') end`

const whoHolds = new PreparedQuery<{
  sessionID: string
  slideDue: boolean
  deviceID: string | null
  onRevokedDevice: boolean
  secondFactorMissing: boolean
  userID: string
  role: Role
  officeRole: OfficeRole | null
  depotID: string | null
  fullName: string
  employmentEndDate: string | null
  isCancelled: boolean
}>(sql`
  select ${sessions.sessionID} as "sessionID", ${sessions.lastSeenAt} <= ${sql.placeholder('slidBefore')}::timestamptz as "slideDue", ${sessions.deviceID} as "deviceID",
    ${onRevokedDevice(sql.placeholder('claimedDeviceID'))} as "onRevokedDevice",
    ${secondFactorMissing} as "secondFactorMissing", ${isCancelled} as "isCancelled",
    ${users.userID} as "userID", ${users.role} as "role", ${storedOfficeRole} as "officeRole", ${users.depotID} as "depotID", ${users.fullName} as "fullName", ${drivers.employmentEndDate}::text as "employmentEndDate"
  from ${sessions} join ${users} on ${users.userID} = ${sessions.userID} left join ${drivers} on ${drivers.driverID} = ${users.userID}
  where ${sessions.tokenHash} = ${sql.placeholder('tokenHash')} and ${sessions.revokedAt} is null and ${sessions.expiresAt} > ${sql.placeholder('now')}::timestamptz
    and ${longestUntil} > ${sql.placeholder('now')}::timestamptz and ${users.disabledAt} is null and ${users.signsIn} = 1`)

/**
 * The session of a token; null when it is unknown, ended or expired, or its user may no longer sign in. Called by every
 * request.
 * @param claimedDeviceID the device id sent with the request
 */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
  claimedDeviceID: string | null = null,
): Promise<Found | null> {
  const [row] = await whoHolds.ask(db, {
    tokenHash: hashToken(token),
    now: now.toISOString(),
    slidBefore: new Date(now.getTime() - SLIDE_EVERY_MS).toISOString(),
    claimedDeviceID,
  })
  if (!row || (await employmentEnded(db, row.employmentEndDate, now))) return null
  if (row.isCancelled && (await cancelledLongAgo(db, row.userID, now))) return null
  const { slideDue, employmentEndDate: _, isCancelled: __, ...actor } = row
  return { actor, slideDue }
}

/** Whether an ended session was that of a revoked phone, which is then told to delete its data. */
export async function endedOnRevokedDevice(
  db: Queryable,
  token: string,
  claimedDeviceID: string | null,
): Promise<boolean> {
  const [row] = await db
    .select({ sessionID: sessions.sessionID })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, hashToken(token)), onRevokedDevice(claimedDeviceID)))
  return row !== undefined
}

/** Whether only its maximum age ended this session; the person then sees that reason. */
export async function endedByAge(db: Queryable, token: string, now: Date): Promise<boolean> {
  const reached = sql`${longestUntil} <= ${now.toISOString()}::timestamptz and ${sessions.expiresAt} >= ${longestUntil}`
  const [row] = await db
    .select({ sessionID: sessions.sessionID })
    .from(sessions)
    .innerJoin(users, eq(users.userID, sessions.userID))
    .where(and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.revokedAt), isNull(users.disabledAt), reached))
  return row !== undefined
}

/** Whether the firm's provider verified a second factor when this session began. */
export async function provedByProvider(db: Queryable, sessionID: string): Promise<boolean> {
  const [row] = await db.select({ method: sessions.method }).from(sessions).where(eq(sessions.sessionID, sessionID))
  return row?.method === PROVIDER_PROVED_BOTH
}

/** Binds the session to this phone for good. */
export async function bindSession(db: Queryable, sessionID: string, deviceID: string): Promise<void> {
  await db
    .update(sessions)
    .set({ deviceID })
    .where(and(eq(sessions.sessionID, sessionID), isNull(sessions.deviceID)))
}

/** Whether a driver's last day of work has passed, in the business time zone. */
export async function employmentEnded(db: Queryable, endDate: string | null, now: Date): Promise<boolean> {
  // Checked first, because most drivers have no last day and the business time zone takes a query.
  return endDate !== null && employmentHasEnded(endDate, dayOf(now, await businessTimeZone(db)))
}

/** A customer's state and account, as `cancelledAccessEnded` needs them; all null for others. */
export const ACCESS_COLUMNS = {
  status: customers.status,
  canceledAt: customers.canceledAt,
  owing: customerAccounts.owing,
  credit: customerAccounts.credit,
}
type AccessRow = { [Name in keyof CancelledAccess]: CancelledAccess[Name] | null }

/** Whether this is a customer whose service is cancelled and who may no longer sign in (domain.md 10, States). */
export async function cancelledAccessEnded(
  db: Queryable,
  { status, canceledAt, owing, credit }: AccessRow,
  now: Date,
): Promise<boolean> {
  if (status !== 'CANCELED') return false
  return !canSignIn({ status, canceledAt, owing: owing ?? 0, credit: credit ?? 0 }, now, await businessTimeZone(db))
}

async function cancelledLongAgo(db: Queryable, userID: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select(ACCESS_COLUMNS)
    .from(customers)
    .leftJoin(customerAccounts, eq(customerAccounts.customerID, customers.customerID))
    .where(eq(customers.customerID, userID))
  return row !== undefined && cancelledAccessEnded(db, row, now)
}

/** Extends a used session by 30 days, an admin's by 12 hours, to at most 90 days in all. */
export async function slideSession(db: Queryable, actor: Actor, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({
      lastSeenAt: now,
      expiresAt: sql`least(${expiry(actor.role, now).toISOString()}::timestamptz, ${longestUntil})`,
    })
    .where(and(eq(sessions.sessionID, actor.sessionID), isNull(sessions.revokedAt)))
  // A conditional request is a contact of the phone too.
  if (actor.deviceID !== null)
    await db
      .update(devices)
      .set({ lastSeenAt: now })
      .where(and(eq(devices.deviceID, actor.deviceID), eq(devices.userID, actor.userID)))
}

export interface SignedInBy {
  readonly method: SignInMethod
  /** Browser and system in words (`browserInWords`); null: unknown. */
  readonly browser: string | null
}

/** @returns the session's token, which is sent in this answer only */
export async function startSession(
  db: Queryable,
  { userID, role }: { userID: string; role: Role },
  { method, browser }: SignedInBy,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = expiry(role, now)
  const row = { tokenHash: hashToken(token), sessionID: newID(now.getTime()), userID, createdAt: now, lastSeenAt: now }
  await db.insert(sessions).values({ ...row, expiresAt, method, browser })
  return { token, expiresAt }
}

export async function endSession(db: Queryable, sessionID: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.sessionID, sessionID), isNull(sessions.revokedAt)))
  await forgetPushesOfSession(db, sessionID)
}

const isOpen = (userID: string, now: Date) =>
  and(
    eq(sessions.userID, userID),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    sql`${longestUntil} > ${now.toISOString()}::timestamptz`,
  )

/** Ends one open session of this person. Null: there is none with this id. */
export async function endOpenSession(
  db: Queryable,
  userID: string,
  sessionID: string,
  now: Date,
): Promise<{ browser: string | null } | null> {
  const [ended] = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isOpen(userID, now), eq(sessions.sessionID, sessionID)))
    .returning({ browser: sessions.browser })
  if (ended) await forgetPushesOfSession(db, sessionID)
  return ended ?? null
}

/**
 * Ends all sessions of a person (lost phone, new password, end of employment).
 * @param but the session that stays
 * @returns how many were open
 */
export async function endSessionsOf(db: Queryable, userID: string, now: Date, but?: string): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isOpen(userID, now), but === undefined ? undefined : ne(sessions.sessionID, but)))
    .returning({ one: sql`1` })
  await forgetPushesOf(db, userID, but)
  return ended.length
}

/** A person's open sessions, the most recently used first, and their number. */
export async function openSessionsOf(
  db: Queryable,
  userID: string,
  now: Date,
  limit: number,
): Promise<{ rows: (typeof sessions.$inferSelect)[]; total: number }> {
  const where = isOpen(userID, now)
  const rows = await db
    .select()
    .from(sessions)
    .where(where)
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.sessionID))
    .limit(limit)
  const [counted] = await db.select({ total: count() }).from(sessions).where(where)
  return { rows, total: counted!.total }
}

/**
 * When each of them was last signed in, accurate to five minutes. Sessions that ended long ago are deleted
 * (maintenance.ts).
 */
export async function lastSeenOf(db: Queryable, userIDs: readonly string[]): Promise<Map<string, Date>> {
  if (userIDs.length === 0) return new Map()
  const rows = await db
    .select({ userID: sessions.userID, at: max(sessions.lastSeenAt) })
    .from(sessions)
    .where(among(sessions.userID, userIDs))
    .groupBy(sessions.userID)
  return new Map(rows.flatMap(({ userID, at }) => (at === null ? [] : [[userID, at]])))
}

function expiry(role: Role, now: Date): Date {
  return new Date(now.getTime() + SESSION_IDLE_HOURS[role] * HOUR_MS)
}
