import type { StoredEvent } from '#client/offline/store/schema.ts'
import type { TestDevice } from '../device.ts'
import { healLines } from './server-faults.ts'
import { officeActs } from './office-acts.ts'
import { decide } from './driver-decisions.ts'
import { HEALED_WITHIN_MS, healsByItself } from './recovery-checks.ts'
import { busy } from './idle-detection.ts'
import { wipesRevoked } from './revoked.ts'
import { endsSessions } from './steps.ts'
import { signInAgain } from './sign-ins.ts'
import type { Simulation } from './simulation.ts'

export async function heal(simulation: Simulation, device: TestDevice): Promise<void> {
  const { hands } = simulation
  simulation.room = 1e9
  simulation.storeBack()
  healLines(simulation)
  for (const one of hands.values()) {
    one.network.fate = () => 'none'
    one.network.online = true
    if (one.isOpen) {
      one.crashes.crashAtStep = Number.POSITIVE_INFINITY
      one.crashes.writesUntilFull = Number.POSITIVE_INFINITY
    }
  }
  if (simulation.revokedAt !== null) return wipesRevoked(simulation, device)
  if (hands.size === 1 && !simulation.wasFull) await healsByItself(simulation, device)
  const mate = hands.get('mate')
  if (mate) await healMate(simulation, device, mate)
  hands.get('tab')?.kill()
  for (const hand of ['second', 'device'] as const) {
    const one = hands.get(hand)
    if (one) await healOne(simulation, one)
  }
  // A new epoch is enough: no tap is needed.
  if ([...simulation.restored].some((eventID) => !simulation.kept.has(eventID)))
    simulation.wrong('the office was restored, and a phone did not send again by itself')
  await lastTap(simulation)
  // The next fetch shows what the driver's other phone sent.
  for (const one of hands.values()) {
    if (!one.isOpen || hands.size === 1) continue
    await one.pulls()
    if ((await one.status()).kind !== 'sign-in') continue
    // The other phone’s last request before the faults ended may have ended this phone’s session.
    if (!endsSessions(simulation.story) && !simulation.story.steps.some(({ kind }) => kind === 'session-expires'))
      simulation.wrong('the driver has signed in on both phones, and is asked to on one')
    await signInAgain(simulation, one)
    await one.pulls()
  }
}

async function healMate(simulation: Simulation, device: TestDevice, mate: TestDevice): Promise<void> {
  if (device.isOpen) device.kill()
  const { round, business } = simulation
  const token = await busy(business.signIn(round.mate!.userID))
  simulation.knowToken(token, round.mate!.userID)
  simulation.signedIn.set(device.network, round.mate!.userID)
  await mate.signIn({ userID: round.mate!.userID, token })
  await healOne(simulation, mate, false)
  mate.kill()
}

async function healOne(simulation: Simulation, device: TestDevice, signsIn = true): Promise<void> {
  // In about half of these cases only the network comes back.
  const signalAlone =
    signsIn &&
    device.isOpen &&
    simulation.hands.size === 1 &&
    simulation.dice() < 0.5 &&
    (await device.status()).kind !== 'sign-in'
  const hasSignedIn = signsIn && !signalAlone
  if (hasSignedIn) await signInAgain(simulation, device)
  if (!device.isOpen) await device.restart()
  device.goOnline()
  for (let looks = 0; looks < 3; looks++) {
    // A request sent before the faults ended may still be answered with it.
    if ((await device.status()).kind === 'update-needed') await update(device)
    if (signsIn && (await device.status()).kind === 'sign-in') {
      // Before its first look the app has not noticed the sign-in; and the server may have ended this session, too.
      if (hasSignedIn && looks > 0 && !simulation.signedOut && !endsSessions(simulation.story))
        simulation.wrong('the driver has just signed in, and is asked to sign in again')
      await signInAgain(simulation, device)
    }
    if (
      await device.clock.run(
        HEALED_WITHIN_MS / 4,
        device.onceLooked(async () => (await device.events()).every(isOver)),
      )
    )
      break
    await decide(simulation, device)
  }
  if ((await device.status()).kind === 'update-needed') await update(device)
  // Fetches on request, as a person does who sees “Offline” although there is a network.
  await device.pulls()
  if (signalAlone && (await device.status()).kind === 'sign-in') {
    await signInAgain(simulation, device)
    await device.pulls()
  }
  // The fetch may have reported a restored server, to which everything has to be sent again.
  if (!['all-sent', 'may-be-lost'].includes((await device.status()).kind)) await device.settles(HEALED_WITHIN_MS)
  const { kind, lostBefore } = await device.status()
  if (kind !== 'all-sent') return
  if (lostBefore !== null) simulation.wrong('the chip says all is sent, and the driver has not read what may be lost')
  if ([...simulation.forgotten].some((eventID) => !simulation.kept.has(eventID)))
    simulation.wrong('the chip says all is sent, and the phone has lost a record')
}

async function update(device: TestDevice): Promise<void> {
  device.settings.appBuild = `test-${Number(/\d+$/.exec(device.settings.appBuild ?? 'test-1')![0]) + 1}`
  await device.restart()
}

const isOver = ({ state }: StoredEvent) => state === 'acknowledged' || state === 'discarded'

/** Changes only the run's description: the next fetch must deliver it all the same. */
export async function lastWord(simulation: Simulation): Promise<void> {
  await officeActs(simulation, 'describe', 0)
  for (const one of simulation.hands.values()) if (one.isOpen) await one.pulls()
}

/**
 * Records one more note: a loss at the server that it has not noticed is found at the next sync that carries a record.
 */
async function lastTap(simulation: Simulation): Promise<void> {
  if (![...simulation.lost].some((eventID) => !simulation.kept.has(eventID))) return
  for (const one of simulation.hands.values()) {
    if (!one.isOpen) continue
    // Any stop that is still on the phone will do: the office may have removed the first one.
    const onDevice = new Set(await one.device.db.jobs.toCollection().primaryKeys())
    const stop = simulation.round.stops.find(({ assignmentID }) => onDevice.has(assignmentID))
    if (!stop) continue
    simulation.saved.push(await one.note(stop, 'on the way home'))
    await one.settles()
    await one.clock.during(one.sync.drainNow())
    await one.settles()
  }
}
