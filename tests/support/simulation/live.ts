import { lookAtChip, lookAtFile } from './looks.ts'
import { heal, lastWord } from './healing.ts'
import { backedUp, diskEmptied, loses, restored } from './losses.ts'
import { linesOf, mishap } from './mishaps.ts'
import { officeActs } from './office-acts.ts'
import type { Fault } from './network.ts'
import { type Mornings, openFirst, openPrepared, quietDay } from './morning.ts'
import { decide, signsOut } from './people.ts'
import { drivesWithoutSignal, othersGoOn, tellsOffice } from './pocket.ts'
import { revoked } from './revoked.ts'
import type { Step, Story } from './steps.ts'
import { lookAgain, tapStep } from './taps.ts'
import type { Town } from './town.ts'
import { mateTakesOver, signInAgain } from './turns.ts'
import { World } from './world.ts'

/** Runs a story to its end and then lets all faults end. Throws when the phones do not come to rest. */
export async function live(mornings: Mornings, story: Story, seed: number): Promise<World> {
  const { round, morning } = await mornings.of(story)
  process.env['TZ'] = story.zone
  const world = new World(mornings.town, round, story, seed, morning)
  const open = morning === null ? openFirst : openPrepared
  const phone = world.phone('phone', seed * 8 + 1)
  await open(world, phone)
  if (story.hands.includes('tab')) await openTab(world, seed)
  if (story.hands.includes('second')) await open(world, world.phone('second', seed * 8 + 3))
  const dice = world.dice
  const next =
    seed % 2 === 0 ? inTurn(story.faults, seed) : () => story.faults[Math.floor(dice() * story.faults.length)]!
  const saysOf = (stop: number | undefined, { body }: RequestInit) =>
    stop !== undefined && typeof body === 'string' && body.includes(round.stops[stop]!.assignmentID)
  for (const { network } of world.hands.values()) {
    network.fate = (url, init) => {
      if (saysOf(story.crashesOver, init)) return 'ours-500'
      if (saysOf(story.refuses, init)) return 'ours-422'
      return dice() < story.faultRate ? next(url) : 'none'
    }
    // Some servers take few records in one request, all day long.
    if (seed % 7 === 3) network.mostAtOnce = 1 + (seed % 3)
    network.mishap = (what, body) => mishap(world, what, body)
    network.mishapOver = () => linesOf(world)?.everyCommitHeard()
  }
  let seen = -1
  for (const step of story.steps) {
    await world.clock.run(step.pause)
    await take(world, step, seed)
    // Without a write the screen can't have changed.
    if (world.commits === seen) continue
    await lookAgain(world, phone)
    await lookAtChip(world, phone)
    seen = world.commits
  }
  if (story.crashesOver !== undefined) await othersGoOn(world, phone, round.stops[story.crashesOver]!.assignmentID)
  if (story.refuses !== undefined) await tellsOffice(world, phone)
  if (seed % 8 === 1) await drivesWithoutSignal(world, phone, (step) => tapStep(world, step))
  if (seed % 3 === 1) await lookAtFile(world, phone)
  if (seed % 7 === 0 && world.revokedAt === null) await signsOut(world, phone)
  await heal(world, phone)
  if (world.dice() < 0.1 && world.revokedAt === null) await lastWord(world)
  // A late request may have made the store unavailable again; the judges need to read it.
  world.storeBack()
  return world
}

/**
 * Runs a short day in which the app is killed at exactly one step: of tapping a photo, or of opening, sending,
 * uploading and acknowledging.
 * @returns the world after recovery, and whether the step was reached
 */
