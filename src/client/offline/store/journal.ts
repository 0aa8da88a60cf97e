import { type Device, proving } from './device.ts'
import { type JournalPort, type OfflinePorts, type StoredEvent, unsentInDatabase } from './schema.ts'
import { maybeMissing, compareWithoutWriting, flush, hold, isUnsent } from './records.ts'

type Entry = { event: StoredEvent } | { ended: string[] }

type Owner = Pick<Device, 'journal' | 'memory' | 'ports' | 'records'>

/** A file that does not open within this time, ms, counts as failed, because nothing is sent meanwhile. */
const OPENED_WITHIN_MS = 10_000
const AGAIN_AFTER_MS = 60_000

/**
 * Opens the journal, puts back into the database what is missing there, and rewrites the journal without the records
 * that have ended. Call before anything is purged or recorded: a record could get the number of one that is put back.
 */
export function openJournal(device: Device): Promise<void> {
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
  // More than a minute ahead: the clock was set back.
  const wait = journal.againAt - ports.now().getTime()
  if (atOnce || wait <= 0 || wait > AGAIN_AFTER_MS) journal.opening = null
}

async function open(device: Device): Promise<void> {
  const { journal, ports, records, userID } = device
  journal.againAt = null
  const opened = journal.port ? Promise.resolve(journal.port) : openPort(ports, userID)
  const port = await opened.catch(() => {
    journal.againAt = ports.now().getTime() + AGAIN_AFTER_MS
    return null
  })
  const isMine = ({ actorID, eventID }: StoredEvent) => actorID === userID && !records.has(eventID)
  const found = liveOf(port?.entries ?? []).filter(isMine)
  for (const event of found) {
    hold(device, event, false, true)
    journal.highestSeq = Math.max(journal.highestSeq, event.seq)
  }
  const isRead = port !== null || journal.againAt === null
  let hasNews = found.length > 0
  try {
    hasNews = (await compareAll(device)) || hasNews
  } catch (error) {
    // What the files have is shown and sent, so that stops that are done do not come up again. A record that has ended
    // meanwhile is sent again and counts once.
    if (!journal.isCompared || port === null) throw error
  } finally {
    journal.port = port
    journal.isMissing = port === null
    // Files that could not be read do not count as compared: their records are put back when they can be read.
    if (isRead && !journal.isCompared && (found.length > 0 || journal.comparedAt === 0))
      journal.comparedAt = ports.now().getTime()
    if (hasNews) for (const wake of device.onEnqueued) wake()
  }
  proving(device, () => (journal.isCompared ||= isRead))
  await rewrite(device)
}

/**
 * On a full disk a database may be readable but not writable: its rows still say which records have ended.
 * @returns whether a record ended
 */
async function compareAll(device: Device): Promise<boolean> {
  const { db, journal, records } = device
  const flushed = flush(device).catch((error: unknown) => {
    if (journal.isCompared) throw error
    return compareWithoutWriting(device, maybeMissing(device))
  })
  const ended = await flushed
  endRecords(device, ended)
  for (const event of await unsentInDatabase(db)) if (!records.has(event.eventID)) hold(device, event, true)
  return ended.length > 0
}

/** Opens the file; null: this browser has none. Rejects when it fails or is late. */
async function openPort(ports: OfflinePorts, userID: string): Promise<JournalPort | null> {
  if (ports.openJournal === undefined) return null
  const opening = ports.openJournal(`rr-journal-${userID}`)
  let timer: unknown = null
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => {
      opening.then(
        (port) => port?.close(),
        () => undefined,
      )
      reject(new Error('The journal does not open'))
    }
    timer = ports.timers.set(OPENED_WITHIN_MS, giveUp)
  })
  return Promise.race([opening, late]).finally(() => ports.timers.clear(timer))
}

/** The records in the files of a user whose device is not open, for reading only. Never rejects. */
export async function entriesOf(ports: OfflinePorts, userID: string): Promise<StoredEvent[]> {
  const port = await openPort(ports, userID).catch(() => null)
  port?.close()
  return liveOf(port?.entries ?? []).filter(({ actorID }) => actorID === userID)
}

/** Closes the file; the next opening, in this or another window, merges it. */
export async function closeJournal({ journal }: Pick<Device, 'journal'>): Promise<void> {
  await journal.opening?.catch(() => undefined)
  await journal.turn
  journal.port?.close()
  journal.port = null
}

/** Ends records that another window or the service worker has sent, or deleted after a revocation. */
export async function forgetEnded(device: Device): Promise<void> {
  const there = [...device.records.values()].filter(({ isInDatabase }) => isInDatabase)
  endRecords(device, await compareWithoutWriting(device, there))
}

