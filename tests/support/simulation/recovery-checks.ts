import { serverTime } from '#domain/clock.ts'
import { BACKOFF_MAX_MS } from '#client/offline/outbox/waits.ts'
import { PULL_EVERY_MS } from '#client/offline/sync.ts'
import type { TestDevice } from '../device.ts'
import { busy } from './idle-detection.ts'
import type { Step } from './steps.ts'
import { officeRows } from './business.ts'
import type { Simulation } from './simulation.ts'

/** Virtual time in ms within which everything must be sent after all faults have ended. */
export const HEALED_WITHIN_MS = 60_000

/** ms. Long enough for the delays between retries to reach minutes. */
const WITHOUT_SIGNAL_MS = 12 * 60_000
/** One a minute, and some more at the beginning, when retries are frequent. */
const MOST_LOOKS = 60

/** The driver taps while offline, and stays offline for a long time. */
export async function drivesWithoutSignal(
  simulation: Simulation,
  device: TestDevice,
  tap: (step: Extract<Step, { kind: 'tap' }>) => Promise<void>,
): Promise<void> {
  if (!device.isOpen || simulation.hands.size > 1) return
  device.goOffline()
  await tap({ pause: 0, kind: 'tap', hand: 'device', stop: 0, what: 'photo', bags: 1, fatal: null, full: null })
  await tap({ pause: 0, kind: 'tap', hand: 'device', stop: 0, what: 'done', bags: 1, fatal: null, full: null })
  const before = device.looks
  await simulation.clock.run(WITHOUT_SIGNAL_MS)
  const looks = device.looks - before
  if (looks > MOST_LOOKS)
    simulation.wrong(
      `${looks} looks in ${WITHOUT_SIGNAL_MS / 60_000} minutes without signal: the battery does not last the day`,
    )
}

/**
 * An unattended phone sends and fetches everything that needs no decision, after the longest retry delay at the latest.
 */
export async function healsByItself(simulation: Simulation, device: TestDevice): Promise<void> {
  if (!device.isOpen || simulation.dice() < 0.75) return
  const { clock } = simulation
  const begun = clock.now().getTime()
  const needsNobody = async () => {
    const [{ kind, lastPullAt, clockOffsetMs }, left] = await Promise.all([device.status(), device.waiting()])
    if (kind === 'sign-in' || kind === 'update-needed') return true
    // What a phone shows of its look is the server's time.
    const age = serverTime(device.now(), clockOffsetMs).getTime() - Date.parse(lastPullAt ?? '')
    return (
      left.every(({ why }) => why === 'needs-attention' || why === 'behind-another') &&
      age >= 0 &&
      age <= clock.now().getTime() - begun
    )
  }
  if (await clock.run(Math.max(BACKOFF_MAX_MS, PULL_EVERY_MS) + HEALED_WITHIN_MS, device.onceLooked(needsNobody)))
    return
  simulation.wrong(`nobody touched the phone, and not all went by itself: ${JSON.stringify(await device.status())}`)
}

/** A record that the server refuses does not delay the other stops. */
export async function othersGoOn(simulation: Simulation, device: TestDevice, assignmentID: string): Promise<void> {
  if (!device.isOpen) return
  const before = device.looks
  await simulation.clock.run(4 * HEALED_WITHIN_MS)
  if (device.looks - before > MOST_LOOKS)
    simulation.wrong(`${device.looks - before} looks in four minutes for what the office can’t take`)
  const left = (await device.events()).filter(
    (event) => event.assignmentID !== assignmentID && event.state !== 'acknowledged',
  )
  if (left.length > 0) simulation.wrong(`${left.length} of other stops wait behind one the office crashes over`)
}

/** Without the photo store everything but photos is sent. */
export async function outcomesGoOn(simulation: Simulation, device: TestDevice): Promise<void> {
  await simulation.clock.run(HEALED_WITHIN_MS)
  const left = (await device.events()).filter(({ type, state }) => type !== 'photo' && state !== 'acknowledged')
  if (left.length > 0) simulation.wrong(`${left.length} wait for the photo store, and are no photos`)
}

/** The server is informed of what waits for a decision on an unattended phone. */
export async function tellsOffice(simulation: Simulation, device: TestDevice): Promise<void> {
  if (!device.isOpen) return
  await simulation.clock.run(10 * HEALED_WITHIN_MS)
  const waits = (await device.events()).filter(({ state }) => state === 'needs-attention').length
  const { devices } = await busy(officeRows(simulation.business, simulation.round))
  const known = devices.find(
    ({ deviceID, userID }) => deviceID === device.device.deviceID && userID === device.driver.userID,
  )
  if (waits === 0 || known?.needsAttention !== waits)
    simulation.wrong(`${waits} wait for a person, and the office knows of ${known?.needsAttention}`)
}
