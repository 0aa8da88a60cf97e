import { lookAtChip, lookAtFile, lookAtMemory } from './display-checks.ts'
import { heal, lastWord } from './recovery.ts'
import { backedUp, diskEmptied, loses, restored } from './data-loss.ts'
import { diskStaysFull, goesBack, otherWindowSends } from './lasting-faults.ts'
import { linesOf, mishap, storeAway } from './server-faults.ts'
import { officeActs } from './office-acts.ts'
import type { Fault } from './network.ts'
import { type Mornings, openFirst, openPrepared, quietDay } from './prepared-devices.ts'
import { decide, signsOut } from './driver-decisions.ts'
import { drivesWithoutSignal, othersGoOn, outcomesGoOn, tellsOffice } from './recovery-checks.ts'
import { revoked } from './revoked.ts'
import type { Step, Story } from './steps.ts'
import { lookAgain, tapStep } from './driver-taps.ts'
import type { SimulatedBusiness } from './business.ts'
import { mateTakesOver, signInAgain } from './sign-ins.ts'
import { Simulation } from './simulation.ts'

/** Runs a story to its end and then lets all faults end. Throws when the phones do not come to rest. */
export async function live(mornings: Mornings, story: Story, seed: number): Promise<Simulation> {
  const { round, morning } = await mornings.of(story)
  process.env['TZ'] = story.zone
  const simulation = new Simulation(mornings.business, round, story, seed, morning)
  const open = morning === null ? openFirst : openPrepared
  const device = simulation.device('device', seed * 8 + 1)
  await open(simulation, device)
  if (story.hands.includes('tab')) await openTab(simulation, seed)
  if (story.hands.includes('second')) await open(simulation, simulation.device('second', seed * 8 + 3))
  const dice = simulation.dice
  const next =
    seed % 2 === 0 ? inTurn(story.faults, seed) : () => story.faults[Math.floor(dice() * story.faults.length)]!
  const saysOf = (stop: number | undefined, { body }: RequestInit) =>
    stop !== undefined && typeof body === 'string' && body.includes(round.stops[stop]!.assignmentID)
  for (const { network } of simulation.hands.values()) {
    network.fate = (url, init) => {
      if (saysOf(story.crashesOver, init)) return 'ours-500'
      if (saysOf(story.refuses, init)) return 'ours-422'
      return dice() < story.faultRate ? next(url) : 'none'
    }
    // Some servers take few records in one request, all day long.
    if (seed % 7 === 3) network.mostAtOnce = 1 + (seed % 3)
    network.mishap = (what, body) => mishap(simulation, what, body)
    network.mishapOver = () => linesOf(simulation)?.everyCommitHeard()
  }
  if (story.storeIsAway) storeAway(simulation, true)
  let seen = -1
  for (const step of story.steps) {
    await simulation.clock.run(step.pause)
    await take(simulation, step, seed)
    // Without a write the screen can't have changed.
    if (simulation.commits === seen) continue
    await lookAgain(simulation, device)
    await lookAtChip(simulation, device)
    // On half of the days with an open screen, because the time it takes lets the next step meet less that is under way.
    if (seed % 6 === 0 && device.isOpen) await lookAtMemory(simulation, device)
    seen = simulation.commits
  }
  if (story.crashesOver !== undefined)
    await othersGoOn(simulation, device, round.stops[story.crashesOver]!.assignmentID)
  if (story.storeIsAway) await outcomesGoOn(simulation, device)
  if (story.refuses !== undefined) await tellsOffice(simulation, device)
  if (seed % 8 === 1) await drivesWithoutSignal(simulation, device, (step) => tapStep(simulation, step))
  if (seed % 3 === 1) await lookAtFile(simulation, device)
  if (seed % 7 === 0 && simulation.revokedAt === null) await signsOut(simulation, device)
  await heal(simulation, device)
  if (simulation.dice() < 0.1 && simulation.revokedAt === null) await lastWord(simulation)
  // A late request may have made the store unavailable again; the judges need to read it.
  simulation.storeBack()
  return simulation
}

/**
 * Runs a short day in which the app is killed at exactly one step: of tapping a photo, or of opening, sending,
 * uploading and acknowledging.
 * @returns the simulation after recovery, and whether the step was reached
 */
