import type { JournalPort } from '../ports.ts'
import type { Device } from './device.ts'
import { readMeta } from './meta.ts'
import { type Compared, keepAside, keepMissingAside, putMissingBack, wipedOf } from './put-back.ts'
import { rowsOf } from './queries.ts'
import type { StoredEvent } from './schema.ts'

type Entry = { event: StoredEvent } | { ended: string[] }

/** A file that does not open within this time, ms, counts as failed, because nothing is sent meanwhile. */
const OPENED_WITHIN_MS = 10_000
const AGAIN_AFTER_MS = 60_000

/**
 * Opens the journal, puts back into the database what is missing there, and rewrites the journal without the records
 * that have ended. Call before anything is purged or recorded: a record could get the number of one that is put back.
 * @returns the records that were put back
 */
export function openJournal(device: Device): Promise<readonly StoredEvent[]> {
  const { journal } = device
  if (journal.opening !== null) return journal.opening
  journal.isOpening = true
  journal.opening = open(device)
    .catch((error: unknown) => {
      journal.opening = null
      throw error
    })
    .finally(() => (journal.isOpening = false))
  return journal.opening
}

/** Lets a journal that failed be opened again, after a minute or at once. */
export function retryJournal({ journal, ports }: Pick<Device, 'journal' | 'ports'>, atOnce: boolean): void {
  if (journal.isOpening || journal.againAt === null) return
  if (atOnce || ports.now().getTime() >= journal.againAt) journal.opening = null
}

async function open(device: Device): Promise<readonly StoredEvent[]> {
  const { journal, userID } = device
  const port = journal.port ?? (await openPort(device))
  const found = liveOf(port?.entries ?? []).filter(({ actorID }) => actorID === userID)
  let missing: readonly StoredEvent[] = []
  try {
    const compared = await putMissingBack(device, found).catch((error: unknown) => {
      if (journal.isCompared || port === null) throw error
      return keepMissingAside(device, found)
    })
    forgetUncompared(device, found, compared)
    for (const event of [...compared.unsent, ...compared.missing]) note(device, event)
    missing = compared.missing
  } catch (error) {
    keepUncompared(device, found)
    if (!journal.isCompared || port === null) throw error
  } finally {
    journal.port = port
    journal.isMissing = port === null
  }
  // Files that could not be read do not count as compared: their records are put back when they can be read.
  const isRead = port !== null || journal.againAt === null
  if (isRead && !journal.isCompared) journal.comparedAt = device.ports.now().getTime()
  journal.isCompared ||= isRead
  await rewrite(device)
  if (journal.fromFile.size > 0) for (const wake of device.onEnqueued) wake()
  return missing
}

/**
 * Shows and sends what the files have while the database can't be read, so that stops that are done do not come up
 * again. A record that has ended meanwhile is sent again and counts once.
 */
function keepUncompared(device: Device, found: readonly StoredEvent[]): void {
  const { db, journal } = device
  const uncompared = found.filter(({ eventID }) => !db.live.has(eventID))
  if (uncompared.length === 0) return
  for (const event of uncompared) {
    note(device, event)
    // The database may still have the photo, with its bytes.
    if (event.type !== 'photo') keepAside(device, event)
  }
  journal.comparedAt = device.ports.now().getTime()
  for (const wake of device.onEnqueued) wake()
}

/** Drops the records of the files that have ended. @param found records compared with the database now */
function forgetUncompared({ db, journal }: Device, found: readonly StoredEvent[], { unsent, missing }: Compared): void {
  const left = new Set([...unsent, ...missing].map(({ eventID }) => eventID))
  for (const { eventID } of found) {
    if (left.has(eventID) || !journal.fromFile.delete(eventID)) continue
    db.live.delete(eventID)
    db.aside.delete(eventID)
  }
}

/** Opens the file; null: this browser has none, or it failed. */
async function openPort({ journal, ports, userID }: Device): Promise<JournalPort | null> {
  journal.againAt = null
  if (ports.openJournal === undefined) return null
  let isLate = false
  let timer: unknown = null
  const late = new Promise<never>((_, reject) => {
    const end = () => {
      isLate = true
      reject(new Error('The journal does not open'))
    }
    timer = ports.timers.set(OPENED_WITHIN_MS, end)
  })
  const opening = ports.openJournal(`rr-journal-${userID}`)
  try {
    return await Promise.race([opening, late])
  } catch {
    journal.againAt = ports.now().getTime() + AGAIN_AFTER_MS
    if (isLate)
      opening.then(
        (port) => port?.close(),
        () => undefined,
      )
    return null
  } finally {
    ports.timers.clear(timer)
  }
}

/** Closes the file; the next opening, in this or another window, merges it. */
export async function closeJournal({ journal }: Pick<Device, 'journal'>): Promise<void> {
  await journal.opening?.catch(() => undefined)
  journal.port?.close()
  journal.port = null
}

/** Forgets records that another window or the service worker has sent, or deleted after a revocation. */
export async function forgetEnded(device: Pick<Device, 'db' | 'journal' | 'ports'>): Promise<void> {
  const { db } = device
  const ids = [...db.live.keys()].filter((eventID) => !db.aside.has(eventID))
  const rows = await rowsOf(db.events, ids)
  // Read after the rows, so that a row deleted before is named here.
  const isWiped = wipedOf(rows.includes(undefined) ? await readMeta(db, 'wiped') : undefined)
  const hasEnded = (eventID: string, row: StoredEvent | undefined) =>
    row === undefined ? isWiped.has(eventID) : row.state === 'acknowledged' || row.state === 'discarded'
  journalEnded(
    device,
    ids.filter((eventID, at) => hasEnded(eventID, rows[at])),
  )
}

