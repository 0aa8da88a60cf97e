import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { IDEMPOTENCY_KEY_MAX } from '#domain/limits.ts'
import type { Database, Queryable } from '../db/database.ts'
import { idempotencyKeys } from '../db/tables/users.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Secrets } from '../ports.ts'
import { canonical } from './etags.ts'
import { Refused } from './refused.ts'

export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON; null: no body. */
  readonly body: string | null
}

/** Identifies a POST with an Idempotency-Key: user or API token, method and path; the caller's key; an HMAC of the body. */
export interface KeyedRequest {
  readonly scope: string
  readonly key: string
  readonly bodyHmac: string
  /** Whether this HMAC, perhaps made with an older SECRET_KEY, is of the same body. */
  isOfBody(hmac: string): boolean
}

export const PURPOSE = 'idempotency'
const KEEP_MS = 7 * 24 * 3_600_000
/** After this time another request may take over the claim, because its process has died. */
const CLAIM_MS = 10 * 60_000
const RETRY_SECONDS = 1

/** The keyed request; null when it has no key. Refuses an invalid key (400). */
export function keyedRequest(
  secrets: Secrets,
  {
    header,
    callerID,
    path,
    input,
  }: { header: string | undefined; callerID: string | null; path: string; input: unknown },
): KeyedRequest | null {
  if (header === undefined) return null
  if (header === '' || header.length > IDEMPOTENCY_KEY_MAX) {
    throw new Refused('not_understood', { message: `An Idempotency-Key has 1 to ${IDEMPOTENCY_KEY_MAX} characters.` })
  }
  const body = JSON.stringify(canonical(input))
  return {
    scope: `${callerID ?? 'nobody'} POST ${path}`,
    key: header,
    bodyHmac: secrets.hmac(PURPOSE, body),
    isOfBody: (hmac) => secrets.verifyHmac(PURPOSE, body, hmac),
  }
}

/** The stored answer; null when the request is to be executed now. Called inside the transaction of the effect. */
export async function recall(tx: Queryable, secrets: Secrets, request: KeyedRequest): Promise<StoredAnswer | null> {
  // The lock tells that the first of two requests is still running. A unique conflict would make the second wait.
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockOf(request)}::bigint) as free`,
  )
  if (rows[0]?.free !== true) throw stillRunning()
  const [row] = await tx.select().from(idempotencyKeys).where(isOf(request))
  if (row === undefined) return null
  if (!request.isOfBody(row.bodyHmac)) throw new Refused('idempotency_key_reused')
  if (row.answer === null) throw stillRunning()
  return JSON.parse(secrets.open(PURPOSE, Buffer.from(row.answer, 'base64'))) as StoredAnswer
}

/**
 * Stores the answer inside the transaction of the effect. It is encrypted, because it outlives the data it describes.
 */
export async function remember(
  tx: Queryable,
  secrets: Secrets,
  request: KeyedRequest,
  answer: StoredAnswer,
  now: Date,
): Promise<void> {
  const sealed = secrets.seal(PURPOSE, JSON.stringify(answer)).toString('base64')
  const kept = { status: answer.status, answer: sealed }
  await tx
    .insert(idempotencyKeys)
    .values({ ...rowOf(request), ...kept, createdAt: now })
    .onConflictDoUpdate({ target: [idempotencyKeys.scope, idempotencyKeys.key], set: kept })
}

/**
 * For an operation of several transactions: claims the key first, so that a second request sees that it is running, and
 * releases it when the operation fails.
 */
export async function claimed(
  database: Database,
  secrets: Secrets,
  request: KeyedRequest,
  now: Date,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const before = await inTransaction(database, async (tx) => {
    const abandoned = lt(idempotencyKeys.createdAt, new Date(now.getTime() - CLAIM_MS))
    await tx.delete(idempotencyKeys).where(and(isOf(request), isNull(idempotencyKeys.answer), abandoned))
    const answer = await recall(tx, secrets, request)
    if (answer === null) await tx.insert(idempotencyKeys).values({ ...rowOf(request), createdAt: now })
    return answer
  })
  if (before !== null) return before
  try {
    const answer = await work()
    await inTransaction(database, (tx) => remember(tx, secrets, request, answer, now))
    return answer
  } catch (error) {
    await database.delete(idempotencyKeys).where(and(isOf(request), isNull(idempotencyKeys.answer)))
    throw error
  }
}

/** Nightly maintenance: keys are kept for 7 days. */
export async function forgetOldKeys(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEEP_MS)))
}

const rowOf = ({ scope, key, bodyHmac }: KeyedRequest) => ({ scope, key, bodyHmac })

function isOf({ scope, key }: KeyedRequest) {
  return and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
}

function stillRunning(): Refused {
  return new Refused('idempotency_running', { retryAfterSeconds: RETRY_SECONDS })
}

function lockOf({ scope, key }: KeyedRequest): string {
  return createHash('sha256').update(`${scope}\n${key}`).digest().readBigInt64BE(0).toString()
}