export async function killedAt(
  business: SimulatedBusiness,
  during: 'tap' | 'sync',
  step: number,
): Promise<{ simulation: Simulation; killed: boolean }> {
  const simulation = new Simulation(business, await business.newRound(), quietDay('2026-11-09T21:00:00Z'), step)
  // Its own ids, because all of these days run in one office.
  const device = simulation.device('device', step * 2 + (during === 'tap' ? 0 : 1))
  await openFirst(simulation, device)
  await simulation.clock.run(1_000)
  device.goOffline()
  const tapOf = (what: 'done' | 'photo', fatal: number | null) =>
    tapStep(simulation, { pause: 0, kind: 'tap', hand: 'device', stop: 0, what, bags: 2, fatal, full: null })
  await tapOf('done', null)
  const before = device.crashes
  await tapOf('photo', during === 'tap' ? step : null)
  device.network.online = true
  if (during === 'sync') {
    await device.restart({ crashAtStep: step })
    await simulation.clock.run(5_000)
  }
  const killed = during === 'tap' ? before.dead : !device.isOpen
  await heal(simulation, device)
  return { simulation, killed }
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

async function openTab(simulation: Simulation, seed: number): Promise<void> {
  await simulation.device('tab', seed * 8 + 2).open()
}

async function take(simulation: Simulation, step: Step, seed: number): Promise<void> {
  const { clock } = simulation
  const device = simulation.hands.get('device')!
  const { network } = device
  switch (step.kind) {
    case 'tap':
      return tapStep(simulation, step)
    case 'office':
      return officeActs(simulation, step.what, step.stop)
    case 'signal':
      return step.online ? goOnline(simulation) : goOffline(simulation)
    case 'session-expires':
      return simulation.endSessions(simulation.round.driver.userID)
    case 'signs-in':
      return signInAgain(simulation, device)
    case 'xsrf-rotates':
      network.xsrf = simulation.dice() < 0.5 ? null : 'of-another-tab'
      return
    case 'wakes':
      for (const one of simulation.hands.values()) if (one.isOpen) one.sync.wake('visible')
      return
    case 'pulls':
      if (device.isOpen) void device.sync.pullNow().catch(() => undefined)
      return
    case 'decides':
      return decide(simulation, device)
    case 'killed': {
      const one = simulation.hands.get(step.hand)!
      if (one.isOpen) one.crashes.crashAtStep = one.crashes.steps + step.afterSteps
      // Whatever is running reaches its fatal step, or the app is closed while idle.
      await clock.run(step.closedFor)
      simulation.forgetHolds(one)
      return one.restart()
    }
    case 'full-while-syncing':
      if (!device.isOpen) return
      device.crashes.writesUntilFull = step.after
      simulation.wasFull = true
      device.sync.wake('visible')
      await clock.run(3_000)
      if (device.isOpen) device.crashes.writesUntilFull = Number.POSITIVE_INFINITY
      return
    case 'clock-jumps':
      device.skewMs += step.by
      return
    case 'travels':
      process.env['TZ'] = step.zone
      return
    case 'database-closed':
      if (device.isOpen) device.loseConnection()
      return
    case 'mate-takes-over':
      return mateTakesOver(simulation, step.leavesAppOpen, seed)
    case 'restored':
      return restored(simulation)
    case 'loses':
      return loses(simulation, step.withFile ?? false)
    case 'backed-up':
      return backedUp(simulation)
    case 'raised':
      return simulation.business.raises(simulation.round.driver.userID)
    case 'disk-emptied':
      return diskEmptied(simulation, device)
    case 'disk-stays-full':
      return diskStaysFull(simulation, device)
    case 'other-window-sends':
      return otherWindowSends(simulation, device)
    case 'goes-back':
      return goesBack(simulation, device)
    case 'revoked':
      return revoked(simulation, device)
    case 'short-of-room':
      // With so little room photos are refused, and bytes that the server stores safely are deleted.
      simulation.room = simulation.room > 1e8 ? 52_428_800 - 200 : 1e9
      simulation.wasFull = true
  }
}

function goOffline(simulation: Simulation): void {
  for (const one of simulation.hands.values()) one.goOffline()
}

function goOnline(simulation: Simulation): void {
  for (const one of simulation.hands.values()) one.goOnline()
}
