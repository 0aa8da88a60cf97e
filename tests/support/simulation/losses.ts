import { readMeta } from '#client/offline/meta.ts'
import { readKeptOutside } from '#client/offline/kept-outside.ts'
import type { TestPhone } from '../phone.ts'
import { healLines } from './mishaps.ts'
import { busy } from './quiet.ts'
import type { World } from './world.ts'

export async function restored(world: World): Promise<void> {
  const { plan, kept, lost, round, town } = world
  if (!receiptsAreThere(world)) return
  // A restore would also undo what the office has done to the run; a day has either the one or the other.
  if (world.moved.size > 0 || plan.status !== 'active' || world.acting > 0) return
  for (const eventID of kept.keys()) {
    lost.add(eventID)
    world.restored.add(eventID)
  }
  kept.clear()
  healLines(world)
  await busy(town.restored(round))
}

export async function loses(world: World): Promise<void> {
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

/** Phones delete receipts that are in a backup or older than 14 days, so those records could not be sent again. */
function receiptsAreThere({ story }: World): boolean {
  return !story.steps.some(
    (step) =>
      step.kind === 'backed-up' || step.kind === 'disk-emptied' || (step.kind === 'clock-jumps' && step.by > 1e9),
  )
}

export async function backedUp(world: World): Promise<void> {
  const { town, clock } = world
  world.backedUpAt = clock.now().getTime()
  await busy(town.backedUp(clock.now()))
}

/**
 * Short of room, the browser deletes the app's databases. Sent records are not lost, and the app reports that unsent
 * ones are.
 */
export async function diskEmptied(world: World, phone: TestPhone): Promise<void> {
  if (!phone.isOpen || world.lost.size > 0) return
  const { ports } = phone.phone
  const { userID } = phone.driver
  const names = world.dice() < 0.5 ? [phone.phone.db.name] : [phone.phone.db.name, phone.phone.device.name]
  const before = readKeptOutside({ ports, userID })
  const { deviceID } = phone.phone
  const unsent = new Set(
    (await phone.events()).filter(({ state }) => state !== 'acknowledged').map(({ eventID }) => eventID),
  )
  world.emptied = true
  world.forgetHolds(phone)
  world.forgetDisk('phone')
  // Deleted without a request to close, although apps have it open.
  const underOpenPage = world.dice() < 0.5
  if (!underOpenPage) phone.kill()
  for (const name of names) (phone.disk as unknown as { _databases: Map<string, unknown> })._databases.delete(name)
  // What was stored only on this phone is gone.
  world.saved.splice(0, Infinity, ...world.saved.filter(({ eventID }) => !unsent.has(eventID)))
  if (underOpenPage) {
    phone.phone.db.close({ disableAutoOpen: false })
    // The driver's week is fetched again under the open page; records made there would be numbered from one again.
    void phone.sync.pullNow().catch(() => undefined)
    await world.clock.run(3_000)
    if (!phone.isOpen) return phone.restart()
    await phone.note(world.round.stops[0]!, 'on an empty phone').then(
      () => world.wrong('a tap was kept under the name of a phone that is gone'),
      () => undefined,
    )
  }
  await phone.restart()
  if (!phone.isOpen) return
  if (phone.phone.deviceID === deviceID) world.wrong('a phone that begins anew goes on under its old id')
  const told = await readMeta(phone.phone.db, 'lostBefore')
  if (told?.unsent !== (before?.unsent ?? 0) + (before?.lost ?? 0))
    world.wrong(`${before?.unsent} were unsent when the phone was emptied, and it says ${told?.unsent}`)
}
