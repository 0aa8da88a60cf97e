import { type Cents, nearestCents } from './money.ts'
import type { NotCollectedOutcome, Outcome } from './words.ts'

/**
 * The driver's record (domain.md 5): a job's state is what its events add up to. The phone (overlay) and the server
 * (effect) fold with this same code, so it stays small and asks nobody anything.
 */

interface Envelope {
  /** UUID made on the phone: the same event twice is one event. */
  eventID: string
  v: number
  assignmentID: string
  /** The device's own count: the order of its taps, whatever its clock says. */
  seq: number
  deviceID: string
  /** The device's clock, ISO. */
  occurredAt: string
}

/** As on the wire: extraAmount in AUD dollars. */
export type DoneEvent = Envelope & { type: 'done'; pu: number; extraAmount?: number; notes?: string }
export type BagMtEvent = Envelope & { type: 'bag-mt'; extraAmount?: number; notes?: string }
export type NotCollectedEvent = Envelope & {
  type: 'not-collected'
  outcome: NotCollectedOutcome
  extraAmount?: number
  notes?: string
}
export type OutcomeEvent = DoneEvent | BagMtEvent | NotCollectedEvent
export type PhotoEvent = Envelope & {
  type: 'photo'
  photoID: string
  key: string
  sha256: string
  size: number
  takenAt: string
}
export type NoteEvent = Envelope & { type: 'note'; notes: string }
export type UndoEvent = Envelope & { type: 'undo'; undoes: string }
export type DriverEvent = OutcomeEvent | PhotoEvent | NoteEvent | UndoEvent

/** What puts events in order. correctedAt = occurredAt plus the clock offset of the sync that brought it first, ISO. */
export interface Ordered {
  eventID: string
  deviceID: string
  seq: number
  correctedAt: string
}

/** A DriverEvent as the fold reads it. */
export type RecordedEvent = DriverEvent & Ordered & { actorID: string }

export interface JobRecord {
  outcome: Outcome | null
  emptyPickup: boolean
  /** Bags: at least 1 when COLLECTED, else 0. */
  pu: number
  extraAmount: Cents
  /** Every note that stands, a line each, in order. */
  driverNotes: string
  /** Corrected time of the deciding outcome, ISO. */
  doneAt: string | null
  /** photoIDs, in order. MAX_FILES is the caller's to watch. */
  photos: string[]
  /** Who recorded the deciding outcome: the income is his. */
  recordedBy: string | null
  outcomeEventID: string | null
}

const NO_OUTCOME = {
  outcome: null,
  emptyPickup: false,
  pu: 0,
  extraAmount: 0,
  doneAt: null,
  recordedBy: null,
  outcomeEventID: null,
}

export const NOTHING_RECORDED: Readonly<JobRecord> = { ...NO_OUTCOME, driverNotes: '', photos: [] }

export function isOutcomeEvent<E extends { type: string }>(
  event: E,
): event is Extract<E, { type: OutcomeEvent['type'] }> {
  return event.type === 'done' || event.type === 'bag-mt' || event.type === 'not-collected'
}

/** The outcome an outcome event states. */
export function outcomeOf(event: OutcomeEvent): Outcome {
  switch (event.type) {
    case 'done':
      return 'COLLECTED'
    case 'bag-mt':
      return 'EMPTY'
    case 'not-collected':
      return event.outcome
  }
}

/**
 * One order for a set of events, whatever order they arrived in: devices are merged by corrected time, then eventID, while one
 * device's events keep its seq even where its clock was set back. A doubled eventID counts once.
 */
export function orderEvents<E extends Ordered>(events: Iterable<E>): E[] {
  // Sorted first, so that of two unequal copies of one eventID the same one stays whichever came first.
  const sorted = [...events].sort(byTap)
  const byDevice = new Map<string, E[]>()
  const seen = new Set<string>()
  for (const event of sorted) {
    if (seen.has(event.eventID)) continue
    seen.add(event.eventID)
    const line = byDevice.get(event.deviceID)
    if (line) line.push(event)
    else byDevice.set(event.deviceID, [event])
  }
  const lines = [...byDevice.values()]
  const merged: E[] = []
  while (lines.length > 0) {
    const next = lines.reduce((best, line) => (byTime(head(line), head(best)) < 0 ? line : best))
    merged.push(head(next))
    next.shift()
    if (next.length === 0) lines.splice(lines.indexOf(next), 1)
  }
  return merged
}

