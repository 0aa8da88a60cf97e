import { noteUnsent } from '#client/offline/store/device-database.ts'
import { stopOnDevice, readWeek } from '#client/offline/week.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import type { TestDevice } from '../device.ts'
import { revoked } from './revoked.ts'
import type { Simulation } from './simulation.ts'

/** Time for some looks of the watchdog, which tries a failing database every 1.5 s, ms. */
const SOME_LOOKS_MS = 6_000

/**
 * For a while no database takes a write. The journal has the records then, where there is one; they may be sent from memory, the database
 * may lose what it committed last, and the app may be killed, twice. Then there is room again.
 */
export async function diskStaysFull(simulation: Simulation, device: TestDevice): Promise<void> {
  const { clock, dice, hands, round, saved, story } = simulation
  if (!device.isOpen || hands.size > 1) return
  if (!story.journal) return refusesOneWrite(simulation, device)
  const stop = round.stops[0]!
  const tell = async (work: Promise<StoredEvent>) => {
    const event = await clock.during(work)
    saved.push(event)
    return event
  }
  device.goOffline()
  await clock.run(SOME_LOOKS_MS)
  const before = await tell(device.note(stop, 'before the disk was full'))
  // LevelDB drops what follows a write that was torn, when the database is opened again.
  if (dice() < 0.6) await loseFromEnd(device, before)
  else device.loseConnection()
  if (dice() < 0.3) {
    await tell(device.note(stop, 'after the connection'))
    await isThere(simulation, device, [before])
    return device.goOnline()
  }
  simulation.wasFull = true
  device.journals.isFull = true
  const done = await tell(device.finish(stop, 2, { notes: 'on a full disk' }))
  const all = [before, done, await tell(device.note(stop, 'also on a full disk'))]
  const isShown = async (when: string) => {
    const shown = stopOnDevice(await readWeek(device.device), stop.assignmentID)?.stop
    if (shown?.outcome !== 'COLLECTED' || shown.pu !== 2)
      simulation.wrong(`${when} 2 bags were saved, and the screen shows ${shown?.outcome} ${shown?.pu}`)
  }
  await isShown('on a full disk')
  let isKilled = false
  const meanwhile = dice()
  if (meanwhile < 0.35) {
    device.goOnline()
    await clock.run(4 * SOME_LOOKS_MS)
  } else if (meanwhile < 0.65) {
    isKilled = true
    for (let times = 1 + Math.floor(dice() * 2); times > 0; times -= 1) {
      await device.restart()
      await clock.run(SOME_LOOKS_MS)
    }
    await isShown('before the app was killed on a full disk')
  }
  const heard = [...device.device.records.values()].filter(({ event }) => event.state === 'acknowledged')
  const asked = requestsWith(device, heard)
  device.journals.isFull = false
  // The next record is written after them, whether a look was first or not.
  if (dice() < 0.5) await tell(device.note(stop, 'there is room again'))
  else await clock.run(SOME_LOOKS_MS)
  await isThere(simulation, device, all)
  if (isKilled && dice() < 0.5) await device.restart()
  await clock.run(SOME_LOOKS_MS)
  if (requestsWith(device, heard) > asked)
    simulation.wrong('a record is sent again whose receipt arrived while the disk was full')
  device.goOnline()
}

/**
 * Without a journal: the disk refuses one write, then takes records and not the reserve, then all. Chromium may lose what
 * it commits after a refused write, so a tap counts as saved only once the reserve was written.
 */
async function refusesOneWrite(simulation: Simulation, device: TestDevice): Promise<void> {
  const { clock, dice, round, saved } = simulation
  const stop = round.stops[0]!
  device.goOffline()
  await clock.run(SOME_LOOKS_MS)
  if (!device.isOpen) return
  saved.push(await clock.during(device.note(stop, 'before the disk was full')))
  // The look that the record causes has ended, so the refused write is the next record's.
  await clock.run(SOME_LOOKS_MS)
  simulation.wasFull = true
  const { crashes } = device
  crashes.takesReserve = false
  crashes.writesUntilFull = 1 + Math.floor(dice() * 2)
  const early = await clock.during(device.note(stop, 'after the refused write').catch(() => null))
  if (early !== null) simulation.wrong('a record counts as saved that the disk may lose, and no journal has it')
  if (dice() < 0.5) {
    await device.restart()
    device.crashes.takesReserve = false
    const again = await clock.during(device.note(stop, 'after a reload').catch(() => null))
    if (again !== null) simulation.wrong('after a reload a record counts as saved that the disk may lose')
  }
  const { isUnsound, kind } = await device.status()
  if (!isUnsound || kind === 'offline') simulation.wrong(`the disk may lose what waits, and the chip says ${kind}`)
  await clock.run(SOME_LOOKS_MS)
  device.crashes.takesReserve = true
  saved.push(await clock.during(device.note(stop, 'there is room again')))
  if ((await device.status()).isUnsound) simulation.wrong('the reserve was written, and the disk does not count')
  device.goOnline()
}

