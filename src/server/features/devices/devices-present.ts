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
  const { userID, clockOffset, oldestUnsentAt } = device
  const facts = { ...device, holes: holes ?? [], driverSilent: silentDrivers.has(userID) }
  return {
    ...device,
    driverID: userID,
    driverName,
    oldestUnsentAt: oldestUnsentAt === null ? null : new Date(oldestUnsentAt.getTime() + clockOffset),
    clockWarning: clockIsOff(clockOffset),
    state: deviceState(facts, now),
    silent: deviceIsSilent(facts, now),
  }
}
