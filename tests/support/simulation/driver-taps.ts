import { readWeek, stopOnDevice } from '#client/offline/week.ts'
import type { ShownStop } from '#client/offline/overlay.ts'
import { isOutcomeEvent } from '#domain/events.ts'
import { NotSaved, type NotSavedReason } from '#client/offline/outbox/record.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import { type TestDevice, aPicture, sha256Of } from '../device.ts'
import { lookAtStop } from './stop-display-check.ts'
import { asReceived } from './model.ts'
import { lookAtStopDraft } from './display-checks.ts'
import { isSignedOut } from './revoked.ts'
import type { Step } from './steps.ts'
import type { Simulation } from './simulation.ts'

export async function tapStep(simulation: Simulation, step: Extract<Step, { kind: 'tap' }>): Promise<void> {
  const device = simulation.hands.get(step.hand)!
  if (!device.isOpen) return
  // The login page has nothing to tap.
  if (simulation.revokedAt !== null && (await isSignedOut(device))) return
  // Nor is there anything before the week was fetched again.
  if (simulation.emptied && !(await device.device.db.jobs.get(simulation.round.stops[step.stop]!.assignmentID))) return
  const { crashes } = device
  // Read before the fatal step is set: this read must not be what is killed.
  const isSpecial = step.full !== null || step.fatal !== null
  const before = isSpecial ? new Set((await device.events()).map(({ eventID }) => eventID)) : null
  if (step.fatal !== null) crashes.crashAtStep = crashes.steps + step.fatal
  if (step.full !== null) {
    crashes.writesUntilFull = step.full
    simulation.wasFull = true
  }
  // Not awaited: the app may be killed during the tap.
  const tapped = tap(simulation, device, step).catch((error: unknown) => error)
  await device.clock.run(0)
  if (!device.isOpen) {
    simulation.forgetHolds(device)
    await device.restart()
    return adoptCommitted(simulation, device, before ?? new Set())
  }
  crashes.crashAtStep = Number.POSITIVE_INFINITY
  crashes.writesUntilFull = Number.POSITIVE_INFINITY
  const ended = await Promise.race([tapped, Promise.resolve('not yet')])
  if (ended instanceof NotSaved) {
    const more = before === null ? [] : (await device.events()).filter(({ eventID }) => !before.has(eventID))
    if (more.length > 0) simulation.wrong(`“Not saved” was shown and ${more.length} is there`)
  }
  // A photo may find no room, and an undo may find nothing left to undo; any other record for a stop is always saved.
  if (ended instanceof Error && !(ended instanceof NotSaved && mayFail(simulation, step, ended.reason)))
    simulation.wrong(`${step.what} was not saved: ${ended.message}`)
}

/** Killed between the commit and the screen's answer: the record is stored, although it was never shown as saved. */
async function adoptCommitted({ hands, saved, taken }: Simulation, device: TestDevice, before: ReadonlySet<string>) {
  if (!device.isOpen || hands.size > 1) return
  const known = new Set(saved.map(({ eventID }) => eventID))
  for (const event of (await device.events()).filter(({ eventID }) => !before.has(eventID) && !known.has(eventID))) {
    saved.push(event)
    if (event.type === 'photo') taken.set(event.payload.photoID, event.payload.sha256)
  }
}

const FILES_AT_A_STOP = 5
/** More than fits into one piece of the exported file, bytes. */
const LARGE_PHOTO = 40_000
/** Not all of it can be stored unchanged. */
const ODD_NOTE = '“Müll” 🗑️ \u0000; drop table events'

function mayFail(
  { wasFull, saved, round }: Simulation,
  { what, stop }: Extract<Step, { kind: 'tap' }>,
  reason: NotSavedReason,
): boolean {
  if (what === 'undo') return reason === 'unknown-stop'
  // A tap in the first moment, before the journal has put back what was recorded there.
  if (reason === 'already-recorded')
    return saved.some((event) => isOutcomeEvent(event) && event.assignmentID === round.stops[stop]!.assignmentID)
  if (what !== 'photo') return false
  const photos = saved.filter(
    ({ type, assignmentID }) => type === 'photo' && assignmentID === round.stops[stop]!.assignmentID,
  )
  return reason === 'storage-full' ? wasFull : reason === 'too-many-files' && photos.length >= FILES_AT_A_STOP
}