async function isThere(simulation: Simulation, { device }: TestDevice, all: readonly StoredEvent[]): Promise<void> {
  const rows = await device.db.events.bulkGet(all.map(({ eventID }) => eventID))
  if (rows.some((row) => row === undefined))
    simulation.wrong('the disk takes records again, and the database lacks one that was saved before')
}

/** How many requests name one of these records. */
function requestsWith({ network }: TestDevice, held: readonly { event: StoredEvent }[]): number {
  const named = (body: unknown) => held.some(({ event }) => JSON.stringify(body ?? null).includes(event.eventID))
  return network.requests.filter(({ body }) => named(body)).length
}

/**
 * Without a journal, the database reopens without its last commits. What was given then is known outside it; or, where
 * that was written too late, to the office, which has got the last of it.
 */
export async function goesBack(simulation: Simulation, device: TestDevice): Promise<void> {
  const { clock, dice, forgotten, gone, kept, localStorages, round, saved, story } = simulation
  const outside = localStorages.get('device')!
  if (!device.isOpen || story.journal || simulation.hands.size > 1) return
  device.goOffline()
  await clock.run(SOME_LOOKS_MS)
  const stop = round.stops[0]!
  const before = [...outside]
  const photo = await clock.during(device.photograph(stop))
  const note = await clock.during(device.note(stop, 'after the photo'))
  const isSent = dice() < 0.5
  if (isSent) {
    const { fate } = device.network
    device.network.fate = (url) => (url.includes('/files/') ? 'drop-request' : 'none')
    device.goOnline()
    await clock.run(SOME_LOOKS_MS)
    device.network.fate = fate
    device.network.online = false
  } else noteUnsent(device.device, await device.status())
  for (const event of [photo, note].filter(({ eventID }) => !kept.has(eventID))) {
    forgotten.add(event.eventID)
    gone.add(event.seq)
  }
  if (isSent) saved.push(note)
  await loseFromEnd(device, photo, note)
  device.kill()
  if (isSent) {
    outside.clear()
    for (const [key, value] of before) outside.set(key, value)
  }
  simulation.forgetHolds(device)
  await device.open()
  const isToldFirst = isSent || dice() < 0.5
  if (isToldFirst) {
    device.goOnline()
    await clock.run(SOME_LOOKS_MS)
    if ((await device.status()).kind === 'all-sent')
      simulation.wrong('a record was lost, and the chip says all is sent')
  }
  noteUnsent(device.device, await device.status())
  saved.push(await clock.during(device.note(stop, 'after the loss')))
  noteUnsent(device.device, await device.status())
  if (dice() < 0.5) await device.restart()
  await clock.run(SOME_LOOKS_MS)
  const said = (await device.status()).lostBefore?.unsent ?? 0
  if (!isSent && said < forgotten.size)
    simulation.wrong(`${forgotten.size} records were lost, and the phone says ${said}`)
  device.goOnline()
}

/** Takes the last records out of the database, unseen by the app, and breaks the connection. */
async function loseFromEnd(device: TestDevice, ...events: readonly StoredEvent[]): Promise<void> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await asked(device.disk.open(device.device.db.name))
  const transaction = db.transaction(['events', 'photos', 'meta'], 'readwrite')
  for (const event of events) {
    await asked(transaction.objectStore('events').delete(event.eventID))
    if (event.type === 'photo') await asked(transaction.objectStore('photos').delete(event.payload.photoID))
  }
  await asked(transaction.objectStore('meta').put({ key: 'seq', value: events[0]!.seq - 1 }))
  db.close()
  device.loseConnection()
  device.device.db.close({ disableAutoOpen: false })
}

/**
 * While this window has lost its connection, another window of the driver sends what this one recorded; on some days
 * the office has revoked the phone, and the other window then deletes the receipt too.
 */
export async function otherWindowSends(simulation: Simulation, device: TestDevice): Promise<void> {
  const { clock, dice, hands, round, saved } = simulation
  const tab = hands.get('tab')
  if (!device.isOpen || !tab?.isOpen) return
  device.goOffline()
  await clock.run(SOME_LOOKS_MS)
  saved.push(await clock.during(device.note(round.stops[0]!, 'sent by another window')))
  if (dice() < 0.5) await revoked(simulation, device)
  device.loseConnection()
  device.device.db.close({ disableAutoOpen: false })
  device.network.online = true
  tab.sync.wake('online')
  await clock.run(SOME_LOOKS_MS)
  device.sync.wake('visible')
  await clock.run(SOME_LOOKS_MS)
}
