import { readMeta, readMetas } from '#client/offline/store/meta.ts'
import { readLocalCounts } from '#client/offline/store/device-database.ts'
import type { TestDevice } from '../device.ts'
import { healLines } from './server-faults.ts'
import { busy } from './idle-detection.ts'
import type { Simulation } from './simulation.ts'

export async function restored(simulation: Simulation): Promise<void> {
  const { plan, kept, lost, round, business } = simulation
  if (!receiptsAreThere(simulation)) return
  // A restore would also undo what the office has done to the run; a day has either the one or the other.
  if (simulation.moved.size > 0 || plan.status !== 'active' || simulation.acting > 0) return
  for (const eventID of kept.keys()) {
    lost.add(eventID)
    simulation.restored.add(eventID)
  }
  kept.clear()
  healLines(simulation)
  await busy(business.restored(round))
}

/** @param withFile the photo's file too */
export async function loses(simulation: Simulation, withFile: boolean): Promise<void> {
  const { plan, kept, lost, round, business, dice } = simulation
  const own = [...kept.values()].filter(({ type, actorID }) => type !== 'undo' && actorID === round.driver.userID)
  const last = own.findLast(({ type }) => type === 'photo' && dice() < 0.5) ?? own.at(-1)
  if (!last || !receiptsAreThere(simulation) || simulation.moved.size > 0 || plan.status !== 'active') return
  lost.add(last.eventID)
  simulation.restored.delete(last.eventID)
  kept.delete(last.eventID)
  healLines(simulation)
  const { key } = last.said as { key?: string }
  if (withFile && key !== undefined) await busy(business.office.deps.storage.remove(key))
  await busy(business.loses(round, last.eventID))
}

/** The app is killed while a tap is written to the journal: its entry is torn, and the tap is not shown as saved. */
async function diesInJournal({ round }: Simulation, device: TestDevice): Promise<void> {
  device.crashes.diesInJournal = true
  void device.note(round.stops[0]!, 'half-written').catch(() => undefined)
  await device.clock.run(0)
  device.kill()
}

/** Phones delete receipts that are in a backup or older than 14 days, so those records could not be sent again. */
function receiptsAreThere({ story }: Simulation): boolean {
  return !story.steps.some(
    (step) =>
      step.kind === 'backed-up' || step.kind === 'disk-emptied' || (step.kind === 'clock-jumps' && step.by > 1e9),
  )
}

export async function backedUp(simulation: Simulation): Promise<void> {
  const { business, clock } = simulation
  simulation.backedUpAt = clock.now().getTime()
  await busy(business.backedUp(clock.now()))
}

/**
 * Short of room, the browser deletes the app's databases. Sent records are not lost, and the app reports that unsent
 * ones are.
 */
export async function diskEmptied(simulation: Simulation, device: TestDevice): Promise<void> {
  if (!device.isOpen || simulation.lost.size > 0) return
  const { ports } = device.device
  const { userID } = device.driver
  const names = simulation.dice() < 0.5 ? [device.device.db.name] : [device.device.db.name, device.device.deviceDb.name]
  const before = readLocalCounts({ ports, userID })
  // The browser deletes all that an origin has, or a damaged database alone.
  const keepsJournal = simulation.dice() < 0.5 && simulation.story.journal
  // Deleted without a request to close, although apps have it open.
  const underOpenPage = simulation.dice() < 0.5
  const { deviceID } = device.device
  const unsent = (await device.events()).filter(({ state }) => state !== 'acknowledged')
  // The photos' bytes are in the database only.
  const others = new Set(
    [...device.device.records.values()].flatMap(({ event }) => (event.type === 'photo' ? [] : event.eventID)),
  )
  if (!underOpenPage && keepsJournal && simulation.story.steps.length % 2 === 1) await diesInJournal(simulation, device)
  simulation.emptied = true
  simulation.forgetHolds(device)
  simulation.forgetDisk('device')
  if (!underOpenPage) device.kill()
  for (const name of names) (device.disk as unknown as { _databases: Map<string, unknown> })._databases.delete(name)
  if (!keepsJournal) for (const files of [device.journals.files, device.journals.root]) files.clear()
  /** What was stored in the database only is gone; the journal, or the memory of an open page, has the others. */
  const lose = (hasOthers: boolean) => {
    const gone = unsent.filter(({ eventID }) => !hasOthers || !others.has(eventID))
    for (const { seq } of gone) simulation.gone.add(seq)
    const ids = new Set(gone.map(({ eventID }) => eventID))
    simulation.saved.splice(0, Infinity, ...simulation.saved.filter(({ eventID }) => !ids.has(eventID)))
  }
  lose(keepsJournal || underOpenPage)
  let isReplaced = false
  if (underOpenPage) {
    const { db } = device.device
    db.close({ disableAutoOpen: false })
    // The disk that cost the database is still full when the new one is written.
    if (simulation.story.steps.length % 2 === 0) {
      device.crashes.writesUntilFull = 1 + Math.floor(simulation.dice() * 6)
      simulation.wasFull = true
    }
    // The driver's week is fetched again under the open page; records made there would be numbered from one again.
    void device.sync.pullNow().catch(() => undefined)
    device.sync.wake('asked')
    const hasReplaced = async () => {
      const rows = await db.events.bulkGet([...others])
      return rows.every((row) => row !== undefined) && (await readMeta(db, 'deviceID')) !== undefined
    }
    await simulation.clock.run(3_000)
    // The watchdog may be waiting for an answer, up to 30 s for each request of one look.
    if (device.isOpen && !(await hasReplaced())) await simulation.clock.run(180_000, hasReplaced)
    if (!device.isOpen) {
      lose(keepsJournal)
      return device.restart()
    }
    isReplaced = await hasReplaced()
    if (!isReplaced) simulation.wrong('what was in memory is not in the new database')
    if (!isReplaced) lose(keepsJournal)
    await device.note(simulation.round.stops[0]!, 'on an empty phone').then(
      (event) => {
        if (keepsJournal) simulation.saved.push(event)
        else simulation.wrong('a tap was kept under the name of a phone that is gone')
      },
      () => undefined,
    )
  }
  await device.restart()
  if (!device.isOpen) return
  if (device.device.deviceID === deviceID) simulation.wrong('a phone that begins anew goes on under its old id')
  // What the journal had is compared after the first paint.
  await simulation.clock.run(2_000)
  if (!device.isOpen) return
  const { lostBefore, restored } = await readMetas(device.device.db, 'lostBefore', 'restored')
  const lost = (before?.unsent ?? 0) + (before?.lost ?? 0)
  const isKept = keepsJournal || isReplaced
  if (!isKept && (restored !== undefined || lostBefore?.unsent !== lost))
    simulation.wrong(`${lost} were unsent when the phone was emptied, and it says ${lostBefore?.unsent}`)
  if (isKept && (lostBefore?.unsent ?? 0) > lost)
    simulation.wrong(`${lost} were unsent when the database was lost, and it says ${lostBefore?.unsent}`)
}
