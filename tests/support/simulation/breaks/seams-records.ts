import type { UserDatabase, StoredEvent } from '#client/offline/store/schema.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { UnsentFile } from '#domain/unsent-file.ts'
import type * as RecordFile from '#client/offline/outbox/record.ts'
import type * as AttentionFile from '#client/offline/unsent.ts'
import type * as ExportFile from '#client/offline/unsent.ts'
import type { Exported } from '#client/offline/unsent.ts'
import type { Seam } from './break.ts'
import { breaksOf } from './breaks-of.ts'

const record = breaksOf<typeof RecordFile>('src/client/offline/outbox/record.ts')
const attention = breaksOf<typeof AttentionFile>('src/client/offline/unsent.ts')
const unsent = breaksOf<typeof ExportFile>('src/client/offline/unsent.ts')

/** The file without the records, and their photos, that are not to be in it. */
async function withRecords({ text, ...others }: Exported, db: UserDatabase, which: (event: StoredEvent) => boolean) {
  const file = JSON.parse(text) as Omit<UnsentFile, 'events'> & { events: { eventID: string }[] }
  const stored = await db.events.bulkGet(file.events.map(({ eventID }) => eventID))
  const out = new Set(
    stored.flatMap((event) =>
      event && !which(event) ? [event.eventID, ...(event.type === 'photo' ? [event.payload.photoID] : [])] : [],
    ),
  )
  const events = file.events.filter(({ eventID }) => !out.has(eventID))
  const photos = file.photos.filter(({ photoID }) => !out.has(photoID))
  return { ...others, text: JSON.stringify({ ...file, events, photos }) }
}

/** The same phone without listeners for new events. */
const silent = (device: Device): Device => ({ ...device, onEnqueued: new Set() })
const tell = ({ onEnqueued }: Device) => {
  for (const wake of onEnqueued) wake()
}

/** What is recorded, what becomes of a refused record, and what is exported. */
export const OF_RECORDS: readonly Seam[] = [
  record(
    'extras typed before Done are not in the record',
    'saveDone',
    (saveDone) =>
      (device, assignmentID, { pu }) =>
        saveDone(device, assignmentID, { pu }),
  ),
  record('an undo tapped twice is two events', 'saveUndo', (saveUndo) => async (device, eventID) => {
    const { db } = device
    const before = await db.events.filter((event) => event.type === 'undo' && event.payload.undoes === eventID).first()
    const undo = await saveUndo(device, eventID)
    if (before?.eventID !== undo.eventID) return undo
    const { addEvent, recording } = await import('#client/offline/outbox/record.ts')
    const { freshID } = await import('#client/offline/store/device.ts')
    const { assignmentID, runOrderID, type, payload } = undo
    const again = { eventID: freshID(device), assignmentID, runOrderID, type, payload }
    const second = await recording(device, again.type, () => addEvent(device, again))
    tell(device)
    return second
  }),
  record('an extra is kept in whole dollars', 'addEvent', (addEvent) => (device, tap, onMade) => {
    const { extraAmount } = tap.payload as { extraAmount?: number }
    if (extraAmount === undefined) return addEvent(device, tap, onMade)
    return addEvent(device, { ...tap, payload: { ...tap.payload, extraAmount: Math.trunc(extraAmount) } }, onMade)
  }),
  record('a photo is saved without its bytes', 'addEvent', (addEvent) => async (device, tap, onMade) => {
    const event = await addEvent(device, tap, onMade)
    if (tap.photo) await device.db.photoBytes.delete(tap.photo.row.photoID)
    return event
  }),
  record('photo bytes are saved in a second transaction', 'addEvent', (addEvent) => async (device, tap, onMade) => {
    const event = await addEvent(device, tap, onMade)
    if (!tap.photo) return event
    const { bytes, row } = tap.photo
    const { photoBytes } = device.db
    await photoBytes.delete(row.photoID)
    setImmediate(() => void photoBytes.add({ photoID: row.photoID, bytes }).catch(() => undefined))
    return event
  }),
  record('the phone changes a row of the server', 'addEvent', (addEvent) => async (device, tap, onMade) => {
    const event = await addEvent(device, tap, onMade)
    await device.db.jobs.update(tap.assignmentID, { state: 'done' })
    return event
  }),
  record('the office is not told what was discarded', 'addEvent', (addEvent) => async (device, tap, onMade) => {
    const { undoes = '' } = tap.payload as { undoes?: string }
    const undone = await device.db.events.get(undoes)
    if (undone?.state === 'discarded' && undone.type !== 'photo') return null as never
    return addEvent(device, tap, onMade)
  }),
  record(
    'a database emptied under an open page continues the old id’s numbers',
    'addEvent',
    (addEvent) => async (device, tap, onMade) => {
      const deviceID = (await device.db.meta.get('deviceID'))?.value as string
      const asOld = (event: StoredEvent) => Object.assign(event, { deviceID: device.deviceID })
      const event = await addEvent({ ...device, deviceID }, tap, (made) => onMade?.(asOld(made)))
      await device.db.events.put(asOld(event))
      return event
    },
  ),
  attention('an edited record is sent with a new id', 'edit', (edit) => async (device, eventID, payload) => {
    const { freshID } = await import('#client/offline/store/device.ts')
    const before = await device.db.events.get(eventID)
    await edit(silent(device), eventID, payload)
    const after = await device.db.events.get(eventID)
    if (before && after?.state === 'queued')
      await device.db.events.bulkPut([before, { ...after, eventID: freshID(device) }])
    tell(device)
  }),
  attention('Retry does not reset the count of refusals', 'retry', (retry) => async (device, eventID) => {
    const before = await device.db.events.get(eventID)
    await retry(silent(device), eventID)
    const { refusals = 0, badUploads = 0 } = before ?? {}
    await device.db.events.update(eventID, { refusals, badUploads })
    tell(device)
  }),
  unsent(
    'the file leaves out records that need attention',
    'exportUnsent',
    (exportUnsent) => async (device) =>
      withRecords(await exportUnsent(device), device.db, ({ state }) => state !== 'needs-attention'),
  ),
  unsent(
    'the file leaves out records that were tried',
    'exportUnsent',
    (exportUnsent) => async (device) =>
      withRecords(await exportUnsent(device), device.db, ({ attempts }) => attempts === 0),
  ),
  unsent('the file has no bytes of later photos', 'exportUnsent', (exportUnsent) => async (device) => {
    const { text, ...others } = await exportUnsent(device)
    const file = JSON.parse(text) as UnsentFile
    return { ...others, text: JSON.stringify({ ...file, photos: file.photos.slice(0, 1) }) }
  }),
  unsent('a long photo in the file has gaps', 'exportUnsent', (exportUnsent) => async (device) => {
    const { text, ...others } = await exportUnsent(device)
    const file = JSON.parse(text) as UnsentFile
    const photos = file.photos.map((photo) => {
      const bytes = Buffer.from(photo.base64, 'base64').filter((_, at) => at % 0x8000 !== 0x7fff)
      return { ...photo, base64: Buffer.from(bytes).toString('base64') }
    })
    return { ...others, text: JSON.stringify({ ...file, photos }) }
  }),
  unsent(
    'a user with unsent photos only has no unsent work',
    'unsentHere',
    (unsentHere) => async (ports) => (await unsentHere(ports)).filter(({ unsent }) => unsent.stops > 0),
  ),
]