/** Overwrites what has ended, so that no record of a sent stop stays readable after a sign-out or a revocation. */
export async function trimJournal(device: Pick<Device, 'db' | 'journal' | 'ports'>): Promise<void> {
  await forgetEnded(device).catch(() => undefined)
  await rewrite(device)
}

async function rewrite(device: Pick<Device, 'db' | 'journal' | 'ports'>): Promise<void> {
  const { journal } = device
  const { port } = journal
  if (port === null) return
  try {
    await rewriteIn(device, port)
  } catch {
    giveUp(device, port)
  }
}

/** @returns whether everything live is in the file, which then takes records again */
async function rewriteIn(device: Pick<Device, 'db' | 'journal'>, port: JournalPort): Promise<boolean> {
  const fits = await port.rewrite(liveEntries(device))
  if (device.journal.port === port) device.journal.isMissing = !fits
  return fits
}

/**
 * Writes a record to the journal; never rejects.
 * @param options.alone the database does not have the record. If its entry is written too late, it was reported as not
 * saved and must not be put back
 * @returns whether the record is on the disk
 */
export async function journalEvent(
  device: Pick<Device, 'db' | 'journal' | 'ports'>,
  event: StoredEvent,
  { alone = false } = {},
): Promise<boolean> {
  const { journal } = device
  journal.highestSeq = Math.max(journal.highestSeq, event.seq)
  if (alone) journal.pending.set(event.eventID, event)
  // Memory has what was called saved while the page is open, also without a file.
  else note(device, event)
  const isSaved = await write(device, event, alone)
  if (alone && isSaved) note(device, event)
  journal.pending.delete(event.eventID)
  return isSaved
}

async function write(
  device: Pick<Device, 'db' | 'journal' | 'ports'>,
  event: StoredEvent,
  alone: boolean,
): Promise<boolean> {
  const { port } = device.journal
  if (port === null) return false
  try {
    const fits = (await port.append([entryOf(event)])) || (await rewriteIn(device, port))
    // A browser short of space may have deleted the file with the database.
    const isThere = fits && (!alone || (await port.isThere()))
    if (alone && !isThere) withdraw(port, event.eventID)
    return isThere
  } catch {
    if (alone) withdraw(port, event.eventID)
    giveUp(device, port)
    return false
  }
}

/** Ends an entry that may still arrive; the worker writes in order. */
function withdraw(port: JournalPort, eventID: string): void {
  port.append([endedEntry([eventID])]).catch(() => undefined)
}

/**
 * Marks acknowledged or discarded records, so that they are not put back. Best effort: a record sent again counts once.
 */
export function journalEnded(device: Pick<Device, 'db' | 'journal' | 'ports'>, eventIDs: readonly string[]): void {
  const { db, journal } = device
  const ended = eventIDs.filter((eventID) => db.live.delete(eventID))
  const { port, isMissing } = journal
  if (ended.length === 0 || port === null) return
  // A rewrite, when nothing is left to send, removes all customer data; when the file is full, it may make room.
  const written = db.live.size === 0 || isMissing ? Promise.resolve(false) : port.append([endedEntry(ended)])
  written.then((fits) => fits || rewriteIn(device, port)).catch(() => giveUp(device, port))
}

export function forgetAside(device: Pick<Device, 'db' | 'journal' | 'ports'>, events: readonly StoredEvent[]): void {
  const { aside } = device.db
  device.db.unchecked = false
  const there = events.filter((event) => aside.get(event.eventID) === event)
  for (const { eventID } of there) {
    aside.delete(eventID)
    device.journal.fromFile.delete(eventID)
  }
  journalEnded(
    device,
    there.filter(({ state }) => state === 'acknowledged').map(({ eventID }) => eventID),
  )
}

function note({ db }: Pick<Device, 'db'>, event: StoredEvent): void {
  db.live.set(event.eventID, event)
}

const entryOf = (event: StoredEvent) => JSON.stringify({ event } satisfies Entry)
const endedEntry = (ended: string[]) => JSON.stringify({ ended } satisfies Entry)

/** The entries a rewrite keeps. */
const liveEntries = ({ db, journal }: Pick<Device, 'db' | 'journal'>) =>
  [...db.live.values(), ...journal.pending.values()].map(entryOf)

/** The records that have not ended, each as last written; one may be queued again after its end. */
function liveOf(entries: readonly string[]): StoredEvent[] {
  const live = new Map<string, StoredEvent>()
  for (const entry of entries.map((text) => JSON.parse(text) as Entry))
    if ('event' in entry) live.set(entry.event.eventID, entry.event)
    else for (const eventID of entry.ended) live.delete(eventID)
  return [...live.values()]
}

/** Goes on with the database alone until the journal is opened again, because a file with a gap must not count. */
function giveUp({ journal, ports }: Pick<Device, 'journal' | 'ports'>, port: JournalPort): void {
  port.close()
  if (journal.port !== port) return
  journal.port = null
  journal.isMissing = true
  journal.againAt = ports.now().getTime() + AGAIN_AFTER_MS
}
