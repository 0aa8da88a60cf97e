import { NotSaved, type NotSavedReason } from '#client/offline/record.ts'
import { StorageTrouble } from '#server/ports.ts'
import type { StoredEvent } from '#client/offline/stored.ts'
import { type TestPhone, aPicture, sha256Of } from '../phone.ts'
import type { Lines } from './in-thread-database.ts'
import type { Mishap } from './network.ts'
import { lookAtStop } from './look-at-stop.ts'
import { mateTaps } from './mate-taps.ts'
import { officeActs } from './office-acts.ts'
import { busy } from './quiet.ts'
import { lookAtAlong, lookAtChip, lookAtFile } from './looks.ts'
import { type Mornings, openFirst, openPrepared, quietDay } from './morning.ts'
import { decide, signsOut } from './people.ts'
import { HEALED_WITHIN_MS, drivesWithoutSignal, healsByItself } from './pocket.ts'
import type { OfficeAct, Step, Story } from './story.ts'
import type { Town } from './town.ts'
import { World } from './world.ts'

const MEANWHILE: readonly OfficeAct[] = ['re-assign', 'remove', 'shift', 'describe', 'complete']

/** Lives a story to its end and lets everything heal. Throws when it does not come to rest. */
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
  for (const { network } of world.hands.values()) {
    network.fate = () => (dice() < story.faultRate ? story.faults[Math.floor(dice() * story.faults.length)]! : 'none')
    // Some offices take little at a time, all day long.
    if (seed % 7 === 3) network.mostAtOnce = 1 + (seed % 3)
    network.mishap = (what, body) => mishap(world, what, body)
    network.mishapOver = () => linesOf(world)?.everyCommitHeard()
  }
  let seen = -1
  for (const step of story.steps) {
    await world.clock.run(step.pause)
    await take(world, step, seed)
    // Where nothing was written nothing new is to be seen.
    if (world.commits === seen) continue
    await lookAgain(world, phone)
    await lookAtChip(world, phone)
    seen = world.commits
  }
  if (seed % 8 === 1) await drivesWithoutSignal(world, phone, (step) => tapStep(world, step))
  if (seed % 3 === 1) await lookAtFile(world, phone)
  if (seed % 7 === 0) await signsOut(world, phone)
  await heal(world, phone)
  if (world.dice() < 0.1) await lastWord(world)
  // What came late may have taken the store away once more: the judges look into it.
  world.storeBack()
  return world
}

/**
 * A short day whose app is killed at exactly one step: of tapping a photo, or of opening, sending, uploading and acknowledging.
 * @returns the healed world, and whether the step was reached
 */
