import type { Device } from '#contract/v1/devices.ts'
import { clockIsOff } from '#domain/clock.ts'
import { countsAreEqual, phoneIsSilent, phoneState } from '#domain/phones-ledger.ts'
import type { DeviceRow } from './devices-reads.ts'

/** @param silentDrivers drivers with open work of whom no phone was heard for a day */
export function presentDevice({ device, driverName, stops, photos, holes }: DeviceRow, silentDrivers: ReadonlySet<string>, now: Date): Device {
  const { deviceID, userID, clockOffset, unsent, needsAttention, appBuild, oldestUnsentAt, revokedAt, wipedAt, lastSeenAt } = device
  const facts = { lastSeenAt, unsent, needsAttention, holes: holes ?? [], revokedAt, wipedAt, driverSilent: silentDrivers.has(userID) }
  return {
    deviceID,
    driverID: userID,
    driverName,
    firstSeenAt: device.firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    oldestUnsentAt: oldestUnsentAt === null ? null : new Date(oldestUnsentAt.getTime() + clockOffset).toISOString(),
    unsent,
    needsAttention,
    appBuild,
    clockOffset,
    clockWarning: clockIsOff(clockOffset),
    reconciliation: { stops, photos, equal: countsAreEqual({ unsent, holes }), holes: holes ?? [] },
    revokedAt: revokedAt?.toISOString() ?? null,
    wipedAt: wipedAt?.toISOString() ?? null,
    state: phoneState(facts, now),
    silent: phoneIsSilent(facts, now),
  }
}
