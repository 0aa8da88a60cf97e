import type { WeekRef } from './calendar.ts'
import { showDayAndTime } from './clock-words.ts'
import { addDays, type Day, dayOf, formatDay, instantAt, startOfDay, weekdayOf } from './dates.ts'
import { type Cents, showMoney } from './money.ts'
import { putOutBy } from './put-out.ts'
import type { StopState, Outcome } from './words.ts'

/** Web push to a customer's devices: what is pushed, when, and what becomes of an attempt. */

/** `week`: collection tomorrow. `collected`: the driver collected. `invoice`: an invoice was sent or is overdue. */
export const PUSH_KINDS = ['week', 'collected', 'invoice'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

/** Devices of one customer; a further one replaces the one that was used longest ago. */
export const PUSH_DEVICES_MAX = 10
/** Characters of a device's address; the longest in use have about 1,000. */
export const PUSH_ENDPOINT_MAX = 1_500

/** Hosts of the push services of all browsers; a dot in front allows any host below. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
] as const

/** Plain https, port 443, no user and no fragment; the host in small letters, as browsers write it. */
const ENDPOINT = /^https:\/\/((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]+)(?::443)?\/[\w.~!$&'()*+,;=:@%/?-]+$/

/**
 * Whether this is an address of a known push service. A browser sends it, so it must not lead the server anywhere else.
 * @param testOrigin of a push service that tests use; null: none
 */
export function isPushEndpoint(endpoint: string, testOrigin: string | null): boolean {
  if (endpoint.length > PUSH_ENDPOINT_MAX) return false
  if (testOrigin !== null && endpoint.startsWith(`${testOrigin}/`)) return true
  const host = ENDPOINT.exec(endpoint)?.[1]
  return (
    host !== undefined && PUSH_HOSTS.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known))
  )
}

const HOUR_MS = 3_600_000
const WEEK_FROM = '18:00'
const WEEK_UNTIL = '21:00'

/** When the collection week that begins on this day is pushed: 18:00 to 21:00 business time of the day before. */
export function weekPushTime(from: Day, timeZone: string): { from: Date; until: Date } {
  const eve = addDays(from, -1)
  return { from: instantAt(eve, WEEK_FROM, timeZone), until: instantAt(eve, WEEK_UNTIL, timeZone) }
}

/** The first day of the collection weeks to be pushed now; null: it is not the time. */
export function weekToPush(now: Date, timeZone: string): Day | null {
  const first = addDays(dayOf(now, timeZone), 1)
  const { from, until } = weekPushTime(first, timeZone)
  return from <= now && now < until ? first : null
}

/** Time for the driver to undo or correct a record before the customer is told. */
export const COLLECTED_AFTER_MS = 15 * 60_000

/** A push that could not be sent this long after it was due is too late. */
export const PUSH_LATE_MS: Readonly<Record<Exclude<PushKind, 'week'>, number>> = {
  collected: 6 * HOUR_MS,
  invoice: 12 * HOUR_MS,
}

const DAY_MS = 24 * HOUR_MS

/**
 * Until when the push service keeps it for a device that is switched off.
 * @param from first day of the collection week
 */
export function keepUntil(kind: PushKind, now: Date, timeZone: string, from: Day | null): Date {
  if (kind === 'week' && from !== null) return startOfDay(addDays(from, 1), timeZone)
  return new Date(now.getTime() + (kind === 'invoice' ? 3 * DAY_MS : DAY_MS))
}

export interface RecordedStop {
  readonly state: StopState
  readonly outcome: Outcome | null
  /** When the server received the record that set the outcome; null: there is none. */
  readonly receivedAt: Date | null
}

/** When the customer is told that this stop was collected; null: it is not collected. */
export function collectedPushAt({ state, outcome, receivedAt }: RecordedStop): Date | null {
  if (outcome !== 'COLLECTED' || receivedAt === null || state === 'cancelled' || state === 'shifted') return null
  return new Date(receivedAt.getTime() + COLLECTED_AFTER_MS)
}

/** What a push service's answer means. `gone`: the device's subscription has ended and is deleted. */
export type PushVerdict = 'sent' | 'gone' | 'again' | 'refused'

/** @param status null: there was no answer */
export function pushVerdict(status: number | null): PushVerdict {
  if (status === null || status === 429 || status >= 500) return 'again'
  if (status >= 200 && status < 300) return 'sent'
  // A redirect is refused too and never followed.
  return status === 404 || status === 410 ? 'gone' : 'refused'
}

const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 30 * 60_000
/** The longest pause that a push service may ask for. */
const LONGEST_ASKED_MS = 6 * HOUR_MS

/**
 * Milliseconds until the next attempt: what the push service asked for, else 30 s, 1, 2, 4 ... 30 minutes.
 * @param retryAfter the header Retry-After: seconds, or a date
 * @param attempts made so far
 */
export function pushWait(retryAfter: string | null, attempts: number, now: Date): number {
  const own = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1), LONGEST_WAIT_MS)
  const askedMs = askedWait(retryAfter, now)
  return askedMs === null ? own : Math.min(Math.max(askedMs, FIRST_WAIT_MS), LONGEST_ASKED_MS)
}

function askedWait(retryAfter: string | null, now: Date): number | null {
  if (retryAfter === null) return null
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

/** What a device shows. It has no name and no address, because a locked screen shows it to anybody. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** The page that a tap opens. */
  readonly path: string
  /** A message replaces an earlier one with the same tag, so that a repeat appears once. */
  readonly tag: string
}

export const weekSubject = ({ yearNumber, monthNumber, weekNumber }: WeekRef): string =>
  `${yearNumber}-${monthNumber}-${weekNumber}`

export function weekOfSubject(subject: string): WeekRef {
  const [yearNumber = 0, monthNumber = 0, weekNumber = 0] = subject.split('-').map(Number)
  return { yearNumber, monthNumber, weekNumber }
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const shownDay = (day: Day) => `${WEEKDAYS[weekdayOf(day) - 1]} ${formatDay(day)}`

/** Shown on the evening before. @param putOut the setting `collection.putOut` */
export function weekMessage(week: WeekRef & { readonly from: Day }, putOut: string): PushMessage {
  const { day, time } = putOutBy(week, putOut)
  return {
    // The title does not say "tomorrow", because a phone that was off shows it the day after.
    title: `Collection from ${shownDay(week.from)}`,
    body: `Please put it out by ${showDayAndTime(day, time)}.`,
    path: '/schedules',
    tag: `week ${weekSubject(week)}`,
  }
}

/** @param bags 0: of a rubbish removal; @param day of the collection */
export function collectedMessage(assignmentID: string, bags: number, day: Day): PushMessage {
  return {
    title: 'Collected',
    body: `${bags === 0 ? 'Rubbish removed' : bags === 1 ? '1 bag' : `${bags} bags`}, ${shownDay(day)}.`,
    path: '/schedules',
    tag: `collected ${assignmentID}`,
  }
}

interface OwedInvoice {
  readonly invoiceID: string
  readonly number: string
  readonly dueDate: Day
  readonly owing: Cents
}

/** @param today of the business */
export function invoiceMessage({ invoiceID, number, dueDate, owing }: OwedInvoice, today: Day): PushMessage {
  const overdue = dueDate < today
  return {
    title: overdue ? 'Invoice overdue' : 'New invoice',
    body: `${number}: ${showMoney(owing)}, ${overdue ? 'was due on' : 'due by'} ${formatDay(dueDate)}.`,
    path: '/invoices',
    tag: `invoice ${invoiceID}`,
  }
}
