import type { Device } from '#contract/v1/devices.ts'
import { plural, t } from '#client/ui/core/texts.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "just now", "12 min ago", "3 days ago". */
export function agoText(instant: string, now: number): string {
  const ms = now - new Date(instant).getTime()
  if (ms < MINUTE_MS) return t('just now')
  if (ms < HOUR_MS) return t('{{count}} min ago', { count: Math.floor(ms / MINUTE_MS) })
  if (ms < 2 * DAY_MS) return t('{{count}} h ago', { count: Math.floor(ms / HOUR_MS) })
  return plural(Math.floor(ms / DAY_MS), '{{count}} day ago', '{{count, number}} days ago')
}

/** The end of its ID distinguishes a driver's phones; the search finds it too. */
export const markOf = (deviceID: string): string => deviceID.slice(-6)

/** A smaller clock offset is shown as correct. */
const RIGHT_MS = 5 * SECOND_MS

/** @param offset ms the office's clock is ahead of the phone's */
export function clockText(offset: number): string {
  const ms = Math.abs(offset)
  if (ms < RIGHT_MS) return t('Correct')
  return t(offset > 0 ? '{{time}} behind' : '{{time}} ahead', { time: spanText(ms) })
}

function spanText(ms: number): string {
  if (ms < MINUTE_MS) return t('{{count}} s', { count: Math.round(ms / SECOND_MS) })
  if (ms < HOUR_MS) return t('{{count}} min', { count: Math.round(ms / MINUTE_MS) })
  if (ms < 2 * DAY_MS)
    return t('{{hours}} h {{minutes}} min', {
      hours: Math.floor(ms / HOUR_MS),
      minutes: Math.floor((ms % HOUR_MS) / MINUTE_MS),
    })
  return plural(Math.round(ms / DAY_MS), '{{count}} day', '{{count, number}} days')
}

/** "57 stops, 41 photos: equal"; missing numbers are listed. */
export function reconciliationText({
  reconciliation: { stops, photos, equal, holes },
  unsent,
}: Pick<Device, 'reconciliation' | 'unsent'>): string {
  const counts = {
    stops: plural(stops, '{{count}} stop', '{{count, number}} stops'),
    photos: plural(photos, '{{count}} photo', '{{count, number}} photos'),
  }
  if (equal) return t('{{stops}}, {{photos}}: all received', counts)
  if (holes.length > 0)
    return plural(
      holes.length,
      '{{stops}}, {{photos}} received; record {{holes}} missing',
      '{{stops}}, {{photos}} received; records {{holes}} missing',
      { ...counts, holes: rangesText(holes) },
    )
  return t(
    unsent > 0 ? '{{stops}}, {{photos}} received; more waiting' : '{{stops}}, {{photos}} received; not checked yet',
    counts,
  )
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
