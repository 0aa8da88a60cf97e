import type { Link, QueueState } from '../store/meta.ts'

/** The waiting times after attempts without a verdict (offline.md, "Sending"). Pure. */

/** Times are epoch ms. */
export type Wait = Pick<QueueState, 'failures' | 'nextAttemptAt' | 'holdUntil'>

export const NO_WAIT: Wait = { failures: 0, nextAttemptAt: 0, holdUntil: 0 }

export const BACKOFF_MIN_MS = 2_000
export const BACKOFF_MAX_MS = 5 * 60_000
/** A background request is aborted after this long without a byte. */
export const SILENCE_LIMIT_MS = 30_000
/** Longest wait after a captive portal's answer, ms: signing in to Wi-Fi happens in another app and fires no event. */
const CAPTIVE_AGAIN_MS = 2_000
/**
 * A tap plans the next attempt at most this long after the last one, ms, so that quick taps without signal do not each
 * cause one.
 */
const SOONEST_AFTER_TAP_MS = 10_000

/**
 * A random wait (full jitter) of up to 2 s, 4 s, 8 s ... 5 min, so that thirty phones do not retry at the same time.
 * There is no last attempt.
 */
export function backoffMs(failures: number, random: () => number): number {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.min(20, Math.max(0, failures - 1)))
  return Math.max(250, Math.floor(random() * ceiling))
}

/** The waiting times after one more attempt without a verdict. @param now epoch ms; @param retryAfterMs null: none */
export function failed(
  before: Wait,
  now: number,
  random: () => number,
  { link, retryAfterMs }: { link: Link['state']; retryAfterMs: number | null },
): Wait {
  const failures = before.failures + 1
  const ms = Math.min(link === 'captive' ? CAPTIVE_AGAIN_MS : Infinity, backoffMs(failures, random))
  return { failures, nextAttemptAt: now + ms, holdUntil: heldUntil(before, now, retryAfterMs) }
}

/** The time before which no request is made, epoch ms: the later of the stored Retry-After and a new one. */
export function heldUntil(before: Wait, now: number, retryAfterMs: number | null): number {
  const held = isHeld(before, now) ? before.holdUntil : 0
  return retryAfterMs === null ? held : Math.max(held, now + Math.min(retryAfterMs, BACKOFF_MAX_MS))
}

/** Whether a Retry-After of the office is in force. */
export function isHeld({ holdUntil }: Wait, now: number): boolean {
  return !isDue(holdUntil, now)
}

/** The attempt after a tap, epoch ms; null: the planned one is sooner. */
export function soonerAfterTap({ nextAttemptAt, lastAttemptAt }: QueueState): number | null {
  const soon = lastAttemptAt + SOONEST_AFTER_TAP_MS
  return nextAttemptAt <= soon ? null : soon
}

/**
 * The own waiting time of an event that the server crashed on when it was sent alone, so that other stops go on.
 * @returns epoch ms
 */
export function ownWait(attempts: number, now: number, random: () => number): number {
  return now + Math.max(BACKOFF_MIN_MS, backoffMs(attempts, random))
}

export function dueAt({ nextAttemptAt, holdUntil }: Wait, now: number): number {
  return Math.max(0, ...[nextAttemptAt, holdUntil].filter((at) => !isDue(at, now)))
}

/**
 * Whether the time has come. A time more than 5 minutes ahead counts as come, because a clock that was set back must
 * not delay an attempt for days.
 */
export function isDue(at: number, now: number): boolean {
  return at <= now || at > now + BACKOFF_MAX_MS + 1_000
}
