import type { TextBreak } from './break.ts'

const DEVICE = 'src/client/offline'

/** Mistakes in the phone's code that no exported function can carry. */
export const PHONE: readonly TextBreak[] = [
  {
    name: 'a new build does not end the pause of the old one',
    file: `${DEVICE}/store/device.ts`,
    text: `mine.signInID !== pause.of : pause.of !== ports.appBuild`,
    becomes: `mine.signInID !== pause.of : pause.of === null`,
  },
  {
    name: 'the tick is shown before the transaction commits',
    file: `${DEVICE}/outbox/record.ts`,
    text: `const event = await reopening(db, save)`,
    becomes: `let early: StoredEvent | null = null\n  const event = await Promise.race([recording(device, type, async () => (early = await addEvent(device, tap))), new Promise<StoredEvent>((resolve) => { const look = () => (early ? resolve(early) : setImmediate(look)); look() })])`,
  },
  {
    name: 'a half-written journal entry is read',
    file: `${DEVICE}/store/journal-file.ts`,
    text: `return checksum(generation, text) === view.getUint32(0) ?`,
    becomes: `return generation >= 0 ?`,
  },
  {
    name: 'the journal of a build before the bucket is not read',
    file: `${DEVICE}/store/journal-file.ts`,
    text: `[before, folder].flatMap(`,
    becomes: `[folder].flatMap(`,
  },
  {
    name: 'on a full disk the journal of a build before the bucket is not used',
    file: `${DEVICE}/store/journal-file.ts`,
    text: `return JournalFiles.#openIn(before, name)`,
    becomes: `throw error`,
  },
  {
    name: 'a journal that the browser deleted counts as written',
    file: `${DEVICE}/store/journal.ts`,
    text: `if (!(await port.isThere())) throw new Error('The file was deleted')`,
    becomes: ``,
  },
  {
    name: 'a photo that only the journal has waits for ever',
    file: `${DEVICE}/store/records.ts`,
    text: `if (event.type !== 'photo' || !isUnsent(event)) return event`,
    becomes: `if (event.seq > 0) return event`,
  },
  {
    name: 'a receipt from memory loses to the row that is still unsent',
    file: `${DEVICE}/store/records.ts`,
    text: `return isUnsent(row) && !isUnsent(mine) ? mine : row`,
    becomes: `return row`,
  },
  {
    name: 'a row loses to what this window knew of it earlier',
    file: `${DEVICE}/store/records.ts`,
    text: `return isUnsent(row) && !isUnsent(mine) ? mine : row`,
    becomes: `return mine`,
  },
  {
    name: 'what a revocation deleted comes back from memory',
    file: `${DEVICE}/store/records.ts`,
    text: `return isWiped.has(mine.eventID) ? null : mine`,
    becomes: `return mine`,
  },
  {
    name: 'a record of a full disk counts as being in the database',
    file: `${DEVICE}/store/journal.ts`,
    text: `if (fits) hold(device, event, false)`,
    becomes: `if (fits) hold(device, event, true)`,
  },
  {
    name: 'after a lost connection the database counts as complete',
    file: `${DEVICE}/store/device.ts`,
    text: `for (const held of records.values()) held.isInDatabase = false`,
    becomes: `void records`,
  },
  {
    name: 'the journal is rewritten without the records of a full disk',
    file: `${DEVICE}/store/journal.ts`,
    text: `port.rewrite([...records.values()].map(({ event }) => entryOf(event)))`,
    becomes: `port.rewrite([...records.values()].filter(({ isInDatabase }) => isInDatabase).map(({ event }) => entryOf(event)))`,
  },
  {
    name: 'the chip says after a loss that all is sent',
    file: `${DEVICE}/status.ts`,
    text: `return lostBefore || missing > 0 ? 'may-be-lost' : 'all-sent'`,
    becomes: `return lostBefore === undefined ? 'may-be-lost' : 'all-sent'`,
  },
  {
    name: 'an event sent alone is overtaken by the next one of its stop',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `inTurn > now || travelsAlone(event)`,
    becomes: `inTurn > now`,
  },
  {
    name: 'outcomes wait for the photo store',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `photosToo && others.length === 0 ? all : others`,
    becomes: `photosToo ? all : others`,
  },
  // As seams these four were narrower, and were not seen.
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
    name: 'an unacknowledged outcome that a pull contains is shown twice',
    file: `${DEVICE}/overlay.ts`,
    text: `if (decided && event.seq <= decided.seq) return true`,
    becomes: `if (decided?.seq === 0) return true`,
  },
]