/**
 * What the events of ONE job add up to. The last outcome that is not undone decides; notes and photos accumulate. An undo
 * may arrive before what it undoes; it can't be undone itself.
 *
 * `base` is the record the events come on top of: the phone gives the server's row and its own events not yet in it, the
 * server gives every counting event and no base. `inBase` are events already in that row, so that an undo can name them.
 */
export function foldJob(
  events: Iterable<RecordedEvent>,
  base: Readonly<JobRecord> = NOTHING_RECORDED,
  inBase: Iterable<RecordedEvent> = [],
): JobRecord {
  const ordered = orderEvents(events)
  const earlier = orderEvents(inBase)
  const undone = new Set([...earlier, ...ordered].flatMap((event) => (event.type === 'undo' ? [event.undoes] : [])))
  // What an undo already in the row took out of it is not taken out again: the same words may be another phone's.
  const fresh = new Set(ordered.flatMap((event) => (event.type === 'undo' ? [event.undoes] : [])))
  const record = without(base, fresh, undone, earlier)
  const notes = linesOf(record.driverNotes)
  for (const event of ordered) {
    if (undone.has(event.eventID)) continue
    if (isOutcomeEvent(event)) Object.assign(record, decidedBy(event))
    if (event.type === 'photo' && !record.photos.includes(event.photoID)) record.photos.push(event.photoID)
    // A correction repeats the note of what it corrects: a line said already is not said twice.
    if ('notes' in event) notes.push(...linesOf(event.notes).filter((line) => !notes.includes(line)))
  }
  record.driverNotes = notes.join('\n')
  return record
}

function decidedBy(event: Extract<RecordedEvent, OutcomeEvent>): Omit<JobRecord, 'driverNotes' | 'photos'> {
  return {
    outcome: outcomeOf(event),
    emptyPickup: event.type === 'bag-mt',
    pu: event.type === 'done' ? Math.max(1, Math.trunc(event.pu) || 0) : 0,
    extraAmount: nearestCents(event.extraAmount ?? 0),
    doneAt: event.correctedAt,
    recordedBy: event.actorID,
    outcomeEventID: event.eventID,
  }
}

/** The base less what is undone on top of it. */
function without(
  base: Readonly<JobRecord>,
  fresh: ReadonlySet<string>,
  undone: ReadonlySet<string>,
  inBase: readonly RecordedEvent[],
): JobRecord {
  const record = { ...base, photos: [...base.photos] }
  if (fresh.size === 0) return record
  if (base.outcomeEventID !== null && fresh.has(base.outcomeEventID)) {
    const previous = inBase.filter((event) => isOutcomeEvent(event)).findLast((event) => !undone.has(event.eventID))
    Object.assign(record, previous ? decidedBy(previous) : NO_OUTCOME)
  }
  const gone = inBase.filter((event) => fresh.has(event.eventID))
  const noted = (events: readonly RecordedEvent[]) =>
    events.flatMap((event) => ('notes' in event ? linesOf(event.notes) : []))
  // The same words said again stand, though the first time was undone.
  const standing = noted(inBase.filter((event) => !undone.has(event.eventID)))
  const lines = noted(gone).filter((line) => !standing.includes(line))
  const photos = gone.flatMap((event) => (event.type === 'photo' ? [event.photoID] : []))
  record.driverNotes = linesOf(base.driverNotes)
    .filter((line) => !lines.includes(line))
    .join('\n')
  record.photos = record.photos.filter((photoID) => !photos.includes(photoID))
  return record
}

/** A newer build's event may say something else under this name; it breaks nobody's list. */
function linesOf(text: unknown): string[] {
  return (typeof text === 'string' ? text : '').split('\n').filter((line) => line.trim() !== '')
}

function byTap(a: Ordered, b: Ordered): number {
  return a.seq - b.seq || byTime(a, b)
}

function byTime(a: Ordered, b: Ordered): number {
  return timeOf(a) - timeOf(b) || compareText(a.eventID, b.eventID)
}

function timeOf({ correctedAt }: Ordered): number {
  const time = Date.parse(correctedAt)
  return Number.isNaN(time) ? 0 : time
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function head<E>(line: readonly E[]): E {
  return line[0] as E
}