async function tap(simulation: Simulation, device: TestDevice, step: Extract<Step, { kind: 'tap' }>): Promise<void> {
  const { round, saved, taken, dice } = simulation
  const stop = round.stops[step.stop]!
  const { bags } = step
  const more = {
    ...(bags % 2 ? { notes: `${bags} bags` } : {}),
    ...(bags % 3 ? {} : { extraAmount: bags * 1.5 - 0.15 }),
  }
  const note = async (event: StoredEvent, said: object): Promise<void> => {
    judgeRecord(simulation, event, said)
    saved.push(event)
    const { db } = device.device
    // In one transaction: the event may be acknowledged meanwhile.
    const [onDisk, shown] = await db.transaction('r', [db.runs, db.jobs, db.events, db.photos, db.meta], async () => [
      await device.event(event.eventID),
      await shownStop(device, event),
    ])
    await lookAt(simulation, device, event, { onDisk, shown })
  }
  switch (step.what) {
    case 'done':
      return note(await device.finish(stop, bags, more), { pu: bags, ...more })
    case 'bag-mt':
      return note(await device.bagMT(stop, more), more)
    case 'not-collected':
      return note(await device.couldNot(stop, bags % 2 ? 'NO_ACCESS' : 'NOT_OUT'), {
        outcome: bags % 2 ? 'NO_ACCESS' : 'NOT_OUT',
      })
    case 'note': {
      const notes = bags === 4 ? ODD_NOTE : `note ${bags}`
      return note(await device.note(stop, notes), { notes })
    }
    case 'photo': {
      const bytes = aPicture(dice, bags === 6 ? LARGE_PHOTO : undefined)
      const sha256 = sha256Of(bytes)
      const event = await device.photograph(stop, bytes)
      if (event.type === 'photo') taken.set(event.payload.photoID, sha256)
      return note(event, { sha256, size: bytes.byteLength })
    }
    case 'undo': {
      const mine = saved.filter(
        (event) =>
          event.assignmentID === stop.assignmentID &&
          event.type !== 'undo' &&
          event.deviceID === device.device.deviceID,
      )
      const last = mine.at(-1)
      if (!last) return
      const event = await device.undo(last)
      await note(event, { undoes: last.eventID })
      // Simulates a second tap on the same button.
      const again = bags > 4 ? await device.undo(last) : event
      if (again.eventID !== event.eventID)
        simulation.wrong(`undo ${again.seq} says once more what undo ${event.seq} said`)
    }
  }
}

/** The saved record equals the input, to the cent and the letter. */
function judgeRecord(simulation: Simulation, event: StoredEvent, said: object): void {
  for (const [name, value] of Object.entries(said))
    if (event.payload[name as never] !== asReceived(value))
      simulation.wrong(
        `the driver said ${name} = ${String(value)}, and the record says ${JSON.stringify(event.payload)}`,
      )
  if (event.state === 'discarded')
    simulation.wrong(`${event.type} ${event.seq} was given up before, and is told as saved`)
}

/** The new record is on the disk, and the screen shows it, whatever the server decides. */
async function lookAt(
  simulation: Simulation,
  device: TestDevice,
  event: StoredEvent,
  { onDisk, shown }: { onDisk: StoredEvent | undefined; shown: ShownStop | null },
): Promise<void> {
  if (!onDisk) return simulation.wrong(`“saved” was shown for ${event.type} ${event.seq} and it is not on the disk`)
  if (
    onDisk.type === 'photo' &&
    onDisk.state !== 'acknowledged' &&
    !(await device.device.db.photoBytes.get(onDisk.payload.photoID))
  )
    simulation.wrong(`photo ${event.seq} was shown as saved without its bytes`)
  await lookAtStopDraft(simulation, device, event)
  if (!shown) return
  simulation.atStop.add(event.eventID)
  const has = ((): boolean => {
    switch (event.type) {
      case 'done':
        return shown.outcome === 'COLLECTED' && shown.pu === event.payload.pu
      case 'bag-mt':
        return shown.outcome === 'EMPTY'
      case 'not-collected':
        return shown.outcome === event.payload.outcome
      case 'note':
        return asReceived(shown.driverNotes).includes(asReceived(event.payload.notes))
      case 'photo':
        return shown.photosShown.some(({ photoID }) => photoID === event.payload.photoID)
      case 'undo':
        return shown.outcomeEventID !== event.payload.undoes && shown.lastEventID !== event.payload.undoes
    }
  })()
  if (!has && shown.history.every(({ undone, eventID }) => eventID !== event.eventID || !undone))
    simulation.wrong(`the screen does not show ${event.type} ${event.seq}, just tapped`)
  if (
    event.type !== 'undo' &&
    simulation.saved.at(-1) === event &&
    onDisk.state === 'queued' &&
    shown.lastEventID !== event.eventID
  )
    simulation.wrong(`Undo would not undo ${event.type} ${event.seq}, just tapped`)
}

/**
 * The last record at a stop stays visible, sent or not, acknowledged or not, unless another actor's records also apply.
 */
export async function lookAgain(simulation: Simulation, device: TestDevice): Promise<void> {
  const last = simulation.saved.at(-1)
  if (
    !last ||
    simulation.hands.size > 1 ||
    !device.isOpen ||
    simulation.moved.has(last.assignmentID) ||
    simulation.lost.size > 0 ||
    simulation.discarded.has(last.eventID)
  )
    return
  // In one transaction: the journal may be compared with the database at the same time.
  const { db } = device.device
  const [events, shown] = await db.transaction('r', [db.runs, db.jobs, db.events, db.photos, db.meta], async () => [
    await device.events(),
    await shownStop(device, last),
  ])
  const onDisk = events.find(({ eventID }) => eventID === last.eventID)
  if (last.type !== 'undo' && onDisk) await lookAt(simulation, device, last, { onDisk, shown })
  if (shown) lookAtStop(simulation, shown, events)
}

async function shownStop(device: TestDevice, { assignmentID }: StoredEvent): Promise<ShownStop | null> {
  return stopOnDevice(await readWeek(device.device), assignmentID)?.stop ?? null
}
