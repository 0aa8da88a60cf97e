import type { Device } from './device.ts'
import { readLocalCounts, writeLocalCounts } from './local-storage-counts.ts'
import { readMeta, readMetas, requireOwn, writeMeta, writeMetas } from './meta.ts'
import { unsentInDatabase, rowsOf } from './queries.ts'
import type { StoredEvent } from './schema.ts'
import { updateStopDraft } from './stop-draft.ts'

/**
 * A second copy of each unsent record, in a file beside the database (offline.md, "Journal"): a full disk breaks the
 * database, and the browser may delete it. Photos' bytes are not in it.
 */
export interface JournalPort {
  /** What was found, oldest first: of this driver's file and of those that other, closed windows left. */
  readonly entries: readonly string[]
  /** Resolves once they are on the disk. False: the file has no room. */
  append(entries: readonly string[]): Promise<boolean>
  /** Replaces everything found and appended. */
  rewrite(entries: readonly string[]): Promise<boolean>
  /** False: the browser deleted the file while it was open. */
  isThere(): Promise<boolean>
  close(): void
}

/** The journal of one opened device. */
export interface Journal {
  /** Null: not opened, or this browser has none. */
  port: JournalPort | null
  /** This browser has none, or it failed: a full disk can't take a record. */
  isMissing: boolean
  /** The highest number given to a record of this device. */
  highestSeq: number
  /** Opened once, by the first tap or the first look; null: not yet, or it failed and is tried again. */
  opening: Promise<number> | null
}

export function unopenedJournal(highestSeq: number): Journal {
  return { port: null, isMissing: false, highestSeq, opening: null }
}

type Entry = { event: StoredEvent } | { ended: string[] }

/**
 * Opens the journal and compares it with the database: what is missing there is put back, and a journal without the
 * records that have ended is written. Call before anything is purged, and before a record is made: it could get the
 * number of one that is put back.
 * @returns how many records were put back
 */
export function openJournal(device: Device): Promise<number> {
  const { journal } = device
  journal.opening ??= compareJournal(device).catch((error: unknown) => {
    journal.opening = null
    throw error
  })
  return journal.opening
}

async function compareJournal(device: Device): Promise<number> {
  const { journal, ports, userID, db } = device
  const port = (await ports.openJournal?.(`rr-journal-${userID}`).catch(() => null)) ?? null
  const found = liveOf(port?.entries ?? []).filter(({ actorID }) => actorID === userID)
  const { unsent, missing } = await db
    .transaction('rw', db.events, db.meta, async () => {
      await requireOwn(device)
      const rows = await rowsOf(
        db.events,
        found.map(({ eventID }) => eventID),
      )
      const lost = found.filter((_, at) => rows[at] === undefined)
      if (lost.length > 0) {
        await putIn(device, lost)
        await noteRestored(device, lost.length)
      }
      return { unsent: await unsentInDatabase(db), missing: lost.length }
    })
    .catch((error: unknown) => {
      port?.close()
      throw error
    })
    .finally(() => (journal.isMissing = port === null))
  for (const event of unsent) note(device, event)
  journal.port = port
  await trimJournal(device)
  return missing
}

/** The next opening, in this window or another, merges the file. */
export async function closeJournal({ journal }: Pick<Device, 'journal'>): Promise<void> {
  await journal.opening?.catch(() => undefined)
  journal.port?.close()
  journal.port = null
}

/** Overwrites what has ended: no record of a sent stop stays readable after a sign-out or a revocation. */
export async function trimJournal({ db, journal }: Pick<Device, 'db' | 'journal'>): Promise<void> {
  await journal.port?.rewrite(liveEntries(db)).catch(() => giveUp(journal))
}

/** @returns whether the record is in the journal, on the disk; never rejects */
export async function journalEvent(device: Pick<Device, 'db' | 'journal'>, event: StoredEvent): Promise<boolean> {
  const { db, journal } = device
  journal.highestSeq = Math.max(journal.highestSeq, event.seq)
  if (event.type === 'photo') return false
  // Without a file too: what was called saved stays in memory while the page is open.
  const entry = note(device, event)
  const { port } = journal
  if (port === null) return false
  try {
    return (await port.append([entry])) || (await port.rewrite(liveEntries(db)))
  } catch {
    giveUp(journal)
    return false
  }
}

/** Acknowledged or discarded: they are not put back. Need not be on the disk: sent again, they count once. */
export function journalEnded({ db, journal }: Pick<Device, 'db' | 'journal'>, eventIDs: readonly string[]): void {
  const ended = eventIDs.filter((eventID) => db.live.delete(eventID))
  if (ended.length === 0 || journal.port === null) return
  const entry: Entry = { ended }
  const { port } = journal
  void port
    .append([JSON.stringify(entry)])
    .then((fits) => fits || port.rewrite(liveEntries(db)))
    .catch(() => giveUp(journal))
}

