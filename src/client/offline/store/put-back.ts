import type { Device } from './device.ts'
import { readLocalCounts, writeLocalCounts } from './local-storage-counts.ts'
import { readMeta, readMetas, requireOwn, writeMeta, writeMetas } from './meta.ts'
import { rowsOf, unsentInDatabase } from './queries.ts'
import type { StoredEvent } from './schema.ts'
import { updateStopDraft } from './stop-draft.ts'

/** Compares the journal's files with the database and puts back what is missing (offline.md, "Journal"). */

export interface Compared {
  /** The database's own unsent records. */
  unsent: readonly StoredEvent[]
  /** Records of the files that the database does not have. */
  missing: readonly StoredEvent[]
}

/** Call in a transaction on events and meta. @param found the records of the files that have not ended there */
async function compare(device: Device, found: readonly StoredEvent[]): Promise<Compared> {
  const { db } = device
  await requireOwn(device)
  const { wiped } = await readMetas(db, 'wiped')
  const isWiped = wipedOf(wiped)
  const rows = await rowsOf(
    db.events,
    found.map(({ eventID }) => eventID),
  )
  const missing = found.filter(({ eventID }, at) => rows[at] === undefined && !isWiped.has(eventID))
  return { unsent: await unsentInDatabase(db), missing }
}

/** Adds the missing records to the database. @param found as for `compare` */
export function putMissingBack(device: Device, found: readonly StoredEvent[]): Promise<Compared> {
  const { db } = device
  return db.transaction('rw', db.events, db.meta, async () => {
    const compared = await compare(device, found)
    const { missing } = compared
    if (missing.length > 0) {
      await putIn(device, missing)
      await noteRestored(device, missing)
    }
    return compared
  })
}

/**
 * Keeps the missing records beside the database until it takes writes again (`putAsideBack`), so that they are shown
 * and sent: on a full disk a database may be readable but not writable.
 * @param found as for `compare`
 */
export async function keepMissingAside(device: Device, found: readonly StoredEvent[]): Promise<Compared> {
  const { db } = device
  // Dexie commits too early when the function is not async itself.
  const compared = await db.transaction('r', db.events, db.meta, async () => await compare(device, found))
  for (const event of compared.missing) keepAside(device, event)
  return compared
}

/** Keeps a record of the files beside the database; one that was sent from memory keeps its receipt. */
export function keepAside(device: Device, event: StoredEvent): void {
  const { db, journal } = device
  if (!db.aside.has(event.eventID)) db.aside.set(event.eventID, withoutBytes(device, event))
  journal.fromFile.add(event.eventID)
  journal.highestSeq = Math.max(journal.highestSeq, event.seq)
}

/** The eventIDs that a revocation deleted, also by another window; this window's file may still have them. */
export const wipedOf = (wiped: { eventIDs: string[] } | undefined): ReadonlySet<string> => new Set(wiped?.eventIDs)

/**
 * Writes to the database what only the journal or this window's memory has. Call in a transaction on events and meta,
 * and `forgetAside` with the result after the commit.
 */
export async function putAsideBack(device: Device): Promise<StoredEvent[]> {
  const aside = [...device.db.beside().values()]
  if (aside.length === 0) return []
  const { deviceID, wiped } = await readMetas(device.db, 'deviceID', 'wiped')
  if (deviceID !== device.deviceID) return []
  const here = await device.db.events.bulkGet(aside.map(({ eventID }) => eventID))
  const isWiped = wipedOf(wiped)
  const missing = aside.filter(({ eventID }, at) => here[at] === undefined && !isWiped.has(eventID))
  await putIn(device, missing)
  const restored = missing.filter(({ eventID }) => device.journal.fromFile.has(eventID))
  if (restored.length > 0) await noteRestored(device, restored)
  // Records that were sent from the journal meanwhile.
  const receipts = aside.filter((event, at) => event.state === 'acknowledged' && isUnsent(here[at]))
  if (receipts.length > 0) await device.db.events.bulkPut(receipts)
  return aside
}

const isUnsent = (event: StoredEvent | undefined) => event?.state === 'queued' || event?.state === 'sending'

/** The file has no bytes of photos: a photo that only the file has is lost, and the driver is told which. */
function withoutBytes({ ports }: Pick<Device, 'ports'>, event: StoredEvent): StoredEvent {
  if (event.type !== 'photo') return event
  const lastAnswer = { kind: 'refused', status: null, code: 'photo_bytes_gone', message: null } as const
  return { ...event, state: 'needs-attention', lastAnswer: { at: ports.now().toISOString(), ...lastAnswer } }
}

/** Adds records under their own numbers and deviceID. Call in a transaction on events and meta. */
export async function putIn(
  device: Pick<Device, 'db' | 'deviceID' | 'journal' | 'ports'>,
  events: readonly StoredEvent[],
): Promise<void> {
  const { db, deviceID } = device
  for (const event of [...events].sort((a, b) => a.seq - b.seq)) {
    await db.events.add(withoutBytes(device, event))
    await updateStopDraft(db, event)
  }
  // Records of a lost database keep its numbers and deviceID. New numbers go on above them, so that one order holds for
  // all, and the skipped numbers are accounted for.
  const { seq = 0, givenUp = [] } = await readMetas(db, 'seq', 'givenUp')
  const highest = Math.max(seq, ...events.map((event) => event.seq))
  const own = new Set(events.flatMap((event) => (event.deviceID === deviceID ? [event.seq] : [])))
  const skipped = Array.from({ length: highest - seq }, (_, at) => seq + 1 + at).filter((number) => !own.has(number))
  await writeMetas(db, { seq: highest, ...(skipped.length > 0 ? { givenUp: [...givenUp, ...skipped] } : {}) })
  device.journal.highestSeq = Math.max(device.journal.highestSeq, highest)
}

/** Counts restored records for the notice, and no longer as lost; a lost photo is named instead. */
export async function noteRestored(
  device: Pick<Device, 'db' | 'ports' | 'userID'>,
  found: readonly StoredEvent[],
): Promise<void> {
  const { db, ports } = device
  const before = await readMeta(db, 'restored')
  const count = found.filter(({ type }) => type !== 'photo').length
  if (count > 0) await writeMeta(db, 'restored', { at: ports.now().toISOString(), count: (before?.count ?? 0) + count })
  const lost = await readMeta(db, 'lostBefore')
  if (lost === undefined) return
  const unsent = Math.max(0, (lost.unsent ?? 0) - found.length)
  if (unsent > 0) await writeMeta(db, 'lostBefore', { ...lost, unsent })
  else await db.meta.delete('lostBefore')
  const outside = readLocalCounts(device)
  if (outside) writeLocalCounts(device, { ...outside, lost: Math.min(outside.lost, unsent) })
}
