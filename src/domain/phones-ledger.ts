import { type Day, dayOf, startOfDay } from './dates.ts'

/** What the office says of a driver's phone (offline.md, "Server side of it"). The more pressing word stands. */
export const PHONE_STATES = [
  'ok',
  'waiting',
  'silent',
  'needs-attention',
  'records-missing',
  'revoked',
  'wiped',
] as const
export type PhoneState = (typeof PHONE_STATES)[number]

/** A phone with something to tell that says nothing for so long is silent. */
export const SILENCE_MS = 24 * 3_600_000

export interface PhoneFacts {
  readonly lastSeenAt: Date
  /** Records it still holds, as it said. */
  readonly unsent: number
  /** Of them, those that wait for a person. */
  readonly needsAttention: number
  /** Numbers that never came and that it does not account for. */
  readonly holes: readonly number[]
  readonly revokedAt: Date | null
  readonly wipedAt: Date | null
  /** Its driver has open stops and none of his phones was heard. */
  readonly driverSilent: boolean
}

/** Whether nothing was heard for a day of a phone that holds records, or of any phone of a driver with stops to do. Another word may stand before it. */
export function phoneIsSilent(
  phone: Pick<PhoneFacts, 'lastSeenAt' | 'unsent' | 'needsAttention' | 'revokedAt' | 'driverSilent'>,
  now: Date,
): boolean {
  const hasToTell = phone.unsent > 0 || phone.needsAttention > 0 || phone.driverSilent
  return phone.revokedAt === null && hasToTell && now.getTime() - phone.lastSeenAt.getTime() >= SILENCE_MS
}

/**
 * `wiped` and `revoked` end all questions; a record that is lost is worse than one that waits for a person, and that worse
 * than one that waits for signal. A phone with nothing to tell may be off for as long as it likes.
 */
export function phoneState(phone: PhoneFacts, now: Date): PhoneState {
  if (phone.revokedAt !== null) return phone.wipedAt === null ? 'revoked' : 'wiped'
  if (phone.holes.length > 0) return 'records-missing'
  if (phone.needsAttention > 0) return 'needs-attention'
  if (phoneIsSilent(phone, now)) return 'silent'
  return phone.unsent > 0 ? 'waiting' : 'ok'
}

/** Whether phone and office count the same: nothing waits on it, and nothing is missing here. False before it has ever counted. */
export function countsAreEqual({ unsent, holes }: { unsent: number; holes: readonly number[] | null }): boolean {
  return unsent === 0 && holes !== null && holes.length === 0
}

export interface DriverRound {
  /** Days of an active run of his. */
  readonly fromDate: Day
  readonly toDate: Day
  readonly activatedAt: Date | null
  /** Stops of his in it without an outcome. */
  readonly openStops: number
  /** Since when he has had the one of them he was given first; null: there is none. */
  readonly openSince: Date | null
  /** When the office last recorded in his place, as from his paper sheet, what became of a stop of his; null: never. */
  readonly recordedForAt: Date | null
  /** Records his phones say they still hold. */
  readonly unsent: number
  /** When any of his phones was heard last; null: never. */
  readonly lastHeardAt: Date | null
}

/**
 * Whether a driver on an active run has gone silent: for 24 hours none of his phones was heard, though he has stops to do on
 * these days, or a phone of his holds records. The hours count from the run's first day, and from its activation, at the
 * earliest: nobody is silent about a round that has not begun, or about stops he was given just now. What the office records in
 * his place was heard of him too. Neither makes up for the records a phone holds.
 */
export function driverIsSilent(round: DriverRound, now: Date, timeZone: string): boolean {
  const begun = startOfDay(round.fromDate, timeZone).getTime()
  const silentSince = (...moments: (Date | null)[]) =>
    now.getTime() - Math.max(begun, ...moments.map((moment) => moment?.getTime() ?? begun)) >= SILENCE_MS
  const { activatedAt, lastHeardAt, openSince, recordedForAt } = round
  if (round.unsent > 0 && silentSince(activatedAt, lastHeardAt)) return true
  return (
    round.openStops > 0 &&
    dayOf(now, timeZone) <= round.toDate &&
    silentSince(activatedAt, lastHeardAt, openSince, recordedForAt)
  )
}
