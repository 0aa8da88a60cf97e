import { eq, lt, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Database, Queryable } from '../db/database.ts'
import { rateLimits } from '../db/tables/users.ts'
import { Refused } from './refused.ts'

export interface Limit {
  readonly hits: number
  readonly seconds: number
}

/** The key of a counter: an action and the hash of its caller, so that the table contains no email and no address. */
export function bucketOf(action: string, who: string): string {
  return `${action}:${createHash('sha256').update(who).digest('hex').slice(0, 32)}`
}

/** The address that is counted: for IPv6 the /64. */
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
 * Counts one try and refuses it above the limit (429 with Retry-After). Called outside the transaction of the
 * operation, where only successful tries would be counted.
 * @returns the tries in this window, including this one
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

/**
 * Counts without refusing.
 * @returns the hits in this window, including this one, and when it started
 */
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

/** This bounds the memory: as many sessions as a large firm has customers; the least recently used go first. */
const COUNTED_HERE_MAX = 10_000

/**
 * Counts in this process only. A session's request rate may be as high on each node, and a commit per request would
 * cost more than the request.
 */
export function countHere(): (bucket: string, limit: Limit, now: Date) => void {
  const windows = new Map<string, { since: number; hits: number }>()
  return (bucket, { hits, seconds }, now) => {
    const at = now.getTime()
    const window = windows.get(bucket)
    const current = window && at < window.since + seconds * 1000 ? window : { since: at, hits: 0 }
    current.hits += 1
    // Inserted again at the end, so that the least recently used entries come first.
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

/** Uncounts a try that turned out to be legitimate. */
export async function forgiveTry(db: Database, bucket: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ hits: sql`greatest(${rateLimits.hits} - 1, 0)` })
    .where(eq(rateLimits.bucket, bucket))
}

/** Writes without effect, so that an unknown account takes as long as a known one, whose tries are written. */
export async function touchTries(db: Database, bucket: string): Promise<void> {
  await db.update(rateLimits).set({ hits: rateLimits.hits }).where(eq(rateLimits.bucket, bucket))
}

export async function forgetTries(db: Queryable, bucket: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.bucket, bucket))
}

export async function forgetOldTries(db: Database, before: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowStart, before))
}
