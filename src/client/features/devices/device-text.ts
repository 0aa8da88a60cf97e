import type { Translate } from '#client/ui/core/i18n.ts'
import type { Device } from '#contract/v1/devices.ts'

type T = Translate<'devices'>

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "just now", "12 min ago", "3 days ago". */
export function agoText(t: T, instant: string, now: number): string {
  const ms = now - new Date(instant).getTime()
  if (ms < MINUTE_MS) return t('now')
  if (ms < HOUR_MS) return t('minutesAgo', { count: Math.floor(ms / MINUTE_MS) })
  if (ms < 2 * DAY_MS) return t('hoursAgo', { count: Math.floor(ms / HOUR_MS) })
  return t('daysAgo', { count: Math.floor(ms / DAY_MS) })
}

/** The end of its ID distinguishes a driver's phones; the search finds it too. */
export const markOf = (deviceID: string): string => deviceID.slice(-6)

/** A smaller clock offset is shown as correct. */
const RIGHT_MS = 5 * SECOND_MS

/** @param offset ms the office's clock is ahead of the phone's */
export function clockText(t: T, offset: number): string {
  const ms = Math.abs(offset)
  if (ms < RIGHT_MS) return t('clockRight')
  return t(offset > 0 ? 'clockBehind' : 'clockAhead', { time: spanText(t, ms) })
}

function spanText(t: T, ms: number): string {
  if (ms < MINUTE_MS) return t('seconds', { count: Math.round(ms / SECOND_MS) })
  if (ms < HOUR_MS) return t('minutes', { count: Math.round(ms / MINUTE_MS) })
  if (ms < 2 * DAY_MS)
    return t('hoursMinutes', { hours: Math.floor(ms / HOUR_MS), minutes: Math.floor((ms % HOUR_MS) / MINUTE_MS) })
  return t('days', { count: Math.round(ms / DAY_MS) })
}

/** "57 stops, 41 photos: equal"; missing numbers are listed. */
export function reconciliationText(
  t: T,
  { reconciliation: { stops, photos, equal, holes }, unsent }: Pick<Device, 'reconciliation' | 'unsent'>,
): string {
  const counts = { stops: t('stops', { count: stops }), photos: t('photos', { count: photos }) }
  if (equal) return t('equal', counts)
  if (holes.length > 0) return t('missing', { ...counts, count: holes.length, holes: rangesText(holes) })
  return t(unsent > 0 ? 'notYet' : 'uncounted', counts)
}

/** `3, 7–9` @param numbers ascending */
export function rangesText(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`))
    .join(', ')
}
