import { type Day, dayOf, startOfDay } from './dates.ts'

/** The state of a driver's phone for the office (offline.md, "Server side of it"). The most urgent one applies. */
export const DEVICE_STATES = [
  'ok',
  'waiting',
  'silent',
  'needs-attention',
  'records-missing',
  'revoked',
  'wiped',
] as const
export type DeviceState = (typeof DEVICE_STATES)[number]

/** A phone that should report is silent after this time without contact. */
export const SILENCE_MS = 24 * 3_600_000

export interface DeviceFacts {
  readonly lastSeenAt: Date
  /** Records it still holds, by its last report. */
  readonly unsent: number
  /** Number of unsent records that need a person's attention. */
  readonly needsAttention: number
  /** Sequence numbers that never arrived and that the phone does not account for. */
  readonly holes: readonly number[]
  readonly revokedAt: Date | null
  readonly wipedAt: Date | null
  /** Its driver has open stops, and none of the driver's phones has contacted the server. */
  readonly driverSilent: boolean
}

/**
 * Whether a phone that holds records, or any phone of a driver with open stops, has not contacted the server for a day.
 * A more urgent state may be shown instead.
 */
export function deviceIsSilent(
  device: Pick<DeviceFacts, 'lastSeenAt' | 'unsent' | 'needsAttention' | 'revokedAt' | 'driverSilent'>,
  now: Date,
): boolean {
  const hasToTell = device.unsent > 0 || device.needsAttention > 0 || device.driverSilent
  return device.revokedAt === null && hasToTell && now.getTime() - device.lastSeenAt.getTime() >= SILENCE_MS
}

/**
 * `wiped` and `revoked` come first, then lost records, records that need attention, and records that wait for signal. A
 * phone with nothing to report may be off indefinitely.
 */
export function deviceState(device: DeviceFacts, now: Date): DeviceState {
  if (device.revokedAt !== null) return device.wipedAt === null ? 'revoked' : 'wiped'
  if (device.holes.length > 0) return 'records-missing'
  if (device.needsAttention > 0) return 'needs-attention'
  if (deviceIsSilent(device, now)) return 'silent'
  return device.unsent > 0 ? 'waiting' : 'ok'
}

/**
 * Whether what a phone last reported as unsent can belong to a run: `none` where it reported before the run was
 * activated, `older` where at least the oldest record is from before it.
 */
export function unsentForRun(
  { unsent, lastSeenAt, oldestUnsentAt }: { unsent: number; lastSeenAt: string; oldestUnsentAt: string | null },
  activatedAt: string | null,
): 'none' | 'some' | 'older' {
  if (unsent === 0 || (activatedAt !== null && lastSeenAt < activatedAt)) return 'none'
  return activatedAt !== null && oldestUnsentAt !== null && oldestUnsentAt < activatedAt ? 'older' : 'some'
}

/**
 * Whether phone and office have equal counts: nothing is unsent, and nothing is missing on the server. False before the
 * phone's first count.
 */
export function countsAreEqual({ unsent, holes }: { unsent: number; holes: readonly number[] | null }): boolean {
  return unsent === 0 && holes !== null && holes.length === 0
}

export interface DriverRound {
  /** Days of an active run of the driver. */
  readonly fromDate: Day
  readonly toDate: Day
  readonly activatedAt: Date | null
  /** The driver's stops in it without an outcome. */
  readonly openStops: number
  /** When the oldest of those stops was assigned to the driver; null: there is none. */
  readonly openSince: Date | null
  /** When the office last recorded an outcome for the driver, for example from a paper sheet; null: never. */
  readonly recordedForAt: Date | null
  /** Unsent records by the last report of the driver's phones. */
  readonly unsent: number
  /** When any of the driver's phones last contacted the server; null: never. */
  readonly lastHeardAt: Date | null
}

/**
 * Whether a driver on an active run is silent: for 24 hours none of their phones has contacted the server, although
 * they have open stops on these days or a phone holds records. The hours count from the run's first day, its activation
 * or the assignment of the stops, whichever is latest. A record that the office makes for the driver counts as contact.
 * For a phone that holds records neither the assignment nor the office's records count.
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
