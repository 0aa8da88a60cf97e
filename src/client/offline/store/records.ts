import { isOutcomeEvent } from '#domain/events.ts'
import { readLocalCounts, rememberDeviceID, writeLocalCounts } from './device-database.ts'
import { type Device, freshID, giveDeviceID, type Held, mayLackAll, noteMissing } from './device.ts'
import { draftKey, isOwn, type Meta, readMeta, readMetas, writeMeta, writeMetas } from './meta.ts'
import { type StoredEvent, type UserDatabase, rowsOf } from './schema.ts'

type Records = Pick<Device, 'records'>

export const isUnsent = ({ state }: StoredEvent): boolean => state !== 'acknowledged' && state !== 'discarded'

/**
 * What holds of a record that this window and the database both know.
 * @param row the database's row @param mine as this window knows it @param isWiped the eventIDs that a revocation
 * deleted @returns null: deleted for good
 */
export function merge(
  row: StoredEvent | undefined,
  mine: StoredEvent,
  isWiped: ReadonlySet<string>,
): StoredEvent | null {
  if (row === undefined) return isWiped.has(mine.eventID) ? null : mine
  return isUnsent(row) && !isUnsent(mine) ? mine : row
}

/** The eventIDs that a revocation deleted, also by another window; a file may still have them. */
export const wipedOf = (wiped: { eventIDs: string[] } | undefined): ReadonlySet<string> => new Set(wiped?.eventIDs)

/** Adds a record, or replaces it after the driver queued it again. */
export function hold(device: Records, event: StoredEvent, isInDatabase: boolean, isFound = false): void {
  device.records.set(event.eventID, { event, isInDatabase, isFound })
}

/** The records that the database lacks, or may lack. */
export const maybeMissing = ({ records }: Records): Held[] =>
  [...records.values()].filter(({ isInDatabase }) => !isInDatabase)

/** The unsent records in memory. A photo whose bytes may be in the database is not among them. */
export const unsentInMemory = ({ records }: Records): StoredEvent[] =>
  [...records.values()].filter((held) => isUnsent(held.event) && !isUnknownPhoto(held)).map(({ event }) => event)

/** A photo from a file, not yet compared with the database, which may have it with its bytes; or it is lost. */
export const isUnknownPhoto = ({ event, isInDatabase, isFound }: Held): boolean =>
  event.type === 'photo' && isFound && !isInDatabase && isUnsent(event) && !isLost(event)

interface Match {
  held: Held
  /** The event as it was held when the comparison began. */
  event: StoredEvent
  row: StoredEvent | undefined
  /** What holds of both; null: a revocation deleted it. */
  after: StoredEvent | null
}

/** Compares records with the database. Call in a transaction on events and meta. */
async function matchRows(device: Device, which: readonly Held[]): Promise<Match[]> {
  const eventIDs = which.map(({ event }) => event.eventID)
  const rows = await rowsOf(device.db.events, eventIDs)
  const isWiped = wipedOf(await readMeta(device.db, 'wiped'))
  return which.map((held, at) => {
    const row = rows[at]
    const after = merge(row, held.event, isWiped)
    return { held, event: held.event, row, after: row || after === null ? after : withoutBytes(device, after) }
  })
}

/**
 * Writes to the database what it lacks, under the records' own numbers and deviceID. Call in a transaction on events and
 * meta, and `noteMatches` with the result after the commit.
 * @param isNew the database takes the place of one that was deleted under the open page
 */
export async function putBack(device: Device, isNew = false): Promise<Match[]> {
  const all = await matchRows(device, maybeMissing(device))
  const missing = all.flatMap(({ row, after }) => (row === undefined && after !== null ? [after] : []))
  const { seq = 0 } = await readMetas(device.db, 'seq')
  await addAll(device, missing, seq)
  const receipts = all.flatMap(({ event, row, after }) => (row !== undefined && after === event ? [event] : []))
  if (receipts.length > 0) await device.db.events.bulkPut(receipts)
  const restored = all.filter(
    ({ held, event, row, after }) => row === undefined && after !== null && (isNew ? isUnsent(event) : held.isFound),
  )
  const events = restored.map(({ event }) => event)
  const isOfLost = ({ deviceID, seq: number }: StoredEvent) => deviceID !== device.deviceID || number <= seq
  if (events.length > 0) await noteRestored(device, events, isNew ? 0 : events.filter(isOfLost).length)
  return all
}

/**
 * Notes in memory what a comparison found.
 * @param isWritten the database has all of it now @returns the records that ended or were deleted
 */
