export const BACKOFF_MIN_MS = 2_000
export const BACKOFF_MAX_MS = 5 * 60_000
/** A background request is aborted after this long without a byte. */
export const SILENCE_LIMIT_MS = 30_000

/**
 * Full jitter: a random wait of up to 2 s, 4 s, 8 s ... 5 min, so that thirty phones do not retry at the same time.
 * There is no last attempt.
 */
export function backoffMs(failures: number, random: () => number): number {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.min(20, Math.max(0, failures - 1)))
  return Math.max(250, Math.floor(random() * ceiling))
}

/** A clock that was set back must not delay an attempt for days: a time more than 5 minutes ahead is due now. */
export function isDue(at: number, now: number): boolean {
  return at <= now || at > now + BACKOFF_MAX_MS + 1_000
}
