import { eq, lt, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Database, Queryable } from '../db/database.ts'
import { rateLimits } from '../db/tables/users.ts'
import { Refused } from './refused.ts'

/** At most this many hits within this many seconds. */
export interface Limit {
  readonly hits: number
  readonly seconds: number
}

/**
 * The key of a counter: an action, and the caller it is counted for. The caller is hashed: the table contains no e-mail
 * and no address of a person.
 */
export function bucketOf(action: string, who: string): string {
  return `${action}:${createHash('sha256').update(who).digest('hex').slice(0, 32)}`
}

/** A request's address for counting: an IPv6 caller has a whole /64. */
export function addressOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^::ffff:/i, '')
  const [head = '', tail] = ip.split('::')
  const start = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - start.length - tail.split(':').filter(Boolean).length
  return [...start, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':').filter(Boolean)]
    .slice(0, 4)
    .join(':')
}

/**
 * Counts one try and refuses it above the limit (429 with Retry-After). Limits are stored in rows, so that several
 * nodes count together; call it outside the transaction of the operation, or only successful ones count. Returns the
 * number of tries in this window, including this one.
 */
export async function countTry(db: Queryable, bucket: string, limit: Limit, now: Date): Promise<{ hits: number }> {
  const { hits, windowStart } = await countHit(db, bucket, limit.seconds, now)
  if (hits <= limit.hits) return { hits }
  const retryAfterSeconds = Math.max(
    1,
    Math.ceil((windowStart.getTime() + limit.seconds * 1000 - now.getTime()) / 1000),
  )
  throw new Refused('rate_limited', { retryAfterSeconds })
}

/** Counts without refusing: the number in this window, including this one, and when the window started. */
export async function countHit(
  db: Queryable,
  bucket: string,
  seconds: number,
  now: Date,
): Promise<{ hits: number; windowStart: Date }> {
  const windowOver = sql`${rateLimits.windowStart} <= ${new Date(now.getTime() - seconds * 1000).toISOString()}::timestamptz`
  const [row] = await db
    .insert(rateLimits)
    .values({ bucket, windowStart: now, hits: 1 })
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: {
        hits: sql`case when ${windowOver} then 1 else ${rateLimits.hits} + 1 end`,
        windowStart: sql`case when ${windowOver} then ${now.toISOString()}::timestamptz else ${rateLimits.windowStart} end`,
      },
    })
    .returning({ hits: rateLimits.hits, windowStart: rateLimits.windowStart })
  return row!
}

/** Maximum number of sessions counted; beyond it, they are callers with a single request. */
const COUNTED_HERE_MAX = 10_000

/**
 * Counts in this process only: for the request rate of a session, where each of several nodes may allow as much, and a
 * commit for every request would cost more than the requests.
 */
export function countHere(): (bucket: string, limit: Limit, now: Date) => void {
  const windows = new Map<string, { since: number; hits: number }>()
  return (bucket, { hits, seconds }, now) => {
    const at = now.getTime()
    const window = windows.get(bucket)
    const current = window && at < window.since + seconds * 1000 ? window : { since: at, hits: 0 }
    current.hits += 1
    // Inserted again at the end, so that the first entries are the least recently used.
    windows.delete(bucket)
    windows.set(bucket, current)
    const [oldest] = windows.keys()
    if (windows.size > COUNTED_HERE_MAX && oldest !== undefined) windows.delete(oldest)
    if (current.hits > hits)
      throw new Refused('rate_limited', {
        retryAfterSeconds: Math.max(1, Math.ceil((current.since + seconds * 1000 - at) / 1000)),
      })
  }
}

/** Removes a try that turned out to be legitimate. */
export async function forgiveTry(db: Database, bucket: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ hits: sql`greatest(${rateLimits.hits} - 1, 0)` })
    .where(eq(rateLimits.bucket, bucket))
}

/** A write without effect: where a write happens only for a known account, so that an unknown one takes as long. */
export async function touchTries(db: Database, bucket: string): Promise<void> {
  await db.update(rateLimits).set({ hits: rateLimits.hits }).where(eq(rateLimits.bucket, bucket))
}

/** Resets a counter. */
export async function forgetTries(db: Queryable, bucket: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.bucket, bucket))
}

/** Part of the nightly maintenance: deletes expired windows. */
export async function forgetOldTries(db: Database, before: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowStart, before))
}
