import type { Translate } from '#client/ui/core/i18n.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { unsentForRun } from '#domain/device-state.ts'
import type { Outcome } from '#domain/words.ts'
import { formatBytes } from '#client/ui/core/bytes-text.ts'
import type { DriverProgress } from '#contract/v1/progress.ts'
import { formatDayAndTime, formatTime } from '#client/ui/core/time-text.ts'
import type { StopEvent } from './run-types.ts'

interface PayloadFields {
  pu?: number
  outcome?: Outcome
  extraAmount?: number
  notes?: string | null
  undoes?: string
}

/** One record in words: "Done, 2 bags, extra $10.00". An undo names the record it undoes. */
export function eventWords(
  t: Translate<'runPage'>,
  terms: Translate<'terms'>,
  { type, payload, payloadBytes }: StopEvent,
  history: readonly StopEvent[],
): string {
  if (payload === null) return terms('recordNotRead', { size: formatBytes(payloadBytes ?? 0) })
  const fields = payload as PayloadFields
  const extras = [
    ...(fields.extraAmount ? [t('stop.extraOf', { amount: showMoney(nearestCents(fields.extraAmount)) })] : []),
    ...(fields.notes ? [`“${fields.notes}”`] : []),
  ]
  switch (type) {
    case 'done':
      return [t('stop.bags', { count: fields.pu ?? 1 }), ...extras].join(', ')
    case 'bag-mt':
      return [terms('outcomeEMPTY'), ...extras].join(', ')
    case 'not-collected':
      return [terms(`outcome${fields.outcome ?? 'OTHER'}`), ...extras].join(', ')
    case 'note':
      return t('stop.note', { note: fields.notes ?? '' })
    case 'photo':
      return t('stop.photo')
    case 'undo': {
      const undone = history.find(({ eventID }) => eventID === fields.undoes)
      return undone === undefined || undone.type === 'undo'
        ? t('stop.undidBare')
        : t('stop.undid', { what: eventWords(t, terms, undone, history) })
    }
    default:
      return t('stop.newer')
  }
}

export function undoneBy(events: readonly StopEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ type, payload }) =>
      type === 'undo' && typeof payload?.['undoes'] === 'string' ? [payload['undoes']] : [],
    ),
  )
}

type T = Translate<'runPage'>
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

/**
 * What the office should know of a phone: unsent records that can be the run's, a wrong clock. Empty when there is
 * nothing. @param activatedAt the run's
 */
export function deviceFacts(t: T, device: Device, activatedAt: string | null): string[] {
  const { unsent, oldestUnsentAt, clockWarning, clockOffset } = device
  const whose = unsentForRun(device, activatedAt)
  const what = t('unsent', { count: unsent })
  const held =
    whose === 'none'
      ? []
      : [
          whose === 'older'
            ? t('unsentOlder', { what })
            : oldestUnsentAt === null
              ? what
              : t('unsentOldest', { what, at: formatTime(oldestUnsentAt) }),
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
