import { draftKey, goneKey } from '#client/offline/store/meta.ts'
import type { Device } from '#client/offline/store/device.ts'
import type * as DeviceFile from '#client/offline/store/device.ts'
import type { JournalPort, PhotoEvent, StoredEvent, UserDatabase } from '#client/offline/store/schema.ts'
import type * as PurgeFile from '#client/offline/store/room.ts'
import type * as SpaceFile from '#client/offline/store/room.ts'
import type * as MetaFile from '#client/offline/store/meta.ts'
import type * as QueriesFile from '#client/offline/store/schema.ts'
import type * as SchemaFile from '#client/offline/store/schema.ts'
import type * as JournalFile from '#client/offline/store/journal.ts'
import type * as DraftFile from '#client/offline/store/records.ts'
import type * as RowsFile from '#client/offline/store/office-rows.ts'
import type * as RevokeFile from '#client/offline/deletions.ts'
import type * as SignOutFile from '#client/offline/deletions.ts'
import type * as LocalFile from '#client/offline/store/device-database.ts'
import type * as ReplaceFile from '#client/offline/store/records.ts'
import type { Seam } from './break.ts'
import { breaksOf } from './breaks-of.ts'

const DAY_MS = 24 * 3_600_000
const KEPT_FOR_EVENTS = 50 * 1024 * 1024

const opened = breaksOf<typeof DeviceFile>('src/client/offline/store/device.ts')
const purge = breaksOf<typeof PurgeFile>('src/client/offline/store/room.ts')
const space = breaksOf<typeof SpaceFile>('src/client/offline/store/room.ts')
const meta = breaksOf<typeof MetaFile>('src/client/offline/store/meta.ts')
const queries = breaksOf<typeof QueriesFile>('src/client/offline/store/schema.ts')
const schema = breaksOf<typeof SchemaFile>('src/client/offline/store/schema.ts')
const journal = breaksOf<typeof JournalFile>('src/client/offline/store/journal.ts')
const draft = breaksOf<typeof DraftFile>('src/client/offline/store/records.ts')
const rows = breaksOf<typeof RowsFile>('src/client/offline/store/office-rows.ts')
const revoke = breaksOf<typeof RevokeFile>('src/client/offline/deletions.ts')
const signOut = breaksOf<typeof SignOutFile>('src/client/offline/deletions.ts')
const local = breaksOf<typeof LocalFile>('src/client/offline/store/device-database.ts')
const replace = breaksOf<typeof ReplaceFile>('src/client/offline/store/records.ts')

const isPhoto = (event: StoredEvent): event is PhotoEvent => event.type === 'photo'

async function deleteBytes(db: UserDatabase, photos: readonly PhotoEvent[]): Promise<void> {
  const ids = photos.map(({ payload }) => payload.photoID)
  await db.photoBytes.bulkDelete(ids)
  await db.photos.where('photoID').anyOf(ids).modify({ hasBytes: false })
}

/** The phone with a journal in which nothing is found. */
const findingNothing = (device: Device): Device => ({
  ...device,
  ports: {
    ...device.ports,
    openJournal: async (name): Promise<JournalPort | null> => {
      const port = (await device.ports.openJournal?.(name)) ?? null
      return port && { ...port, entries: [] }
    },
  },
})

