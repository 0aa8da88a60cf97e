import type { TFunction } from 'i18next'
import type { DriverProgress } from '#contract/v1/progress.ts'
import { formatDayAndTime, formatTime } from '#client/ui/core/time-text.ts'

type T = TFunction<'runPage'>
type Device = DriverProgress['phones'][number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The latest contact of any of a driver's phones. @param at now, ms */
export function seenWords(t: T, devices: readonly Device[], at: number): string {
  if (devices.length === 0) return t('neverSeen')
  const last = Math.max(...devices.map(({ lastSeenAt }) => Date.parse(lastSeenAt)))
  const minutes = Math.floor((at - last) / MINUTE_MS)
  if (minutes < 1) return t('seenNow')
  return minutes < 120 ? t('seenMinutes', { count: minutes }) : t('seenAt', { at: formatDayAndTime(new Date(last)) })
}

/** What the office should know of a phone: unsent records, a clock that is off. Empty when there is nothing. */
export function deviceFacts(t: T, { unsent, oldestUnsentAt, clockWarning, clockOffset }: Device): string[] {
  const held =
    unsent === 0
      ? []
      : [
          oldestUnsentAt === null
            ? t('unsent', { count: unsent })
            : t('unsentOldest', { what: t('unsent', { count: unsent }), at: formatTime(oldestUnsentAt) }),
        ]
  return [...held, ...(clockWarning ? [clockWords(t, clockOffset)] : [])]
}

/** @param offset the office's clock minus the phone's, ms */
export function clockWords(t: T, offset: number): string {
  const by =
    Math.abs(offset) >= 2 * HOUR_MS
      ? t('hours', { count: Math.round(Math.abs(offset) / HOUR_MS) })
      : t('minutes', { count: Math.round(Math.abs(offset) / MINUTE_MS) })
  return offset > 0 ? t('clockBehind', { by }) : t('clockAhead', { by })
}
