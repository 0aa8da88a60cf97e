import { eq, sql } from 'drizzle-orm'
import type { SignInMethod } from '#contract/v1/account.ts'
import { browserInWords } from '#domain/browsers.ts'
import { type BackgroundRun, startBackgroundWork } from '../../background-work.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { failedSignIns } from '../../db/tables/sign-in.ts'
import { users } from '../../db/tables/users.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeAudit } from '../../http/audit.ts'
import { addressOf } from '../../http/limits.ts'
import { Refused } from '../../http/refused.ts'
import { startSession } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import type { Account } from './session-reads.ts'

const ADDRESSES_WRITTEN = 10
/** Sign-ins that a password is a part of; the set-up link has just set it. */
const PASSWORDS = /^(password|set-up)/
const WRITE_EVERY_MS = 15 * 60_000

interface SigningIn {
  readonly database: Database
  readonly ip: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly requestID: string
  readonly now: Date
}

/**
 * Starts a session and records who signed in, how, from where, and after how many failures. Every kind of sign-in ends
 * here.
 */
export async function beginSession(
  { database, ip, headers, requestID, now }: SigningIn,
  account: Pick<Account, 'userID' | 'role' | 'passwordHash'>,
  method: SignInMethod,
) {
  const { userID } = account
  const browser = browserInWords(headers['user-agent'])
  const earlier = await failuresWritten(database, userID)
  return inTransaction(database, async (tx) => {
    // The password may have been changed since it was verified.
    if (PASSWORDS.test(method) && (await passwordHashOf(tx, userID)) !== account.passwordHash)
      throw new Refused('credentials_wrong')
    const failedBefore = earlier + (await writeFailedSignIns(tx, userID, now))
    const started = await startSession(tx, account, { method, browser }, now)
    const after = { method, from: readable(ip), browser, failedBefore }
    await writeAudit(tx, {
      actorID: userID,
      action: 'session.sign-in',
      subjectKind: 'user',
      subjectID: userID,
      after,
      requestID,
      at: now,
    })
    return started
  })
}

/**
 * Stores a wrong password or code of a known account. It is written to the audit log at the next success or within 15
 * minutes.
 */
export async function noteFailedSignIn(db: Queryable, userID: string, ip: string, now: Date): Promise<void> {
  await db
    .insert(failedSignIns)
    .values({ userID, address: readable(ip), count: 1, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [failedSignIns.userID, failedSignIns.address],
      set: { count: sql`${failedSignIns.count} + 1`, lastAt: now },
    })
}

/** Moves a user's failed sign-ins to the audit log. Returns how many there were. */
async function writeFailedSignIns(tx: Queryable, userID: string, now: Date): Promise<number> {
  const rows = await tx.delete(failedSignIns).where(eq(failedSignIns.userID, userID)).returning()
  if (rows.length === 0) return 0
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const first = Math.min(...rows.map(({ firstAt }) => firstAt.getTime()))
  const last = Math.max(...rows.map(({ lastAt }) => lastAt.getTime()))
  const from = rows.toSorted((a, b) => b.count - a.count).map(({ address }) => address)
  const after = {
    count,
    from: from.slice(0, ADDRESSES_WRITTEN),
    ...(from.length > ADDRESSES_WRITTEN && { addresses: from.length }),
    between: [new Date(first).toISOString(), new Date(last).toISOString()],
  }
  await writeAudit(tx, {
    actorID: null,
    action: 'session.sign-in-failed',
    subjectKind: 'user',
    subjectID: userID,
    after,
    requestID: null,
    at: now,
  })
  return count
}

/** Writes failed sign-ins to the audit log every 15 minutes. `stop` waits for a write in progress. */
export function startSignInDiary(deps: Pick<Dependencies, 'database' | 'clock' | 'log'>): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: WRITE_EVERY_MS,
    failed: 'failed sign-ins could not be written down',
    works: { 'failed-sign-ins': (goOn) => writeAllFailedSignIns(deps.database.db, deps.clock.now(), goOn) },
  })
}

/**
 * The same for all users. On several nodes each row is taken by one of them.
 * @param goOn asked before each user
 */
export async function writeAllFailedSignIns(
  database: Database,
  now: Date,
  goOn: () => boolean = () => true,
): Promise<void> {
  const found = await database.selectDistinct({ userID: failedSignIns.userID }).from(failedSignIns)
  for (const { userID } of found) {
    if (!goOn()) return
    await inTransaction(database, (tx) => writeFailedSignIns(tx, userID, now))
  }
}

/**
 * Failures since the last sign-in that are in the audit log already. Read outside the transaction, so the number may be
 * slightly outdated.
 */
async function failuresWritten(db: Database, userID: string): Promise<number> {
  const { rows } = await db.execute<{ failed: number }>(sql`
    select coalesce(sum((after ->> 'count')::integer), 0)::integer as failed from audit
    where subject_kind = 'user' and subject_id = ${userID} and action = 'session.sign-in-failed' and created_at > coalesce(
      (select max(created_at) from audit where subject_kind = 'user' and subject_id = ${userID} and action = 'session.sign-in'), '-infinity')`)
  return rows[0]?.failed ?? 0
}

async function passwordHashOf(tx: Queryable, userID: string): Promise<string | null> {
  const [row] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.userID, userID))
  return row?.passwordHash ?? null
}

/** An address in readable form; for IPv6 the network, which is what a caller is assigned. */
function readable(ip: string): string {
  const address = addressOf(ip)
  return address.includes(':') ? `${address}::/64` : address
}