/**
 * Writes to the database what only the journal, or this window's memory, has. Call in a transaction on events and meta,
 * and `forgetAside` with its result once that is committed.
 */
export async function putAsideBack(device: Device): Promise<StoredEvent[]> {
  const aside = [...device.db.beside().values()]
  // The database was lost and created again: the next start of the app puts them back, from the journal.
  if (aside.length === 0 || (await readMeta(device.db, 'deviceID')) !== device.deviceID) return []
  const here = await device.db.events.bulkGet(aside.map(({ eventID }) => eventID))
  await putIn(
    device,
    aside.filter((_, at) => here[at] === undefined),
  )
  // Sent from the journal meanwhile.
  const receipts = aside.filter((event, at) => event.state === 'acknowledged' && isUnsent(here[at]))
  if (receipts.length > 0) await device.db.events.bulkPut(receipts)
  return aside
}

export function forgetAside(device: Pick<Device, 'db' | 'journal'>, events: readonly StoredEvent[]): void {
  const { aside } = device.db
  device.db.unchecked = false
  const there = events.filter((event) => aside.get(event.eventID) === event)
  for (const { eventID } of there) aside.delete(eventID)
  journalEnded(
    device,
    there.filter(({ state }) => state === 'acknowledged').map(({ eventID }) => eventID),
  )
}

const isUnsent = (event: StoredEvent | undefined) => event?.state === 'queued' || event?.state === 'sending'

/** Adds records under their own numbers and deviceID. Call in a transaction on events and meta. */
export async function putIn(
  device: Pick<Device, 'db' | 'deviceID' | 'journal'>,
  events: readonly StoredEvent[],
): Promise<void> {
  const { db, deviceID } = device
  for (const event of [...events].sort((a, b) => a.seq - b.seq)) {
    await db.events.add(event)
    await updateStopDraft(db, event)
  }
  // Records of a database that was lost have the numbers of its deviceID. The new one's go on above them, so that one
  // order holds for all; those between are accounted for.
  const { seq = 0, givenUp = [] } = await readMetas(db, 'seq', 'givenUp')
  const highest = Math.max(seq, ...events.map((event) => event.seq))
  const own = new Set(events.flatMap((event) => (event.deviceID === deviceID ? [event.seq] : [])))
  const skipped = Array.from({ length: highest - seq }, (_, at) => seq + 1 + at).filter((number) => !own.has(number))
  await writeMetas(db, { seq: highest, ...(skipped.length > 0 ? { givenUp: [...givenUp, ...skipped] } : {}) })
  device.journal.highestSeq = Math.max(device.journal.highestSeq, highest)
}

/** Told in one line; and no longer counted as lost. */
export async function noteRestored(device: Pick<Device, 'db' | 'ports' | 'userID'>, count: number): Promise<void> {
  const { db, ports } = device
  const before = await readMeta(db, 'restored')
  await writeMeta(db, 'restored', { at: ports.now().toISOString(), count: (before?.count ?? 0) + count })
  const lost = await readMeta(db, 'lostBefore')
  if (lost === undefined) return
  const unsent = Math.max(0, (lost.unsent ?? 0) - count)
  if (unsent > 0) await writeMeta(db, 'lostBefore', { ...lost, unsent })
  else await db.meta.delete('lostBefore')
  const outside = readLocalCounts(device)
  if (outside) writeLocalCounts(device, { ...outside, lost: Math.min(outside.lost, unsent) })
}

function note({ db }: Pick<Device, 'db'>, event: StoredEvent): string {
  if (event.type !== 'photo') db.live.set(event.eventID, event)
  return entryOf(event)
}

const entryOf = (event: StoredEvent) => JSON.stringify({ event } satisfies Entry)

/** What a rewrite keeps. */
const liveEntries = ({ live }: Device['db']) => [...live.values()].map(entryOf)

/** The records that have not ended, each as it was last written. */
function liveOf(entries: readonly string[]): StoredEvent[] {
  const live = new Map<string, StoredEvent>()
  const ended = new Set<string>()
  for (const entry of entries.map((text) => JSON.parse(text) as Entry))
    if ('event' in entry) live.set(entry.event.eventID, entry.event)
    else for (const eventID of entry.ended) ended.add(eventID)
  return [...live.values()].filter(({ eventID }) => !ended.has(eventID))
}

/** From now on the database alone: a journal that may have a gap must not be the reason to call a record saved. */
function giveUp(journal: Journal): void {
  journal.port?.close()
  journal.port = null
  journal.isMissing = true
}
