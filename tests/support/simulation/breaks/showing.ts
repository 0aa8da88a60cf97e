import type { TextBreak } from '../breaks.ts'

const DEVICE = 'src/client/offline'

export const SHOWING: readonly TextBreak[] = [
  // What is shown to the driver.
  {
    name: 'the tick is shown before the transaction commits',
    file: `${DEVICE}/outbox/record.ts`,
    text: `const event = await reopening(db, save)`,
    becomes: `let early: StoredEvent | null = null\n  const event = await Promise.race([db.transaction('rw', recordTables(device, type), async () => (early = await addEvent(device, { eventID, assignmentID, type, payload, ...beside }))), new Promise<StoredEvent>((resolve) => { const look = () => (early ? resolve(early) : setImmediate(look)); look() })])`,
  },
  {
    name: 'a photo is saved without its bytes',
    file: `${DEVICE}/outbox/record.ts`,
    text: `photo && db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }),`,
    becomes: ``,
  },
  {
    name: 'photo bytes are saved in a second transaction',
    file: `${DEVICE}/outbox/record.ts`,
    text: `photo && db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }),`,
    becomes: `photo && new Promise<void>((resolve) => resolve(void setImmediate(() => void db.photoBytes.add({ photoID: photo.row.photoID, bytes: photo.bytes }).catch(() => undefined)))),`,
  },
  {
    name: 'a sequence number is given twice',
    file: `${DEVICE}/outbox/record.ts`,
    text: `writeMeta(db, 'seq', event.seq),`,
    becomes: `event.seq % 3 !== 0 && writeMeta(db, 'seq', event.seq),`,
  },
  {
    name: 'a photo shows the bytes of another photo',
    file: `${DEVICE}/overlay.ts`,
    text: `const here = photos.find((photo) => photo.photoID === photoID)`,
    becomes: `const here = photos.find((photo) => photo.photoID !== photoID)`,
  },
  {
    name: 'a photo shows the address of another photo',
    file: `${DEVICE}/overlay.ts`,
    text: `const there = stop.photos.find((photo) => photo.photoID === photoID)`,
    becomes: `const there = stop.photos.find(() => photoID !== '')`,
  },
  {
    name: 'the office is not told of records that need attention',
    file: `${DEVICE}/send/reconciliation.ts`,
    text: `  const answered = await speak(device, pinned, count)`,
    becomes: `  const answered = count.needsAttention > 0 ? null : await speak(device, pinned, count)`,
  },
  {
    name: 'photos are shown in the order of arrival instead of the order taken',
    file: `${DEVICE}/overlay.ts`,
    text: `photos: asTaken(record.photos, mine) }`,
    becomes: `}`,
  },
  {
    name: 'a note whose acknowledgement was lost stays after Undo',
    file: `${DEVICE}/overlay.ts`,
    text: `return event.type === 'note' && `,
    becomes: `return event.type !== 'note' && `,
  },
  {
    name: 'a photo whose acknowledgement was lost stays after Undo',
    file: `${DEVICE}/overlay.ts`,
    text: `if (event.type === 'photo') return stop.photos.some(`,
    becomes: `if (event.type === 'photo') return stop.photos.every(`,
  },
  {
    name: 'an acknowledged tap is not shown until the next pull',
    file: `${DEVICE}/overlay.ts`,
    text: `return event.jobVersion !== null && stop.version < event.jobVersion`,
    becomes: `return false`,
  },
  {
    name: 'a pull replaces newer rows by older ones',
    file: `${DEVICE}/server-rows.ts`,
    text: `before && before.epoch === epoch && before.version > stop.version ?`,
    becomes: `before && before.epoch === '' ?`,
  },
  {
    name: 'the phone changes a row of the server',
    file: `${DEVICE}/outbox/record.ts`,
    text: `updateStopDraft(db, event),`,
    becomes: `updateStopDraft(db, event),\n    db.jobs.update(assignmentID, { state: 'done' }),`,
  },
  {
    name: 'a stop with unsent work is deleted',
    file: `${DEVICE}/server-rows.ts`,
    text: `const stays = (stop: StoredStop) => unsent.has(stop.assignmentID) ||`,
    becomes: `const stays = (stop: StoredStop) => (unsent.has(stop.assignmentID) && stop.absent) ||`,
  },
  // The journal.
  {
    name: 'what only the journal has is not put back',
    file: `${DEVICE}/store/journal.ts`,
    text: `const lost = found.filter((_, at) => rows[at] === undefined)`,
    becomes: `const lost = found.filter((_, at) => rows[at] === undefined && at < 0)`,
  },
  {
    name: 'the journal puts back what was sent',
    file: `${DEVICE}/store/journal.ts`,
    text: `.filter(({ eventID }) => !ended.has(eventID))`,
    becomes: ``,
  },
  {
    name: 'records of a lost database are sent as the new one’s',
    file: `${DEVICE}/send/drain.ts`,
    text: `deviceID: batch.events[0]?.deviceID ?? device.deviceID`,
    becomes: `deviceID: device.deviceID`,
  },
  {
    name: 'a new database takes numbers of the lost one',
    file: `${DEVICE}/store/journal.ts`,
    text: `await writeMetas(db, { seq: highest,`,
    becomes: `await writeMetas(db, { seq,`,
  },
  {
    name: 'a half-written journal entry is read',
    file: `${DEVICE}/store/journal-file.ts`,
    text: `return checksum(generation, text) === view.getUint32(0) ?`,
    becomes: `return generation >= 0 ?`,
  },
  {
    name: 'what is in memory is not put into a new database',
    file: `${DEVICE}/store/replace-database.ts`,
    text: `if (missing.length > 0) await putIn`,
    becomes: `if (missing.length > 9) await putIn`,
  },
]