/** Overwrites what has ended, so that no record of a sent stop stays readable after a sign-out or a revocation. */
export async function trimJournal(device: Device): Promise<void> {
  await forgetEnded(device).catch(() => undefined)
  await rewrite(device)
}

/** Writes all records to the file and nothing else. Never rejects. @returns whether the file has them */
function rewrite({ journal, ports, records }: Owner): Promise<boolean> {
  return inTurn({ journal, ports }, async (port) => {
    const fits = await port.rewrite([...records.values()].map(({ event }) => entryOf(event)))
    if (journal.port === port) journal.isMissing = !fits
    return fits
  })
}

/**
 * Writes a record that the database has to the journal too. Never rejects. Memory has it while the page is open, also
 * without a file.
 */
export async function copyToJournal(device: Owner, event: StoredEvent): Promise<void> {
  hold(device, event, true)
  device.journal.highestSeq = Math.max(device.journal.highestSeq, event.seq)
  const fits = await inTurn(device, (port) => port.append([entryOf(event)]))
  if (!fits) await rewrite(device)
}

/**
 * Saves a record in the journal alone, while the database can't be written. If its entry is written too late, it was
 * reported as not saved and must not be put back. Never rejects. @returns whether the record is on the disk
 */
export async function saveInJournalOnly(device: Owner, event: StoredEvent): Promise<boolean> {
  const { journal, records } = device
  const before = journal.highestSeq
  journal.highestSeq = Math.max(before, event.seq)
  const save = async (port: JournalPort) => {
    const entries = () => [...[...records.values()].map((held) => entryOf(held.event)), entryOf(event)]
    const withdraw = () => port.append([endedEntry([event.eventID])]).catch(() => undefined)
    try {
      const fits = (await port.append([entryOf(event)])) || (await port.rewrite(entries()))
      // A browser short of space may have deleted the file with the database. `inTurn` gives it up, so another one is made.
      if (!(await port.isThere())) throw new Error('The file was deleted')
      if (fits) hold(device, event, false)
      else void withdraw()
      return fits
    } catch (error) {
      void withdraw()
      throw error
    }
  }
  const isSaved = await inTurn(device, save)
  // A number that no record has would look like a lost record.
  if (!isSaved && journal.highestSeq === event.seq) journal.highestSeq = before
  return isSaved
}

/**
 * Ends acknowledged, discarded or deleted records, so that they are not put back. Best effort in the file: a record sent
 * again counts once.
 */
export function endRecords(device: Owner, events: readonly StoredEvent[]): void {
  const { journal, memory, records } = device
  for (const event of events) if (!isUnsent(event)) memory.ended.set(event.eventID, event)
  for (const { eventID } of events) records.delete(eventID)
  if (events.length === 0 || journal.port === null) return
  // A rewrite, when nothing is left to send, removes all customer data; when the file is full, it may make room.
  const ids = events.map(({ eventID }) => eventID)
  const append = async (port: JournalPort) =>
    records.size > 0 && !journal.isMissing && (await port.append([endedEntry(ids)]))
  void inTurn(device, append).then((fits) => fits || rewrite(device))
}

const entryOf = (event: StoredEvent) => JSON.stringify({ event } satisfies Entry)
const endedEntry = (ended: string[]) => JSON.stringify({ ended } satisfies Entry)

/** The records that have not ended, each as last written; one may be queued again after its end. */
function liveOf(entries: readonly string[]): StoredEvent[] {
  const live = new Map<string, StoredEvent>()
  for (const entry of entries.map((text) => JSON.parse(text) as Entry))
    if ('event' in entry) live.set(entry.event.eventID, entry.event)
    else for (const eventID of entry.ended) live.delete(eventID)
  return [...live.values()]
}

/**
 * Writes to the file after the writes before it. A file that fails is given up until it is opened again, because a file
 * with a gap must not count: the database alone is used meanwhile. @returns false: failed, or there is no file
 */
function inTurn(
  { journal, ports }: Pick<Device, 'journal' | 'ports'>,
  write: (port: JournalPort) => Promise<boolean>,
): Promise<boolean> {
  const turn = journal.turn.then(async () => {
    const { port } = journal
    if (port === null) return false
    try {
      return await write(port)
    } catch {
      port.close()
      if (journal.port === port)
        Object.assign(journal, { port: null, isMissing: true, againAt: ports.now().getTime() + AGAIN_AFTER_MS })
      return false
    }
  })
  journal.turn = turn
  return turn
}
