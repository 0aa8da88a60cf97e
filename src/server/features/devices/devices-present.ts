import type { AnswerOf } from '#contract/endpoint.ts'
import type { getDevice } from '#contract/v1/devices.ts'
import type { runProgress } from '#contract/v1/progress.ts'
import { clockIsOff } from '#domain/clock.ts'
import { countsAreEqual, deviceIsSilent, deviceState } from '#domain/device-state.ts'
import type { DeviceRow } from './devices-reads.ts'

type Device = AnswerOf<typeof getDevice>
type WatchedDevice = AnswerOf<typeof runProgress>['drivers'][number]['phones'][number]

/** @param silentDrivers drivers with open work whose phones have all been silent for a day */
export function presentDevice(row: DeviceRow, silentDrivers: ReadonlySet<string>, now: Date): Device {
  const { device, stops, photos, holes, devicesOfDriver } = row
  return {
    ...presentWatchedDevice(row, silentDrivers, now),
    phonesOfDriver: devicesOfDriver,
    reconciliation: { stops, photos, equal: countsAreEqual({ unsent: device.unsent, holes }), holes: holes ?? [] },
  }
}

/** The same without the comparison with the server's counts. */
export function presentWatchedDevice(
  { device, driverName, holes }: Pick<DeviceRow, 'device' | 'driverName' | 'holes'>,
  silentDrivers: ReadonlySet<string>,
  now: Date,
): WatchedDevice {
  const {
    deviceID,
    userID,
    clockOffset,
    unsent,
    needsAttention,
    appBuild,
    oldestUnsentAt,
    revokedAt,
    wipedAt,
    lastSeenAt,
  } = device
  const facts = {
    lastSeenAt,
    unsent,
    needsAttention,
    holes: holes ?? [],
    revokedAt,
    wipedAt,
    driverSilent: silentDrivers.has(userID),
  }
  return {
    deviceID,
    driverID: userID,
    driverName,
    firstSeenAt: device.firstSeenAt,
    lastSeenAt,
    oldestUnsentAt: oldestUnsentAt === null ? null : new Date(oldestUnsentAt.getTime() + clockOffset),
    unsent,
    needsAttention,
    appBuild,
    clockOffset,
    clockWarning: clockIsOff(clockOffset),
    revokedAt,
    wipedAt,
    state: deviceState(facts, now),
    silent: deviceIsSilent(facts, now),
  }
}
