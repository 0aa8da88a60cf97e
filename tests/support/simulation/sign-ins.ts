import type { TestDevice } from '../device.ts'
import { mateTaps } from './other-driver-taps.ts'
import { healLines } from './server-faults.ts'
import { busy } from './idle-detection.ts'
import { endsSessions } from './steps.ts'
import type { Simulation } from './simulation.ts'

/** Another driver signs in on the same phone, works, and signs out. */
export async function mateTakesOver(simulation: Simulation, leavesAppOpen: boolean, seed: number): Promise<void> {
  const { round, business, clock } = simulation
  const device = simulation.hands.get('device')!
  const mate = simulation.hands.get('mate') ?? simulation.device('mate', seed * 8 + 4)
  if (!leavesAppOpen) {
    simulation.forgetHolds(device)
    device.kill()
  }
  healLines(simulation)
  const token = await business.signIn(round.mate!.userID)
  simulation.knowToken(token, round.mate!.userID)
  simulation.signedIn.set(device.network, round.mate!.userID)
  await mate.signIn({ userID: round.mate!.userID, token })
  await mate.open()
  await clock.run(5_000)
  if (mate.isOpen) {
    if ((await mate.events()).some(({ actorID }) => actorID !== round.mate!.userID))
      simulation.wrong('the mate sees somebody else’s records')
    if ((await mate.device.db.jobs.toArray()).some((stop) => stop.driverID !== round.mate!.userID))
      simulation.wrong('the mate sees somebody else’s stops')
    const stops = await mate.device.db.jobs.toArray()
    if (stops.length > 0) await mateTaps(simulation, mate, stops)
    await clock.run(simulation.dice() < 0.5 ? 0 : 5_000)
  }
  mate.kill()
  await signInAgain(simulation, device)
  if (!device.isOpen) await device.open()
}

export async function signInAgain(simulation: Simulation, device: TestDevice): Promise<void> {
  const { business, round } = simulation
  const { userID } = round.driver
  healLines(simulation)
  const token = await busy(business.signIn(userID))
  simulation.knowToken(token, userID)
  simulation.signedIn.set(device.network, userID)
  // An answer to the previous session that is still under way does not apply to this one.
  simulation.forgetHolds(device)
  await device.signIn({ userID, token })
  if (!device.isOpen || simulation.hands.size > 1 || endsSessions(simulation.story)) return
  // Whatever else is under way, this needs no network.
  await device.clock.run(0)
  if (device.isOpen && (await device.status()).kind === 'sign-in')
    simulation.wrong('the driver has signed in, and is still asked to')
}