export async function killedAt(town: Town, during: 'tap' | 'sync', step: number): Promise<{ world: World; killed: boolean }> {
  const world = new World(town, await town.newRound(), quietDay('2026-11-09T21:00:00Z'), step)
  // Ids of its own: each of these days is in one office.
  const phone = world.phone('phone', step * 2 + (during === 'tap' ? 0 : 1))
  await openFirst(world, phone)
  await world.clock.run(1_000)
  phone.goOffline()
  const tapOf = (what: 'done' | 'photo', fatal: number | null) => tapStep(world, { pause: 0, kind: 'tap', hand: 'phone', stop: 0, what, bags: 2, fatal, full: null })
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

async function openTab(world: World, seed: number): Promise<void> {
  await world.phone('tab', seed * 8 + 2).open()
}

/** What a batch of records says to the database, about. */
const MESSAGES_OF_A_BATCH = 15

/** What goes wrong at the office while a request is there. */
function mishap(world: World, what: Mishap, body: unknown): Promise<unknown> | undefined {
  const { round, dice } = world
  const lines = linesOf(world)
  switch (what) {
    case 'session-ends':
      return void busy(world.endSessions(round.driver.userID)).catch(() => undefined)
    case 'line-to-database-cut':
      return void lines?.cutAt(1 + Math.floor(dice() * MESSAGES_OF_A_BATCH))
    case 'commit-unheard':
      return void lines?.cutAfterCommit()
    case 'office-acts-meanwhile':
      return officeActs(world, MEANWHILE[Math.floor(dice() * MEANWHILE.length)]!, Math.floor(dice() * 2))
    case 'store-away':
      return void storeAway(world)
    case 'file-gone':
      return busy(filesGone(world, body))
    case 'xsrf-rotates-under-way':
      return undefined
  }
}

/** The next photo that is looked for can't be: nobody can tell whether it is there. */
function storeAway(world: World): void {
  const { storage } = world.town.office.deps
  world.storeBack()
  const { look } = storage
  storage.look = async () => {
    storage.look = look
    world.storeSilent += 1
    throw new StorageTrouble('away', 'The store does not answer')
  }
  world.storeBack = () => void (storage.look = look)
}

/** The store lost what it had taken, before anybody acknowledged it, or has other bytes now. */
async function filesGone({ town, kept, dice, hands }: World, body: unknown): Promise<void> {
  const { storage } = town.office.deps
  const gone = async (key: string): Promise<void> => {
    const file = dice() < 0.5 ? await storage.read(key) : null
    if (file === null) return storage.remove(key)
    const bytes = Uint8Array.from(file.bytes, (byte, at) => (at === file.bytes.length - 1 ? byte ^ 1 : byte))
    await storage.write(key, bytes, file.contentType, sha256Of(bytes.buffer))
  }
  const { events = [] } = (body ?? {}) as { events?: { eventID: string; type: string; key: string }[] }
  // Two apps may bring one photo's bytes twice: what came second may be acknowledged by then.
  const known = new Set([...kept.values()].map(({ said }) => said['key']))
  for (const { eventID, type, key } of events) if (type === 'photo' && !kept.has(eventID) && !known.has(key) && !(eventID === '' && hands.has('tab'))) await gone(key)
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
      // Whatever is going on meets its fatal step, or the app is closed in peace.
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
    case 'short-of-room':
      // Photos are refused then, and bytes that are safe at the office go.
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

async function tapStep(world: World, step: Extract<Step, { kind: 'tap' }>): Promise<void> {
  const phone = world.hands.get(step.hand)!
  if (!phone.isOpen) return
  const { mortal } = phone
  // Read before the app is marked for death: the look at it is not what shall be killed.
  const before = step.full === null ? null : new Set((await phone.events()).map(({ eventID }) => eventID))
  if (step.fatal !== null) mortal.fatalStep = mortal.steps + step.fatal
  if (step.full !== null) {
    mortal.writesUntilFull = step.full
    world.wasFull = true
  }
  // Not waited for: the app may be killed under the finger.
  const tapped = tap(world, phone, step).catch((error: unknown) => error)
  await phone.clock.run(0)
  if (!phone.isOpen) {
    world.forgetHolds(phone)
    return phone.restart()
  }
  mortal.fatalStep = Number.POSITIVE_INFINITY
  mortal.writesUntilFull = Number.POSITIVE_INFINITY
  const ended = await Promise.race([tapped, Promise.resolve('not yet')])
  if (ended instanceof NotSaved) {
    const more = before === null ? [] : (await phone.events()).filter(({ eventID }) => !before.has(eventID))
    if (more.length > 0) world.wrong(`“Not saved” was shown and ${more.length} is there`)
  }
  // A photo may find no room, and an undo nothing to undo any more; what he says of a stop is always kept.
  if (ended instanceof Error && !(ended instanceof NotSaved && mayFail(world, step, ended.reason))) world.wrong(`${step.what} was not saved: ${ended.message}`)
}

const FILES_AT_A_STOP = 5

function mayFail({ wasFull, saved, round }: World, { what, stop }: Extract<Step, { kind: 'tap' }>, reason: NotSavedReason): boolean {
  if (what === 'undo') return reason === 'unknown-stop'
  if (what !== 'photo') return false
  const photos = saved.filter(({ type, assignmentID }) => type === 'photo' && assignmentID === round.stops[stop]!.assignmentID)
  return reason === 'storage-full' ? wasFull : reason === 'too-many-files' && photos.length >= FILES_AT_A_STOP
}

async function tap(world: World, phone: TestPhone, step: Extract<Step, { kind: 'tap' }>): Promise<void> {
  const { round, saved, taken, dice } = world
  const stop = round.stops[step.stop]!
  const { bags } = step
  const more = { ...(bags % 2 ? { notes: `${bags} bags` } : {}), ...(bags % 3 ? {} : { extraAmount: bags * 1.5 - 0.15 }) }
  const note = async (event: StoredEvent): Promise<void> => {
    saved.push(event)
    await lookAt(world, phone, event)
  }
  switch (step.what) {
    case 'done':
      return note(await phone.finish(stop, bags, more))
    case 'bag-mt':
      return note(await phone.bagMT(stop, more))
    case 'not-collected':
      return note(await phone.couldNot(stop, bags % 2 ? 'NO_ACCESS' : 'NOT_OUT'))
    case 'note':
      return note(await phone.note(stop, `note ${bags}`))
    case 'photo': {
      const bytes = aPicture(dice)
      const sha256 = sha256Of(bytes)
      const event = await phone.photograph(stop, bytes)
      if (event.type === 'photo') taken.set(event.payload.photoID, sha256)
      return note(event)
    }
    case 'undo': {
      const mine = saved.filter((event) => event.assignmentID === stop.assignmentID && event.type !== 'undo' && event.deviceID === phone.phone.deviceID)
      const last = mine.at(-1)
      if (!last) return
      const event = await phone.undo(last)
      await note(event)
      // An impatient hand.
      const again = bags > 4 ? await phone.undo(last) : event
      if (again.eventID !== event.eventID) world.wrong(`undo ${again.seq} says once more what undo ${event.seq} said`)
    }
  }
}

/** What he just tapped is on the disk, and the screen says so: whatever the office thinks, on his phone it happened. */
async function lookAt(world: World, phone: TestPhone, event: StoredEvent): Promise<void> {
  const onDisk = await phone.event(event.eventID)
  if (!onDisk) return world.wrong(`“saved” was shown for ${event.type} ${event.seq} and it is not on the disk`)
  if (onDisk.type === 'photo' && onDisk.state !== 'acknowledged' && !(await phone.phone.db.photoBytes.get(onDisk.payload.photoID))) world.wrong(`photo ${event.seq} was shown as saved without its bytes`)
  await lookAtAlong(world, phone, event)
  const shown = (await phone.phone.db.jobs.get(event.assignmentID)) && (await phone.stop(event))
  if (!shown) return
  world.atStop.add(event.eventID)
  const has = ((): boolean => {
    switch (event.type) {
      case 'done':
        return shown.outcome === 'COLLECTED' && shown.pu === event.payload.pu
      case 'bag-mt':
        return shown.outcome === 'EMPTY'
      case 'not-collected':
        return shown.outcome === event.payload.outcome
      case 'note':
        return shown.driverNotes.includes(event.payload.notes)
      case 'photo':
        return shown.photosShown.some(({ photoID }) => photoID === event.payload.photoID)
      case 'undo':
        return shown.outcomeEventID !== event.payload.undoes && shown.lastEventID !== event.payload.undoes
    }
  })()
  if (!has && shown.history.every(({ undone, eventID }) => eventID !== event.eventID || !undone)) world.wrong(`the screen does not show ${event.type} ${event.seq}, just tapped`)
  if (event.type !== 'undo' && world.saved.at(-1) === event && onDisk.state === 'queued' && shown.lastEventID !== event.eventID) world.wrong(`Undo would not undo ${event.type} ${event.seq}, just tapped`)
}

/** The last thing he said at a stop stays in the picture, sent or not, acknowledged or not, as long as nobody else has a say in it. */
async function lookAgain(world: World, phone: TestPhone): Promise<void> {
  const last = world.saved.at(-1)
  if (!last || world.hands.size > 1 || !phone.isOpen || world.moved.has(last.assignmentID) || world.lost.size > 0 || world.discarded.has(last.eventID)) return
  if (last.type !== 'undo' && (await phone.event(last.eventID))) await lookAt(world, phone, last)
  await lookAtStop(world, phone, last)
}

/** Another driver signs in on the same phone, works, and goes. */
async function mateTakesOver(world: World, leavesAppOpen: boolean, seed: number): Promise<void> {
  const { round, town, clock } = world
  const phone = world.hands.get('phone')!
  const mate = world.hands.get('mate') ?? world.phone('mate', seed * 8 + 4)
  if (!leavesAppOpen) {
    world.forgetHolds(phone)
    phone.kill()
  }
  const token = await town.signIn(round.mate!.userID)
  world.knowToken(token, round.mate!.userID)
  world.signedIn.set(phone.network, round.mate!.userID)
  await mate.signIn({ userID: round.mate!.userID, token })
  await mate.open()
  await clock.run(5_000)
  if (mate.isOpen) {
    if ((await mate.events()).some(({ actorID }) => actorID !== round.mate!.userID)) world.wrong('the mate sees somebody else’s records')
    if ((await mate.phone.db.jobs.toArray()).some((job) => job.driverID !== round.mate!.userID)) world.wrong('the mate sees somebody else’s stops')
    const his = await mate.phone.db.jobs.toArray()
    if (his.length > 0) await mateTaps(world, mate, his)
    await clock.run(world.dice() < 0.5 ? 0 : 5_000)
  }
  mate.kill()
  await signInAgain(world, phone)
  if (!phone.isOpen) await phone.open()
}

async function restored(world: World): Promise<void> {
  const { plan, kept, lost, round, town } = world
  if (!receiptsAreThere(world)) return
  // The office's own acts would have to be undone with it; one day is one or the other.
  if (world.moved.size > 0 || plan.status !== 'active' || world.acting > 0) return
  for (const eventID of kept.keys()) {
    lost.add(eventID)
    world.restored.add(eventID)
  }
  kept.clear()
  healLines(world)
  await busy(town.restored(round))
}

async function loses(world: World): Promise<void> {
  const { plan, kept, lost, round, town, dice } = world
  const his = [...kept.values()].filter(({ type, actorID }) => type !== 'undo' && actorID === round.driver.userID)
  const last = his.findLast(({ type }) => type === 'photo' && dice() < 0.5) ?? his.at(-1)
  if (!last || !receiptsAreThere(world) || world.moved.size > 0 || plan.status !== 'active') return
  lost.add(last.eventID)
  world.restored.delete(last.eventID)
  kept.delete(last.eventID)
  healLines(world)
  await busy(town.loses(round, last.eventID))
}

/** What a backup has, or is older than 14 days, phones let go of; nobody could send that again. */
function receiptsAreThere({ story }: World): boolean {
  return !story.steps.some((step) => step.kind === 'backed-up' || (step.kind === 'clock-jumps' && step.by > 1e9))
}

async function backedUp(world: World): Promise<void> {
  const { town, clock } = world
  world.backedUpAt = clock.now().getTime()
  await busy(town.backedUp(clock.now()))
}

async function signInAgain(world: World, phone: TestPhone): Promise<void> {
  const { town, round } = world
  const { userID } = round.driver
  const token = await busy(town.signIn(userID))
  world.knowToken(token, userID)
  world.signedIn.set(phone.network, userID)
  await phone.signIn({ userID, token })
}

/** A cut that no request met is not to meet the simulation's own hand on the database. */
function healLines(world: World): void {
  linesOf(world)?.healed()
}

const linesOf = ({ town }: World) => (town.office.deps.database as unknown as { lines?: Lines }).lines

async function heal(world: World, phone: TestPhone): Promise<void> {
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
  if (hands.size === 1 && !world.wasFull) await healsByItself(world, phone)
  const mate = hands.get('mate')
  if (mate) await healMate(world, phone, mate)
  hands.get('tab')?.kill()
  for (const hand of ['second', 'phone'] as const) {
    const one = hands.get(hand)
    if (one) await healOne(world, one)
  }
  // A new epoch is enough: nobody has to tap for it.
  if ([...world.restored].some((eventID) => !world.kept.has(eventID))) world.wrong('the office was restored, and a phone did not send again by itself')
  await lastTap(world)
  // What came from his other phone is seen at the next fetch.
  for (const one of hands.values()) if (one.isOpen && hands.size > 1) await one.pulls()
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
  // Often nothing but the signal comes back.
  const signalAlone = signsIn && phone.isOpen && world.hands.size === 1 && world.dice() < 0.5 && (await phone.status()).kind !== 'sign-in'
  if (signsIn && !signalAlone) await signInAgain(world, phone)
  if (!phone.isOpen) await phone.restart()
  phone.goOnline()
  for (let looks = 0; looks < 3; looks++) {
    // A request of the bad times may still be answered with it.
    if ((await phone.status()).kind === 'update-needed') await update(phone)
    if (signsIn && (await phone.status()).kind === 'sign-in') await signInAgain(world, phone)
    if (await phone.clock.run(HEALED_WITHIN_MS / 4, phone.onceLooked(async () => (await phone.events()).every(isOver)))) break
    await decide(world, phone)
  }
  if ((await phone.status()).kind === 'update-needed') await update(phone)
  // Asked for, as a person would who reads “Offline” and knows better.
  await phone.pulls()
  if (signalAlone && (await phone.status()).kind === 'sign-in') {
    await signInAgain(world, phone)
    await phone.pulls()
  }
  // The fetch may have told of a restored office, which wants everything again.
  if ((await phone.status()).kind !== 'all-sent') await phone.settles(HEALED_WITHIN_MS)
}

async function update(phone: TestPhone): Promise<void> {
  phone.settings.appBuild = `test-${Number(/\d+$/.exec(phone.settings.appBuild ?? 'test-1')![0]) + 1}`
  await phone.restart()
}

const isOver = ({ state }: StoredEvent) => state === 'acknowledged' || state === 'discarded'

/** Nothing but the run's own words changes: the next fetch brings them all the same. */
async function lastWord(world: World): Promise<void> {
  await officeActs(world, 'describe', 0)
  for (const one of world.hands.values()) if (one.isOpen) await one.pulls()
}

/** A loss nobody knows of comes to light at the next sync that carries something. */
async function lastTap(world: World): Promise<void> {
  if (![...world.lost].some((eventID) => !world.kept.has(eventID))) return
  for (const one of world.hands.values()) {
    if (!one.isOpen) continue
    // Any stop that is still on his phone will do: the office may have taken the first one away.
    const onPhone = new Set(await one.phone.db.jobs.toCollection().primaryKeys())
    const stop = world.round.stops.find(({ assignmentID }) => onPhone.has(assignmentID))
    if (!stop) continue
    world.saved.push(await one.note(stop, 'on the way home'))
    await one.settles()
    await one.clock.during(one.sync.drainNow())
    await one.settles()
  }
}

