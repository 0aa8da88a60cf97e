import { and, count, desc, eq, gt, isNull, max, ne, type Placeholder, sql } from 'drizzle-orm'
import type { SignInMethod } from '#contract/v1/account.ts'
import { dayOf } from '#domain/dates.ts'
import { employmentHasEnded } from '#domain/drivers.ts'
import { newID } from '#domain/identifiers.ts'
import { SESSION_IDLE_HOURS, SESSION_MAX_DAYS } from '#domain/session-limits.ts'
import type { SettingKey } from '#domain/settings.ts'
import type { Role } from '#domain/words.ts'
import { among } from '../db/among.ts'
import type { Database, Queryable } from '../db/database.ts'
import { businessTimeZone } from '../db/setting-values.ts'
import { drivers } from '../db/tables/drivers.ts'
import { devices } from '../db/tables/events.ts'
import { settings } from '../db/tables/settings.ts'
import { passkeys, totpSecrets } from '../db/tables/sign-in.ts'
import { sessions, users } from '../db/tables/users.ts'
import { Written } from '../db/written.ts'
import type { Actor } from './serve.ts'
import { hashToken, newToken } from './tokens.ts'

const HOUR_MS = 3_600_000
const LONGEST_MS = SESSION_MAX_DAYS * 24 * HOUR_MS
const longestUntil = sql`${sessions.createdAt} + ${sql.raw(`${LONGEST_MS / 1000}`)} * interval '1 second'`
const ASKS_SECOND_FACTOR = 'security.adminSecondFactor' satisfies SettingKey
/** A session slides at most this often: not every request is a write. */
const SLIDE_EVERY_MS = 5 * 60_000

interface Found {
  readonly actor: Actor
  /** It is time to write down that the session was used. */
  readonly slideDue: boolean
}

/** A phone of his that the office took back: the session's own, or the one the request names. A lost database is a new phone on the old session. */
const onRevokedPhone = (saidDeviceID: string | null | Placeholder) => sql<boolean>`exists (
  select 1 from ${devices} where ${devices.userID} = ${sessions.userID} and ${devices.revokedAt} is not null and ${devices.deviceID} in (${sessions.deviceID}, ${saidDeviceID}::text)
)`

/** Asked of admins alone: by `case`, or every driver's request would look the setting up. */
const secondFactorMissing = sql<boolean>`case when ${users.role} <> 'ADMIN' then false else
  exists (select 1 from ${settings} where ${settings.key} = ${sql.raw(`'${ASKS_SECOND_FACTOR}'`)} and ${settings.value} = 'true'::jsonb)
  and not exists (select 1 from ${totpSecrets} where ${totpSecrets.userID} = ${users.userID} and ${totpSecrets.confirmedAt} is not null)
  and not exists (select 1 from ${passkeys} where ${passkeys.userID} = ${users.userID}) end`

const whoHolds = new Written<{
  sessionID: string
  slideDue: boolean
  deviceID: string | null
  onRevokedPhone: boolean
  secondFactorMissing: boolean
  userID: string
  role: Role
  fullName: string
  employmentEndDate: string | null
}>(sql`
  select ${sessions.sessionID} as "sessionID", ${sessions.lastSeenAt} <= ${sql.placeholder('slidBefore')}::timestamptz as "slideDue", ${sessions.deviceID} as "deviceID",
    ${onRevokedPhone(sql.placeholder('saidDeviceID'))} as "onRevokedPhone",
    ${secondFactorMissing} as "secondFactorMissing",
    ${users.userID} as "userID", ${users.role} as "role", ${users.fullName} as "fullName", ${drivers.employmentEndDate}::text as "employmentEndDate"
  from ${sessions} join ${users} on ${users.userID} = ${sessions.userID} left join ${drivers} on ${drivers.driverID} = ${users.userID}
  where ${sessions.tokenHash} = ${sql.placeholder('tokenHash')} and ${sessions.revokedAt} is null and ${sessions.expiresAt} > ${sql.placeholder('now')}::timestamptz
    and ${longestUntil} > ${sql.placeholder('now')}::timestamptz and ${users.disabledAt} is null and ${users.signsIn} = 1`)

