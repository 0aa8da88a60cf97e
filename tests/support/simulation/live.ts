import { retry } from '#client/offline/attention.ts'
import type { StoredEvent } from '#client/offline/stored.ts'
import { TestPhone, aPicture, officeClock, sha256Of } from '../phone.ts'
import { busy } from './quiet.ts'
import { seeded } from './seeded.ts'
import type { Step, Story } from './story.ts'
import type { Round, Town } from './town.ts'

/** What one simulated day left behind, for the judges. */
export interface Lived {
  phone: TestPhone
  round: Round
  /** Events whose "saved" the driver saw, in the order he saw them. */
  saved: StoredEvent[]
  /** photoID -> SHA-256 of what the camera gave. */
  taken: Map<string, string>
  /** Stops the office moved, at any time. */
  moved: Set<string>
  completed: boolean
}

/** Within so much virtual time after everything is well again, nothing may be left unsent. */
const HEALED_WITHIN_MS = 60_000

/** Lives a story to its end and lets everything heal. Throws when it does not come to rest. */
export async function live(town: Town, story: Story, seed: number): Promise<Lived> {
  const round = await town.newRound()
  const clock = officeClock(town.office)
  const dice = seeded(seed)
  const phone = new TestPhone(town.office, round.driver, { clock, seed: seed + 1, locks: story.locks })
  const lived: Lived = { phone, round, saved: [], taken: new Map(), moved: new Set(), completed: false }
  await phone.signIn(round.driver)
  await phone.open()
  await clock.run(10_000, async () => (await phone.status()).lastPullAt !== null)
  phone.network.fate = () => (dice() < story.faultRate ? story.faults[Math.floor(dice() * story.faults.length)]! : 'none')
  for (const step of story.steps) {
    await clock.run(step.pause)
    await take(town, lived, step, dice)
  }
  await heal(town, lived)
  return lived
}

async function take(town: Town, lived: Lived, step: Step, dice: () => number): Promise<void> {
  const { phone, round } = lived
  switch (step.kind) {
    case 'tap':
      if (!phone.isOpen) return
      if (step.fatal !== null) phone.mortal.fatalStep = phone.mortal.steps + step.fatal
      // Not waited for: the app may be killed under the finger.
      void tap(lived, step, dice).catch(() => undefined)
      await phone.clock.run(0)
      if (phone.isOpen) phone.mortal.fatalStep = Number.POSITIVE_INFINITY
      else await phone.restart()
      return
    case 'office':
      return officeActs(town, lived, step)
    case 'signal':
      return step.online ? phone.goOnline() : phone.goOffline()
    case 'session-expires':
      return town.endSessions(round.driver.userID)
    case 'signs-in':
      return signInAgain(town, lived)
    case 'xsrf-rotates':
      phone.network.xsrf = null
      return
    case 'wakes':
      if (phone.isOpen) phone.sync.wake('visible')
      return
    case 'pulls':
      if (phone.isOpen) void phone.sync.pullNow().catch(() => undefined)
      return
    case 'killed':
      if (phone.isOpen) phone.mortal.fatalStep = phone.mortal.steps + step.afterSteps
      // Whatever is going on meets its fatal step, or the app is closed in peace.
      await phone.clock.run(step.closedFor)
      return phone.restart()
    case 'clock-jumps':
      phone.skewMs += step.by
      return
    case 'database-closed':
      if (phone.isOpen) phone.loseConnection()
  }
}

async function tap({ phone, round, saved, taken }: Lived, step: Extract<Step, { kind: 'tap' }>, dice: () => number): Promise<void> {
  const stop = round.stops[step.stop]!
  const note = (event: StoredEvent) => void saved.push(event)
  switch (step.what) {
    case 'done':
      return note(await phone.finish(stop, step.bags, step.bags % 2 ? { notes: `${step.bags} bags` } : {}))
    case 'bag-mt':
      return note(await phone.bagMT(stop))
    case 'not-collected':
      return note(await phone.couldNot(stop, step.bags % 2 ? 'NO_ACCESS' : 'NOT_OUT'))
    case 'note':
      return note(await phone.note(stop, `note ${step.bags}`))
    case 'photo': {
      const bytes = aPicture(dice)
      const sha256 = sha256Of(bytes)
      const event = await phone.photograph(stop, bytes)
      if (event.type === 'photo') taken.set(event.payload.photoID, sha256)
      return note(event)
    }
    case 'undo': {
      const mine = saved.filter((event) => event.assignmentID === stop.assignmentID && event.type !== 'undo')
      const last = mine.at(-1)
      if (last) note(await phone.undo(last))
    }
  }
}

/** What the office does may be refused (a stop with an outcome is not shifted): that is its affair. */
async function officeActs(town: Town, lived: Lived, step: Extract<Step, { kind: 'office' }>): Promise<void> {
  const { admin } = town.office
  const { runOrderID, stops, driver } = lived.round
  const { assignmentID } = stops[step.stop]!
  const path = `/v1/runs/${runOrderID}`
  const put = async (to: string, body: object): Promise<boolean> => (await busy(admin.put(to, body))).status === 200
  const noteMoved = (happened: boolean) => void (happened && lived.moved.add(assignmentID))
  switch (step.what) {
    case 'shift':
      return noteMoved(await put(`${path}/assignments/${assignmentID}/shift`, {}))
    case 're-assign':
      return noteMoved(await put(path, { jobs: { assign: [{ assignmentIDs: [assignmentID], driverID: town.otherDriverID }] } }))
    case 'give-back':
      await put(path, { jobs: { assign: [{ assignmentIDs: [assignmentID], driverID: driver.userID }] } })
      return
    case 'remove':
      return noteMoved(await put(path, { jobs: { remove: [assignmentID] } }))
    case 'describe':
      await put(path, { description: 'Mind the dogs' })
      return
    case 'complete':
      if (await put(`${path}/complete`, { outstanding: 'shift' })) lived.completed = true
      return
    case 'archive':
      await put(`${path}/archive`, {})
  }
}

async function signInAgain(town: Town, { phone, round }: Lived): Promise<void> {
  const token = await busy(town.signIn(round.driver.userID))
  await phone.signIn({ userID: round.driver.userID, token })
}

async function heal(town: Town, lived: Lived): Promise<void> {
  const { phone } = lived
  phone.network.fate = () => 'none'
  phone.network.online = true
  phone.mortal.fatalStep = Number.POSITIVE_INFINITY
  if (!phone.isOpen) await phone.restart()
  await signInAgain(town, lived)
  phone.goOnline()
  // What a person was asked about in the bad times is visible to him, and a tap on Retry is all it takes, for it and what waits behind it.
  for (let looks = 0; looks < 3; looks++) {
    if (await phone.clock.run(HEALED_WITHIN_MS / 4, async () => (await phone.events()).every(({ state }) => state === 'acknowledged'))) break
    for (const { eventID, state } of await phone.events()) if (state === 'needs-attention') await retry(phone.phone, eventID)
  }
  await phone.settles(HEALED_WITHIN_MS / 4)
}