export function noteMatches({ records }: Records, all: readonly Match[], isWritten: boolean): StoredEvent[] {
  const ended: StoredEvent[] = []
  for (const { held, event, row, after } of all) {
    // It changed meanwhile.
    if (records.get(event.eventID) !== held || held.event !== event) continue
    const isThere = isWritten || (row !== undefined && after === row)
    if (after === null || (isThere && !isUnsent(after))) {
      records.delete(event.eventID)
      ended.push(after ?? event)
    } else {
      held.isFound &&= row === undefined
      held.isInDatabase = isThere
      held.event = after
    }
  }
  return ended
}

/** Writes to the database what it lacks. @returns as `noteMatches` */
export async function flush(device: Device): Promise<StoredEvent[]> {
  const { db } = device
  await noteMissing(device)
  if (maybeMissing(device).length === 0) return []
  const all = await db.transaction('rw', db.events, db.meta, async () => {
    await requireOwn(device)
    return putBack(device)
  })
  return noteMatches(device, all, true)
}

/**
 * Compares with a database that can be read: `which`: records of a file, on a disk too full to write them, or all, of
 * which another window or the service worker may have sent some. @returns as `noteMatches`
 */
export async function compareWithoutWriting(device: Device, which: readonly Held[]): Promise<StoredEvent[]> {
  const { db } = device
  // Dexie commits too early when the function is not async itself.
  const all = await db.transaction('r', db.events, db.meta, async () => {
    await requireOwn(device)
    return await matchRows(device, which)
  })
  return noteMatches(device, all, false)
}

/** Call in the transaction that reads or writes. */
async function requireOwn(device: Device): Promise<void> {
  if (!(await isOwn(device))) throw new Error('The database was deleted under the open page')
}

/** The records of a file that the database never had. */
export async function missingIn(db: UserDatabase, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const eventIDs = events.map(({ eventID }) => eventID)
  const rows = await rowsOf(db.events, eventIDs)
  const isWiped = wipedOf(await readMeta(db, 'wiped'))
  return events.filter(({ eventID }, at) => rows[at] === undefined && !isWiped.has(eventID))
}

const BYTES_GONE = 'photo_bytes_gone'

/** Whether the phone has lost the photo's bytes, so that no attempt can send it. */
export const isLost = ({ lastAnswer }: Pick<StoredEvent, 'lastAnswer'>): boolean => lastAnswer?.code === BYTES_GONE

/** The file has no bytes of photos: a photo that the database lacks is lost, and the driver is told which. */
export function withoutBytes({ ports }: Pick<Device, 'ports'>, event: StoredEvent): StoredEvent {
  if (event.type !== 'photo' || !isUnsent(event)) return event
  const lastAnswer = { kind: 'refused', status: null, code: BYTES_GONE, message: null } as const
  return { ...event, state: 'needs-attention', lastAnswer: { at: ports.now().toISOString(), ...lastAnswer } }
}

/** @param seq the last number of the database */
async function addAll({ db, deviceID, journal }: Device, events: readonly StoredEvent[], seq: number): Promise<void> {
  if (events.length === 0) return
  for (const event of [...events].sort((a, b) => a.seq - b.seq)) {
    await db.events.add(event)
    await updateStopDraft(db, event)
  }
  // Records of a lost database keep its numbers and deviceID. New numbers go on above them, so that one order holds for
  // all, and the numbers skipped for them are accounted for. A number that this database gave and does not have may be
  // lost: the office asks for it.
  const { givenUp = [] } = await readMetas(db, 'givenUp')
  const [own, others] = [true, false].map((isOwn) =>
    events.filter((event) => (event.deviceID === deviceID) === isOwn).map((event) => event.seq),
  ) as [number[], number[]]
  const highest = Math.max(seq, ...own, ...others)
  const above = Math.max(seq, ...others)
  const skipped = Array.from({ length: above - seq }, (_, at) => seq + 1 + at).filter((number) => !own.includes(number))
  await writeMetas(db, { seq: highest, ...(skipped.length > 0 ? { givenUp: [...givenUp, ...skipped] } : {}) })
  journal.highestSeq = Math.max(journal.highestSeq, highest)
}

/**
 * Counts restored records for the notice; a lost photo is named instead.
 * @param ofLost how many of them were counted as lost: those of a lost database, and those with a number that this one
 * had given
 */