/**
 * Who holds the token; null when it is unknown, ended, too old, or its owner may no longer sign in. Every request asks it.
 * @param saidDeviceID the phone the request says it comes from
 */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
  saidDeviceID: string | null = null,
): Promise<Found | null> {
  const [row] = await whoHolds.ask(db, {
    tokenHash: hashToken(token),
    now: now.toISOString(),
    slidBefore: new Date(now.getTime() - SLIDE_EVERY_MS).toISOString(),
    saidDeviceID,
  })
  if (!row || (await employmentEnded(db, row.employmentEndDate, now))) return null
  const { slideDue, employmentEndDate: _, ...actor } = row
  return { actor, slideDue }
}

/** Whether a session that is over was that of a phone the office took back: such a phone is told so, and empties itself. */
export async function endedOnRevokedPhone(db: Queryable, token: string, saidDeviceID: string | null): Promise<boolean> {
  const [row] = await db
    .select({ sessionID: sessions.sessionID })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, hashToken(token)), onRevokedPhone(saidDeviceID)))
  return row !== undefined
}

/** Whether this session would still be open had it not reached its longest duration: the person is told so in words. */
export async function endedByAge(db: Queryable, token: string, now: Date): Promise<boolean> {
  const reached = sql`${longestUntil} <= ${now.toISOString()}::timestamptz and ${sessions.expiresAt} >= ${longestUntil}`
  const [row] = await db
    .select({ sessionID: sessions.sessionID })
    .from(sessions)
    .innerJoin(users, eq(users.userID, sessions.userID))
    .where(and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.revokedAt), isNull(users.disabledAt), reached))
  return row !== undefined
}

/** The session belongs to this phone from now on, and to no other. */
export async function bindSession(db: Queryable, sessionID: string, deviceID: string): Promise<void> {
  await db
    .update(sessions)
    .set({ deviceID })
    .where(and(eq(sessions.sessionID, sessionID), isNull(sessions.deviceID)))
}

/** Whether a driver's last day of work lies behind, by the business's calendar. */
export async function employmentEnded(db: Queryable, endDate: string | null, now: Date): Promise<boolean> {
  // Most have no last day, and the business's today is a question to the database.
  return endDate !== null && employmentHasEnded(endDate, dayOf(now, await businessTimeZone(db)))
}

/** The session was used: it lasts another 30 days, an admin's another 12 hours, but none longer than 90 days in all. */
export async function slideSession(db: Queryable, actor: Actor, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({
      lastSeenAt: now,
      expiresAt: sql`least(${expiry(actor.role, now).toISOString()}::timestamptz, ${longestUntil})`,
    })
    .where(and(eq(sessions.sessionID, actor.sessionID), isNull(sessions.revokedAt)))
  // A phone that only asks whether anything is new has been heard too.
  if (actor.deviceID !== null)
    await db
      .update(devices)
      .set({ lastSeenAt: now })
      .where(and(eq(devices.deviceID, actor.deviceID), eq(devices.userID, actor.userID)))
}

/** How a session begins. */
export interface SignedInBy {
  readonly method: SignInMethod
  /** Browser and system in words (`browserInWords`); null: not known. */
  readonly browser: string | null
}

/** Starts a session. This answer is the only time its token leaves the server. */
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

/** Ends one session at once. */
export async function endSession(db: Queryable, sessionID: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.sessionID, sessionID), isNull(sessions.revokedAt)))
}

const isOpen = (userID: string, now: Date) =>
  and(
    eq(sessions.userID, userID),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    sql`${longestUntil} > ${now.toISOString()}::timestamptz`,
  )

/** Ends one of this person's open sessions. Null: they have no such session, or it is over. */
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
  return ended ?? null
}

/**
 * Ends every session of a person at once: lost phone, new password, end of employment. Answers how many were open.
 * @param but the one that stays
 */
export async function endSessionsOf(db: Queryable, userID: string, now: Date, but?: string): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isOpen(userID, now), but === undefined ? undefined : ne(sessions.sessionID, but)))
    .returning({ one: sql`1` })
  return ended.length
}

/** A person's open sessions, the last used first, and how many there are. */
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

/** When each of them was last signed in, to within five minutes; sessions long over are forgotten (care.ts). */
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
