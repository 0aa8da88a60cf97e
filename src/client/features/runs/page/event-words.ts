import { unsentForRun } from '#domain/device-state.ts'
import type { Outcome } from '#domain/words.ts'
import { formatBytes } from '#client/ui/core/bytes-text.ts'
import type { DriverProgress } from '#contract/v1/progress.ts'
import { formatDayAndTime, formatTime } from '#client/ui/core/time-text.ts'
import { doneText, extrasText } from '#client/shells/done-text.ts'
import { OUTCOME_WORDS, outcomeWords } from '#client/shells/outcomes.ts'
import { photosRecorded, photoWords } from '#client/shells/photo-words.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import type { RunStop, StopEvent } from './run-types.ts'

interface PayloadFields {
  pu?: number
  outcome?: Outcome
  extraAmount?: number
  notes?: string | null
  undoes?: string
  photoID?: string
}

/** One record in words: "Done, 2 bags, extra $10.00". An undo names the record it undoes. */
export function eventWords(
  { type, payload, payloadBytes }: StopEvent,
  stop: Pick<RunStop, 'serviceType' | 'events'>,
): string {
  if (payload === null) return t('Unreadable record ({{size}})', { size: formatBytes(payloadBytes ?? 0) })
  const fields = payload as PayloadFields
  const extras = extrasText(fields)
  switch (type) {
    case 'done':
      return [doneText({ serviceType: stop.serviceType, pu: fields.pu ?? 1 }), ...extras].join(', ')
    case 'bag-mt':
      return [outcomeWords('EMPTY', stop.serviceType), ...extras].join(', ')
    case 'not-collected':
      return [t(OUTCOME_WORDS[fields.outcome ?? 'OTHER']), ...extras].join(', ')
    case 'note':
      return t('Note: {{note}}', { note: fields.notes ?? '' })
    case 'photo':
      return photoWords(fields.photoID, photosRecorded(stop.events))
    case 'undo': {
      const undone = stop.events.find(({ eventID }) => eventID === fields.undoes)
      return undone === undefined || undone.type === 'undo'
        ? t('Undone')
        : t('Undone: {{what}}', { what: eventWords(undone, stop) })
    }
    default:
      return t('A record of a newer version of the app')
  }
}

export function undoneBy(events: readonly StopEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ type, payload }) =>
      type === 'undo' && typeof payload?.['undoes'] === 'string' ? [payload['undoes']] : [],
    ),
  )
}
type Device = DriverProgress['phones'][number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The latest contact of any of a driver's phones. @param at now, ms */
export function seenWords(devices: readonly Device[], at: number): string {
  if (devices.length === 0) return t('phone not seen yet')
  const last = Math.max(...devices.map(({ lastSeenAt }) => Date.parse(lastSeenAt)))
  const minutes = Math.floor((at - last) / MINUTE_MS)
  if (minutes < 1) return t('seen just now')
  return minutes < 120
    ? t('seen {{count}} min ago', { count: minutes })
    : t('seen {{at}}', { at: formatDayAndTime(new Date(last)) })
}

/**
 * What the office should know of a phone: unsent records that can be the run's, a wrong clock. Empty when there is
 * nothing. @param activatedAt the run's
 */
export function deviceFacts(device: Device, activatedAt: string | null): string[] {
  const { unsent, oldestUnsentAt, clockWarning, clockOffset } = device
  const whose = unsentForRun(device, activatedAt)
  const what = plural(unsent, '{{count}} record unsent', '{{count}} records unsent')
  const held =
    whose === 'none'
      ? []
      : [
          whose === 'older'
            ? t('{{what}}, the oldest from an earlier run', { what })
            : oldestUnsentAt === null
              ? what
              : t('{{what}}, oldest {{at}}', { what, at: formatTime(oldestUnsentAt) }),
        ]
  return [...held, ...(clockWarning ? [clockWords(clockOffset)] : [])]
}

/** @param offset the office's clock minus the phone's, ms */
export function clockWords(offset: number): string {
  const by = spanWords(Math.abs(offset))
  return offset > 0 ? t('clock {{by}} behind', { by }) : t('clock {{by}} ahead', { by })
}

function spanWords(ms: number): string {
  if (ms < 2 * HOUR_MS) return t('{{count}} min', { count: Math.round(ms / MINUTE_MS) })
  return ms < 2 * DAY_MS
    ? t('{{count}} h', { count: Math.round(ms / HOUR_MS) })
    : t('{{count}} days', { count: Math.round(ms / DAY_MS) })
}