/** What is stored on the phone, and deleted there. */
export const OF_STORAGE: readonly Seam[] = [
  meta(
    'photo bytes are deleted as soon as they are acknowledged',
    'readMeta',
    (readMeta) => async (db, key) =>
      key === 'backedUpThrough' ? ('2099-01-01T00:00:00.000Z' as never) : readMeta(db, key),
  ),
  meta('a report without records ignores Retry-After', 'readMetas', (readMetas) => async (db, ...keys) => {
    const found = await readMetas(db, ...keys)
    return keys.some((key) => key === 'told') ? { ...found, lane: undefined } : found
  }),
  meta('a sequence number is given twice', 'writeMeta', (writeMeta) => async (db, key, value) => {
    if (key !== 'seq' || Number(value) % 3 !== 0) await writeMeta(db, key, value)
  }),
  meta('the clock offset has the wrong sign on the phone', 'writeMetas', (writeMetas) => async (db, values) => {
    const { clockOffsetMs } = values
    await writeMetas(db, clockOffsetMs === undefined ? values : { ...values, clockOffsetMs: -clockOffsetMs })
  }),
  meta('the driver’s pay is fetched once', 'writeMetas', (writeMetas) => async (db, values) => {
    await writeMetas(db, values.incomesBehind === undefined ? values : { ...values, incomesBehind: false })
  }),
  meta('a new database takes numbers of the lost one', 'writeMetas', (writeMetas) => async (db, values) => {
    const others = { ...values }
    delete others.seq
    await writeMetas(db, others)
  }),
  meta('signing out restarts the sequence numbers', 'forgetMeta', (forgetMeta) => async (db, ...groups) => {
    await forgetMeta(db, ...groups)
    if (groups.includes('sending')) await db.meta.delete('seq')
  }),
  queries(
    'records that need attention are not counted as unsent',
    'unsentInDatabase',
    (unsent) => async (db) => (await unsent(db)).filter(({ state }) => state !== 'needs-attention'),
  ),
  schema('a lost database connection loses the tap', 'reopening', () => (_db, work) => work()),
  space(
    'a photo is refused although there is space',
    'hasRoomFor',
    (hasRoomFor) => (device, size) => hasRoomFor(device, size + 19 * KEPT_FOR_EVENTS),
  ),
  purge('receipts are deleted after a day', 'purgeOld', (purgeOld) => async (device) => {
    const now = device.ports.now().getTime()
    await device.db.events
      .where('state')
      .equals('acknowledged')
      .filter(({ acknowledgedAt }) => now - Date.parse(acknowledgedAt ?? '') > DAY_MS)
      .delete()
    await purgeOld(device)
  }),
  purge('a photo taken before the backup counts as in it', 'purgeOld', (purgeOld) => async (device) => {
    const { db } = device
    await db.transaction('rw', db.events, db.photos, db.photoBytes, db.meta, async () => {
      const backedUp = Date.parse(String((await db.meta.get('backedUpThrough'))?.value))
      const sent = (await db.events.where('state').equals('acknowledged').toArray()).filter(isPhoto)
      await deleteBytes(
        db,
        sent.filter(({ occurredAt }) => Date.parse(occurredAt) < backedUp),
      )
    })
    await purgeOld(device)
  }),
  purge('bytes of unsent photos are deleted to make room', 'makeRoom', (makeRoom) => async (device) => {
    const { db } = device
    const hadReserve = (await db.photoBytes.where('photoID').equals('reserve').count()) > 0
    await makeRoom(device)
    if (hadReserve) return
    const held = new Set(await db.photoBytes.toCollection().primaryKeys())
    const photos = (await db.events.toArray()).filter(isPhoto).filter(({ payload }) => held.has(payload.photoID))
    await deleteBytes(db, photos.sort((a, b) => a.seq - b.seq).slice(0, 10))
  }),
  // Seen on phones without a journal: the others have it from there.
  purge('an outcome is not saved on a full phone', 'makeRoom', () => async () => {
    throw new DOMException('No room was made', 'QuotaExceededError')
  }),
  // Drafts.
  draft('an undo restores no draft', 'updateStopDraft', (updateStopDraft) => async (db, event) => {
    if (event.type === 'undo' && (await db.events.get(event.payload.undoes))?.state !== 'queued') return
    await updateStopDraft(db, event)
  }),
  draft(
    'the draft is kept after an outcome and sent with the next one',
    'updateStopDraft',
    (updateStopDraft) => async (db, event) => {
      if (event.type === 'undo') await updateStopDraft(db, event)
    },
  ),
  draft('an undo does not restore the extra amount', 'updateStopDraft', (updateStopDraft) => async (db, event) => {
    const key = draftKey(event.assignmentID)
    const before = (await db.meta.get(key))?.value as { extraAmount?: number } | undefined
    await updateStopDraft(db, event)
    const after = (await db.meta.get(key))?.value as { extraAmount?: number } | undefined
    if (event.type !== 'undo' || after === undefined || before?.extraAmount !== undefined) return
    const others = { ...after }
    delete others.extraAmount
    if (Object.keys(others).length > 0) await db.meta.put({ key, value: others })
    else await db.meta.delete(key)
  }),
  // The office's rows.
  rows('a restored server is not noticed', 'noteEpoch', () => async (db, epoch) => {
    await db.meta.put({ key: 'dataEpoch', value: epoch })
  }),
  rows('an older answer replaces the run', 'mergeRun', (mergeRun) => async (db, { jobs, ...run }, epoch) => {
    await mergeRun(db, { jobs, ...run }, epoch)
    if (jobs.length > 0) await db.runs.put(run)
  }),
  rows('a pull replaces newer rows by older ones', 'mergeRun', (mergeRun) => async (db, run, epoch) => {
    await mergeRun(db, run, epoch)
    await db.jobs.bulkPut(run.jobs.map((stop, place) => ({ ...stop, place, epoch, absent: false })))
  }),
  rows('a stop under review leaves the phone', 'dropAbsent', (dropAbsent) => async (db, runs, stops, now) => {
    const receipts = await db.events.where('state').equals('acknowledged').toArray()
    const inReview = new Set(receipts.filter(({ result }) => result === 'review').map(({ runOrderID }) => runOrderID))
    await dropAbsent(db, new Set([...runs].filter((id) => !inReview.has(id))), stops, now)
  }),
  rows('a stop with unsent work is deleted', 'dropAbsent', (dropAbsent) => async (db, runs, stops, now) => {
    const known = new Set((await db.jobs.toArray()).flatMap((stop) => (stop.absent ? [stop.assignmentID] : [])))
    await dropAbsent(db, runs, stops, now)
    const events = await db.events.where('state').anyOf('queued', 'sending', 'needs-attention').toArray()
    const unsent = new Set(events.map(({ assignmentID }) => assignmentID))
    for (const { assignmentID, absent, runOrderID, version } of await db.jobs.toArray())
      if (absent && !known.has(assignmentID) && unsent.has(assignmentID)) {
        await db.jobs.delete(assignmentID)
        const value = { runOrderID, version, at: now.toISOString() }
        await db.meta.put({ key: goneKey(assignmentID), value })
      }
  }),
  rows(
    'a tap on an open stop that a pull deleted is refused',
    'dropAbsent',
    (dropAbsent) => async (db, runs, stops, now) => {
      const before = await db.jobs.toCollection().primaryKeys()
      await dropAbsent(db, runs, stops, now)
      const after = new Set(await db.jobs.toCollection().primaryKeys())
      await db.meta.bulkDelete(before.filter((id) => !after.has(id)).map(goneKey))
    },
  ),
  rows(
    'a photo whose bytes were deleted is to be uploaded again',
    'sendAgain',
    (sendAgain) => async (db, eventIDs, state) => {
      const before = (await db.events.bulkGet([...eventIDs])).filter((event) => event?.state !== 'queued')
      await sendAgain(db, eventIDs, state)
      for (const event of await db.events.bulkGet(before.map((event) => event?.eventID ?? '')))
        if (event?.type === 'photo' && event.state === 'queued')
          await db.photos.update(event.payload.photoID, { key: null })
    },
  ),
  // The end of a session.
  signOut('signing out clears the outbox', 'signOutOnDevice', (signOutOnDevice) => async (device) => {
    await signOutOnDevice(device)
    await device.db.photoBytes.clear()
  }),
  revoke('a revoked phone keeps its customers', 'emptyDevice', (emptyDevice) => async (device) => {
    const stops = await device.db.jobs.toArray()
    await emptyDevice(device)
    await device.db.jobs.bulkPut(stops)
  }),
  revoke('a revoked phone deletes unsent events', 'emptyDevice', (emptyDevice) => async (device) => {
    await emptyDevice(device)
    await device.db.events.clear()
  }),
  revoke('a revoked phone deletes unsent photos', 'emptyDevice', (emptyDevice) => async (device) => {
    await emptyDevice(device)
    await device.db.photoBytes.clear()
  }),
  // The copies outside the database.
  local(
    'the count outside the databases leaves out photos',
    'noteUnsent',
    (noteUnsent) => (device, read) => noteUnsent(device, { ...read, photos: 0 }),
  ),
  local('a phone whose database lost its last commits reports no loss', 'missingOf', () => () => 0),
  local('after a reload the disk counts as sound', 'noteDoubt', () => () => undefined),
  opened('what a database lacked is forgotten before it was noted', 'noteMissing', () => async ({ memory }) => {
    memory.missing = null
  }),
  opened('all is called sent before the office has compared', 'isProven', () => () => true),
  space(
    'without a journal a record counts as saved right after the disk refused a write',
    'requireSoundDisk',
    () => async () => undefined,
  ),
  journal(
    'what only the journal has is not put back',
    'openJournal',
    (openJournal) => (device) => openJournal(findingNothing(device)),
  ),
  replace(
    'what is in memory is not put into a new database',
    'replaceDatabase',
    (replaceDatabase) => (device) => replaceDatabase({ ...device, records: new Map() }),
  ),
]
