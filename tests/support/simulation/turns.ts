import type { TestPhone } from '../phone.ts'
import { mateTaps } from './mate-taps.ts'
import { healLines } from './mishaps.ts'
import { busy } from './quiet.ts'
import { endsSessions } from './steps.ts'
import type { World } from './world.ts'

/** Another driver signs in on the same phone, works, and signs out. */
export async function mateTakesOver(world: World, leavesAppOpen: boolean, seed: number): Promise<void> {
  const { round, town, clock } = world
  const phone = world.hands.get('phone')!
  const mate = world.hands.get('mate') ?? world.phone('mate', seed * 8 + 4)
  if (!leavesAppOpen) {
    world.forgetHolds(phone)
    phone.kill()
  }
  healLines(world)
  const token = await town.signIn(round.mate!.userID)
  world.knowToken(token, round.mate!.userID)
  world.signedIn.set(phone.network, round.mate!.userID)
  await mate.signIn({ userID: round.mate!.userID, token })
  await mate.open()
  await clock.run(5_000)
  if (mate.isOpen) {
    if ((await mate.events()).some(({ actorID }) => actorID !== round.mate!.userID))
      world.wrong('the mate sees somebody else’s records')
    if ((await mate.phone.db.jobs.toArray()).some((job) => job.driverID !== round.mate!.userID))
      world.wrong('the mate sees somebody else’s stops')
    const his = await mate.phone.db.jobs.toArray()
    if (his.length > 0) await mateTaps(world, mate, his)
    await clock.run(world.dice() < 0.5 ? 0 : 5_000)
  }
  mate.kill()
  await signInAgain(world, phone)
  if (!phone.isOpen) await phone.open()
}

export async function signInAgain(world: World, phone: TestPhone): Promise<void> {
  const { town, round } = world
  const { userID } = round.driver
  healLines(world)
  const token = await busy(town.signIn(userID))
  world.knowToken(token, userID)
  world.signedIn.set(phone.network, userID)
  // An answer to the previous session that is still under way does not apply to this one.
  world.forgetHolds(phone)
  await phone.signIn({ userID, token })
  if (!phone.isOpen || world.hands.size > 1 || endsSessions(world.story)) return
  // Whatever else is under way, this needs no network.
  await phone.clock.run(0)
  if (phone.isOpen && (await phone.status()).kind === 'sign-in') world.wrong('he has signed in, and is still asked to')
}
