import { currentSignIn } from '#client/offline/store/device-database.ts'
import { BACKOFF_MAX_MS } from '#client/offline/outbox/waits.ts'
import type { TestDevice } from '../device.ts'
import { HEALED_WITHIN_MS } from './recovery-checks.ts'
import { busy } from './idle-detection.ts'
import { storedRows } from './business.ts'
import type { Simulation } from './simulation.ts'

/** The office revokes the phone, once the server knows it. */
export async function revoked(simulation: Simulation, device: TestDevice): Promise<void> {
  if (!device.isOpen || simulation.revokedAt !== null || simulation.signedOut) return
  const path = `/v1/devices/${device.device.deviceID}/revoke`
  if ((await busy(simulation.business.office.admin.put(path, {}))).status === 200)
    simulation.revokedAt = simulation.saved.length
}

export async function isSignedOut(device: TestDevice): Promise<boolean> {
  return (await currentSignIn(device.device.deviceDb)) === null
}

/**
 * At its next contact the phone sends its records without a tap; then no customer data is on it, and no user is
 * signed in.
 */
export async function wipesRevoked(simulation: Simulation, device: TestDevice): Promise<void> {
  const { revokedAt, saved } = simulation
  if (revokedAt === null) return
  if (!device.isOpen) await device.open()
  device.goOnline()
  const over = await device.clock.run(
    BACKOFF_MAX_MS + HEALED_WITHIN_MS,
    device.onceLooked(() => isSignedOut(device)),
  )
  if (!over) return simulation.wrong(`revoked, and it does not end: ${JSON.stringify(await device.status())}`)
  const { db } = device.device
  // Records made at the moment of the sign-out stay, for the driver to send.
  const left = new Set(
    (await device.events()).filter(({ state }) => state !== 'acknowledged').map(({ eventID }) => eventID),
  )
  const early = saved.slice(0, revokedAt).filter(({ eventID }) => left.has(eventID))
  if (early.length > 0) simulation.wrong(`revoked, and ${early.length} records saved before are not sent`)
  const kept = new Set(
    (
      await storedRows(
        simulation.business,
        saved.map(({ eventID }) => eventID),
      )
    ).map(({ eventID }) => eventID),
  )
  saved.splice(0, Infinity, ...saved.filter(({ eventID }) => kept.has(eventID) || !left.has(eventID)))
  const lies = [
    await db.runs.count(),
    await db.jobs.count(),
    await db.incomes.count(),
    (await db.events.count()) - left.size,
  ]
  if (lies.some((count) => count > 0))
    simulation.wrong(`revoked, and ${lies.join()} runs, stops, incomes and receipts are still on it`)
  const deviceDb = await busy(
    simulation.business.office.admin.get<{ wipedAt: string | null }>(`/v1/devices/${device.device.deviceID}`),
  )
  if (deviceDb.body.wipedAt === null) simulation.wrong('revoked and emptied, and the office was not told')
}