async function noteRestored(device: Device, found: readonly StoredEvent[], ofLost: number): Promise<void> {
  const { db, ports } = device
  const before = await readMeta(db, 'restored')
  const count = found.filter(({ type }) => type !== 'photo').length
  if (count > 0) await writeMeta(db, 'restored', { at: ports.now().toISOString(), count: (before?.count ?? 0) + count })
  const lost = await readMeta(db, 'lostBefore')
  const outside = readLocalCounts(device)
  if (ofLost === 0) return
  const unsent = Math.max(0, Math.max(lost?.unsent ?? 0, outside?.lost ?? 0) - ofLost)
  if (lost !== undefined && unsent > 0) await writeMeta(db, 'lostBefore', { ...lost, unsent })
  else await db.meta.delete('lostBefore')
  if (outside) writeLocalCounts(device, { ...outside, lost: Math.min(outside.lost, unsent) })
}

/**
 * Amount and notes typed at a stop before its outcome. They survive a reload of the page and are sent with the outcome.
 */
export interface StopDraft {
  /** AUD dollars, as on the wire. */
  extraAmount?: number
  notes?: string
}

/** By assignmentID. */
export function stopDrafts({ meta }: { meta: ReadonlyMap<string, unknown> }): Record<string, StopDraft> {
  const drafts = [...meta].filter(([key]) => key.startsWith(draftKey('')))
  return Object.fromEntries(drafts.map(([key, value]) => [key.slice(draftKey('').length), value as StopDraft]))
}

export async function saveStopDraft(db: UserDatabase, assignmentID: string, stopDraft: StopDraft): Promise<void> {
  const key = draftKey(assignmentID)
  await (Object.keys(stopDraft).length === 0 ? db.meta.delete(key) : db.meta.put({ key, value: stopDraft }))
}

/**
 * Deletes the stop's draft, which the outcome contains, and restores it when the outcome is undone. Call in the
 * transaction of the event.
 */
export async function updateStopDraft(db: UserDatabase, event: StoredEvent): Promise<void> {
  if (isOutcomeEvent(event)) return saveStopDraft(db, event.assignmentID, {})
  if (event.type !== 'undo') return
  const undone = await db.events.get(event.payload.undoes)
  // There is no draft to restore: the undone outcome was discarded, or a later one is in force.
  if (!undone || !isOutcomeEvent(undone) || undone.state === 'discarded') return
  const ofStop = await db.events.where('assignmentID').equals(event.assignmentID).toArray()
  const taken = new Set(ofStop.flatMap((one) => (one.type === 'undo' ? [one.payload.undoes] : [])))
  const isInForce = ({ eventID, state }: StoredEvent) => state !== 'discarded' && !taken.has(eventID)
  if (ofStop.some((one) => isOutcomeEvent(one) && one.seq > undone.seq && isInForce(one))) return
  const { extraAmount, notes } = undone.payload
  const typedSince = (await db.meta.get(draftKey(event.assignmentID)))?.value as StopDraft | undefined
  await saveStopDraft(db, event.assignmentID, {
    ...(extraAmount ? { extraAmount } : {}),
    ...(notes ? { notes } : {}),
    ...typedSince,
  })
}

/**
 * Fills the new database after the browser deleted the old one under the open page, as Chromium does on a small full
 * disk: the records and the stops shown are put into it from memory, under its deviceID. Photos are lost. Throws while
 * the database can't be written; the records are sent from memory meanwhile.
 */
export async function replaceDatabase(device: Device): Promise<void> {
  const { db, deviceDb, memory, records, userID } = device
  mayLackAll(device)
  const noted = memory.rows?.meta.get('lostBefore') as Meta['lostBefore'] | undefined
  const { deviceID, unsent } = await db.transaction('rw', [db.runs, db.jobs, db.events, db.meta], async () => {
    // Another window may have been first.
    const deviceID = await giveDeviceID(db, freshID(device), noted ?? null)
    const all = await putBack({ ...device, deviceID }, true)
    if (memory.rows !== null && (await db.jobs.count()) === 0) {
      await db.runs.bulkPut([...memory.rows.runs])
      await db.jobs.bulkPut([...memory.rows.stops.values()])
    }
    return { deviceID, unsent: all.filter(({ row, after }) => row === undefined && after !== null && isUnsent(after)) }
  })
  await rememberDeviceID(deviceDb, userID, deviceID)
  const outside = readLocalCounts(device)
  if (outside !== null && outside.deviceID !== deviceID) {
    const missing = (memory.missing?.count ?? 0) + Math.max(0, outside.unsent - records.size)
    const lost = Math.max(outside.lost, noted?.unsent ?? 0) + missing
    writeLocalCounts(device, { ...outside, deviceID, unsent: unsent.length, lost, seq: 0 })
  }
}
