import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { dayOf } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import type { Role } from '#domain/words.ts'
import type { Queryable } from '../db/database.ts'
import { businessTimeZone } from '../db/setting-values.ts'
import { drivers } from '../db/tables/drivers.ts'
import { sessions, users } from '../db/tables/users.ts'
import type { Actor } from './serve.ts'
import { hashToken, newToken } from './tokens.ts'

const HOUR_MS = 3_600_000
/** A week without signal must not sign a driver out; an office computer left alone must (api.md, "Session"). */
const IDLE_MS: Record<Role, number> = { ADMIN: 12 * HOUR_MS, DRIVER: 30 * 24 * HOUR_MS, CUSTOMER: 30 * 24 * HOUR_MS }
/** A session slides at most this often: not every request is a write. */
const SLIDE_EVERY_MS = 5 * 60_000

interface Found {
  readonly actor: Actor
  /** It is time to write down that the session was used. */
  readonly slideDue: boolean
}

/** Who holds the token; null when it is unknown, ended, too old, or its owner may no longer sign in. */
export async function findSession(db: Queryable, token: string, now: Date): Promise<Found | null> {
  const [row] = await db
    .select({
      sessionID: sessions.sessionID,
      lastSeenAt: sessions.lastSeenAt,
      userID: users.userID,
      role: users.role,
      fullName: users.fullName,
      employmentEndDate: drivers.employmentEndDate,
    })
    .from(sessions)
    .innerJoin(users, eq(users.userID, sessions.userID))
    .leftJoin(drivers, eq(drivers.driverID, users.userID))
    .where(and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.revokedAt), gt(sessions.expiresAt, now), isNull(users.disabledAt), eq(users.signsIn, 1)))
  if (!row || (await employmentEnded(db, row.employmentEndDate, now))) return null
  const { userID, role, sessionID, fullName } = row
  return { actor: { userID, role, sessionID, fullName }, slideDue: now.getTime() - row.lastSeenAt.getTime() >= SLIDE_EVERY_MS }
}

/** Whether a driver's last day of work lies behind, by the business's calendar. */
export async function employmentEnded(db: Queryable, endDate: string | null, now: Date): Promise<boolean> {
  return endDate !== null && endDate < dayOf(now, await businessTimeZone(db))
}

/** The session was used: it lasts another 30 days, an admin's another 12 hours. */
export async function slideSession(db: Queryable, actor: Actor, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt: expiry(actor.role, now) })
    .where(and(eq(sessions.sessionID, actor.sessionID), isNull(sessions.revokedAt)))
}

/** Signs somebody in. The token leaves the server once, here. */
export async function startSession(db: Queryable, user: { userID: string; role: Role }, now: Date): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = expiry(user.role, now)
  await db.insert(sessions).values({ tokenHash: hashToken(token), sessionID: newID(now.getTime()), userID: user.userID, createdAt: now, lastSeenAt: now, expiresAt })
  return { token, expiresAt }
}

/** Ends one session at once. */
export async function endSession(db: Queryable, sessionID: string, now: Date): Promise<void> {
  await db.update(sessions).set({ revokedAt: now }).where(and(eq(sessions.sessionID, sessionID), isNull(sessions.revokedAt)))
}

/** Ends every session of somebody at once: lost phone, new password, end of employment. Answers how many were open. */
export async function endSessionsOf(db: Queryable, userID: string, now: Date): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userID, userID), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .returning({ one: sql`1` })
  return ended.length
}

function expiry(role: Role, now: Date): Date {
  return new Date(now.getTime() + IDLE_MS[role])
}
