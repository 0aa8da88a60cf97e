import { countUnsent } from '#domain/unsent-count.ts'
import { stopDrafts } from '#client/offline/store/records.ts'

import { toWire } from '#client/offline/outbox/plan.ts'
import { exportUnsent, exportUnsentOf, unsentBeforeSignOut, unsentHere, waitingOf } from '#client/offline/unsent.ts'
import { type StoredEvent, unsentInDatabase } from '#client/offline/store/schema.ts'
import { readWeek, shownWeek, type Week } from '#client/offline/week.ts'
import { noteUnsent, readLocalCounts } from '#client/offline/store/device-database.ts'
import { statusOf } from '#client/offline/status.ts'
import type { UnsentFile } from '#domain/unsent-file.ts'
import { type TestDevice, sha256Of } from '../device.ts'
import { CrashInjector } from './crash-injector.ts'
import type { Simulation } from './simulation.ts'

/** Compares what the driver is shown, at any moment of a day, with what is stored on the phone. */

/** The status chip never reports a better state than the actual one, and the list of unsent records is complete. */
export async function lookAtChip(simulation: Simulation, device: TestDevice): Promise<void> {
  if (!device.isOpen) return
  const { db } = device.device
  const tables = [db.runs, db.jobs, db.events, db.photos, db.meta]
  // In one transaction, so that what is shown and what is stored are of one moment.
  const [week, events] = await db.transaction('r', tables, () =>
    Promise.all([readWeek(device.device), db.events.toArray()]),
  )
  const [status, listed] = [statusOf(week, device.now()), waitingOf(device.device, week)]
  const unsent = events.filter(({ state }) => state !== 'acknowledged' && state !== 'discarded')
  if (status.events + status.photos !== unsent.length)
    simulation.wrong(`the chip says ${status.events} and ${status.photos} photos, and ${unsent.length} are unsent`)
  if (status.kind === 'all-sent' && unsent.length > 0)
    simulation.wrong(`the chip says all is sent, and ${unsent.length} are not`)
  // As the page does after every reading: stores the count where it persists when the browser empties its storage.
  noteUnsent(device.device, status)
  const outside = readLocalCounts(device.device)
  if (outside?.unsent !== unsent.length)
    simulation.wrong(`${outside?.unsent} are written down as unsent outside the databases, and ${unsent.length} are`)
  if (listed.length !== unsent.length)
    simulation.wrong(`${listed.length} are listed as waiting, and ${unsent.length} are unsent`)
}

/**
 * What the open screen has in memory becomes what the database has within some seconds, and usually has become it
 * before time passes.
 */
export async function lookAtMemory(simulation: Simulation, device: TestDevice): Promise<void> {
  const isSame = async () => {
    const stored = await readWeek(device.device)
    const seen = shownWeek(device.device).read()
    return seen === undefined || textOf(seen) === textOf(stored)
  }
  if (!(await device.clock.run(READ_WITHIN_MS, isSame))) simulation.wrong('screen: memory is not what the database has')
}

const READ_WITHIN_MS = 3_000

function textOf({ events, meta, photos, runs, stops }: Week): string {
  const inOrder = [...events].sort((a, b) => (a.eventID < b.eventID ? -1 : 1))
  return JSON.stringify([inOrder, [...meta], photos, runs, [...stops]])
}

/** The amount and note entered beside the stop go along with one outcome, and come back when that outcome is undone. */
export async function lookAtStopDraft(simulation: Simulation, device: TestDevice, event: StoredEvent): Promise<void> {
  if (!isOutcome(event) && event.type !== 'undo') return
  const stopDraft = stopDrafts(await readWeek(device.device))[event.assignmentID]
  if (isOutcome(event) && stopDraft !== undefined)
    simulation.wrong(`what went along with ${event.type} ${event.seq} would go along with the next outcome, too`)
  if (event.type !== 'undo') return
  const ofStop = simulation.saved.filter(({ assignmentID }) => assignmentID === event.assignmentID)
  const [undone, ...others] = ofStop.filter(isOutcome)
  const again = ofStop.filter(({ type }) => type === 'undo').length > 1
  if (
    !undone ||
    others.length > 0 ||
    again ||
    undone.eventID !== event.payload.undoes ||
    !(await device.event(undone.eventID))
  )
    return
  const { notes, extraAmount } = undone.payload
  if (extraAmount && stopDraft?.extraAmount !== extraAmount)
    simulation.wrong(`undo ${event.seq} did not give back the extra`)
  if (notes && stopDraft?.notes !== notes)
    simulation.wrong(`undo ${event.seq} did not give back what was written beside the stop`)
}

/** The exported file contains all unsent records unchanged, and the photos' bytes. */
export async function lookAtFile(simulation: Simulation, device: TestDevice): Promise<void> {
  if (!device.isOpen) return
  const { db } = device.device
  // Opened as from the login page, where no user is signed in.
  const ports = device.portsOf(new CrashInjector())
  const before = await unsentInDatabase(db)
  const told = (await unsentHere(ports)).find(({ userID }) => userID === device.driver.userID)
  // From the login page, or by the driver who is signed in.
  const exported =
    simulation.dice() < 0.5 ? await exportUnsentOf(ports, device.driver.userID) : await exportUnsent(device.device)
  const file = JSON.parse(exported.text) as UnsentFile
  const after = new Set((await unsentInDatabase(db)).map(({ eventID }) => eventID))
  if (before.length === after.size) {
    const asked = (await unsentBeforeSignOut(device.device)).unsent
    const { stops, photos } = await device.status()
    const there = JSON.stringify(countUnsent(before))
    const said = {
      page: told?.unsent ?? { stops: 0, photos: 0 },
      file: exported.unsent,
      asked,
      chip: { stops, photos },
    }
    for (const [place, count] of Object.entries(said))
      if (JSON.stringify(count) !== there)
        simulation.wrong(`unsent are ${there}, and said is (${place}) ${JSON.stringify(count)}`)
  }
  for (const event of before) {
    if (!after.has(event.eventID)) continue
    const there = file.events.find(({ eventID }) => eventID === event.eventID)
    const { key: _k, ...said } = toWire(event, null)
    for (const [name, value] of Object.entries(said))
      if (JSON.stringify(there?.[name]) !== JSON.stringify(value))
        simulation.wrong(`the file says ${name} = ${JSON.stringify(there?.[name])} of ${event.type} ${event.seq}`)
    if (event.type !== 'photo' || event.lastAnswer?.code === 'photo_bytes_gone') continue
    const bytes = file.photos.find(({ photoID }) => photoID === event.payload.photoID)?.base64
    if (!bytes || sha256Of(Uint8Array.from(Buffer.from(bytes, 'base64')).buffer) !== event.payload.sha256)
      simulation.wrong(`the file has not the bytes of photo ${event.seq}`)
  }
}

function isOutcome(event: StoredEvent): event is Extract<StoredEvent, { type: 'done' | 'bag-mt' | 'not-collected' }> {
  return event.type === 'done' || event.type === 'bag-mt' || event.type === 'not-collected'
}
