import type { StoredEvent } from '#client/offline/stored.ts'
import type { TestPhone } from '../phone.ts'
import { healLines } from './mishaps.ts'
import { officeActs } from './office-acts.ts'
import { decide } from './people.ts'
import { HEALED_WITHIN_MS, healsByItself } from './pocket.ts'
import { busy } from './quiet.ts'
import { handsOver } from './revoked.ts'
import { endsSessions } from './steps.ts'
import { signInAgain } from './turns.ts'
import type { World } from './world.ts'

export async function heal(world: World, phone: TestPhone): Promise<void> {
  const { hands } = world
  world.room = 1e9
  world.storeBack()
  healLines(world)
  for (const one of hands.values()) {
    one.network.fate = () => 'none'
    one.network.online = true
    if (one.isOpen) {
      one.mortal.fatalStep = Number.POSITIVE_INFINITY
      one.mortal.writesUntilFull = Number.POSITIVE_INFINITY
    }
  }
  if (world.revokedAt !== null) return handsOver(world, phone)
  if (hands.size === 1 && !world.wasFull) await healsByItself(world, phone)
  const mate = hands.get('mate')
  if (mate) await healMate(world, phone, mate)
  hands.get('tab')?.kill()
  for (const hand of ['second', 'phone'] as const) {
    const one = hands.get(hand)
    if (one) await healOne(world, one)
  }
  // A new epoch is enough: no tap is needed.
  if ([...world.restored].some((eventID) => !world.kept.has(eventID)))
    world.wrong('the office was restored, and a phone did not send again by itself')
  await lastTap(world)
  // The next fetch shows what the driver's other phone sent.
  for (const one of hands.values()) {
    if (!one.isOpen || hands.size === 1) continue
    await one.pulls()
    if ((await one.status()).kind !== 'sign-in') continue
    // The other phone’s last request before the faults ended may have ended this phone’s session.
    if (!endsSessions(world.story) && !world.story.steps.some(({ kind }) => kind === 'session-expires'))
      world.wrong('he has signed in on both phones, and is asked to on one')
    await signInAgain(world, one)
    await one.pulls()
  }
}

async function healMate(world: World, phone: TestPhone, mate: TestPhone): Promise<void> {
  if (phone.isOpen) phone.kill()
  const { round, town } = world
  const token = await busy(town.signIn(round.mate!.userID))
  world.knowToken(token, round.mate!.userID)
  world.signedIn.set(phone.network, round.mate!.userID)
  await mate.signIn({ userID: round.mate!.userID, token })
  await healOne(world, mate, false)
  mate.kill()
}

async function healOne(world: World, phone: TestPhone, signsIn = true): Promise<void> {
  // In about half of these cases only the network comes back.
  const signalAlone =
    signsIn && phone.isOpen && world.hands.size === 1 && world.dice() < 0.5 && (await phone.status()).kind !== 'sign-in'
  const hasSignedIn = signsIn && !signalAlone
  if (hasSignedIn) await signInAgain(world, phone)
  if (!phone.isOpen) await phone.restart()
  phone.goOnline()
  for (let looks = 0; looks < 3; looks++) {
    // A request sent before the faults ended may still be answered with it.
    if ((await phone.status()).kind === 'update-needed') await update(phone)
    if (signsIn && (await phone.status()).kind === 'sign-in') {
      // Before its first look the app has not noticed the sign-in; and the server may have ended this session, too.
      if (hasSignedIn && looks > 0 && !world.signedOut && !endsSessions(world.story))
        world.wrong('he has just signed in, and is asked to sign in again')
      await signInAgain(world, phone)
    }
    if (
      await phone.clock.run(
        HEALED_WITHIN_MS / 4,
        phone.onceLooked(async () => (await phone.events()).every(isOver)),
      )
    )
      break
    await decide(world, phone)
  }
  if ((await phone.status()).kind === 'update-needed') await update(phone)
  // Fetches on request, as a person does who sees “Offline” although there is a network.
  await phone.pulls()
  if (signalAlone && (await phone.status()).kind === 'sign-in') {
    await signInAgain(world, phone)
    await phone.pulls()
  }
  // The fetch may have reported a restored server, to which everything has to be sent again.
  if ((await phone.status()).kind !== 'all-sent') await phone.settles(HEALED_WITHIN_MS)
}

async function update(phone: TestPhone): Promise<void> {
  phone.settings.appBuild = `test-${Number(/\d+$/.exec(phone.settings.appBuild ?? 'test-1')![0]) + 1}`
  await phone.restart()
}

const isOver = ({ state }: StoredEvent) => state === 'acknowledged' || state === 'discarded'

/** Changes only the run's description: the next fetch must deliver it all the same. */
export async function lastWord(world: World): Promise<void> {
  await officeActs(world, 'describe', 0)
  for (const one of world.hands.values()) if (one.isOpen) await one.pulls()
}

/**
 * Records one more note: a loss at the server that it has not noticed is found at the next sync that carries a record.
 */
async function lastTap(world: World): Promise<void> {
  if (![...world.lost].some((eventID) => !world.kept.has(eventID))) return
  for (const one of world.hands.values()) {
    if (!one.isOpen) continue
    // Any stop that is still on the phone will do: the office may have removed the first one.
    const onPhone = new Set(await one.phone.db.jobs.toCollection().primaryKeys())
    const stop = world.round.stops.find(({ assignmentID }) => onPhone.has(assignmentID))
    if (!stop) continue
    world.saved.push(await one.note(stop, 'on the way home'))
    await one.settles()
    await one.clock.during(one.sync.drainNow())
    await one.settles()
  }
}