export async function killedAt(
  town: Town,
  during: 'tap' | 'sync',
  step: number,
): Promise<{ world: World; killed: boolean }> {
  const world = new World(town, await town.newRound(), quietDay('2026-11-09T21:00:00Z'), step)
  // Its own ids, because all of these days run in one office.
  const phone = world.phone('phone', step * 2 + (during === 'tap' ? 0 : 1))
  await openFirst(world, phone)
  await world.clock.run(1_000)
  phone.goOffline()
  const tapOf = (what: 'done' | 'photo', fatal: number | null) =>
    tapStep(world, { pause: 0, kind: 'tap', hand: 'phone', stop: 0, what, bags: 2, fatal, full: null })
  await tapOf('done', null)
  const before = phone.mortal
  await tapOf('photo', during === 'tap' ? step : null)
  phone.network.online = true
  if (during === 'sync') {
    await phone.restart({ fatalStep: step })
    await world.clock.run(5_000)
  }
  const killed = during === 'tap' ? before.dead : !phone.isOpen
  await heal(world, phone)
  return { world, killed }
}

/** Each kind of request meets all the day’s faults in turn, and each kind begins with a different one. */
function inTurn(faults: readonly Fault[], seed: number): (url: string) => Fault {
  const turns = new Map<string, number>()
  return (url) => {
    const kind = /[^/]*$/.exec(url.replace(/\?.*|(?<=\/files)\/.*/g, ''))![0]
    const turn = turns.get(kind) ?? seed + turns.size
    turns.set(kind, turn + 1)
    return faults[turn % faults.length]!
  }
}

async function openTab(world: World, seed: number): Promise<void> {
  await world.phone('tab', seed * 8 + 2).open()
}

async function take(world: World, step: Step, seed: number): Promise<void> {
  const { clock } = world
  const phone = world.hands.get('phone')!
  const { network } = phone
  switch (step.kind) {
    case 'tap':
      return tapStep(world, step)
    case 'office':
      return officeActs(world, step.what, step.stop)
    case 'signal':
      return step.online ? goOnline(world) : goOffline(world)
    case 'session-expires':
      return world.endSessions(world.round.driver.userID)
    case 'signs-in':
      return signInAgain(world, phone)
    case 'xsrf-rotates':
      network.xsrf = world.dice() < 0.5 ? null : 'of-another-tab'
      return
    case 'wakes':
      for (const one of world.hands.values()) if (one.isOpen) one.sync.wake('visible')
      return
    case 'pulls':
      if (phone.isOpen) void phone.sync.pullNow().catch(() => undefined)
      return
    case 'decides':
      return decide(world, phone)
    case 'killed': {
      const one = world.hands.get(step.hand)!
      if (one.isOpen) one.mortal.fatalStep = one.mortal.steps + step.afterSteps
      // Whatever is running reaches its fatal step, or the app is closed while idle.
      await clock.run(step.closedFor)
      world.forgetHolds(one)
      return one.restart()
    }
    case 'full-while-syncing':
      if (!phone.isOpen) return
      phone.mortal.writesUntilFull = step.after
      world.wasFull = true
      phone.sync.wake('visible')
      await clock.run(3_000)
      if (phone.isOpen) phone.mortal.writesUntilFull = Number.POSITIVE_INFINITY
      return
    case 'clock-jumps':
      phone.skewMs += step.by
      return
    case 'travels':
      process.env['TZ'] = step.zone
      return
    case 'database-closed':
      if (phone.isOpen) phone.loseConnection()
      return
    case 'mate-takes-over':
      return mateTakesOver(world, step.leavesAppOpen, seed)
    case 'restored':
      return restored(world)
    case 'loses':
      return loses(world)
    case 'backed-up':
      return backedUp(world)
    case 'raised':
      return world.town.raises(world.round.driver.userID)
    case 'disk-emptied':
      return diskEmptied(world, phone)
    case 'revoked':
      return revoked(world, phone)
    case 'short-of-room':
      // With so little room photos are refused, and bytes that the server stores safely are deleted.
      world.room = world.room > 1e8 ? 52_428_800 - 200 : 1e9
      world.wasFull = true
  }
}

function goOffline(world: World): void {
  for (const one of world.hands.values()) one.goOffline()
}

function goOnline(world: World): void {
  for (const one of world.hands.values()) one.goOnline()
}
